import { describe, expect, it } from "vitest";
import { readRows, scoreRows, summarise } from "../../scripts/corpus-score.js";
import { ALICE, line, read } from "./world.js";

describe("an order in Spanish", () => {
  it.each([
    ["cambia 2 SOL por USDC", "swap SOL>USDC in 2000000000"],
    ["quiero cambiar 2 SOL por USDC", "swap SOL>USDC in 2000000000"],
    ["hola, \u00bfme puedes cambiar 2 SOL por USDC, por favor?", "swap SOL>USDC in 2000000000"],
    ["\u00bfme cambias 2 SOL por USDC?", "swap SOL>USDC in 2000000000"],
    ["tradea 2 SOL por USDC", "swap SOL>USDC in 2000000000"],
    ["quiero que mandes 25 USDC a alice.sol", `transfer USDC in 25000000 ${ALICE}`],
    ["necesito que vendas 2 SOL por USDC", "swap SOL>USDC in 2000000000"],
    ["vende 1000 BONK y compra USDC", "swap BONK>USDC in 100000000"],
    ["convierte 10 USDC en SOL", "swap USDC>SOL in 10000000"],
    ["compra SOL con 100 USDC", "swap USDC>SOL in 100000000"],
    ["compra 1 SOL con USDC", "swap USDC>SOL out 1000000000"],
    ["cambia SOL por 100 USDC", "swap SOL>USDC out 100000000"],
    ["usa USDC para comprar 2 SOL", "swap USDC>SOL out 2000000000"],
    ["gasta 100 USDC en SOL", "swap USDC>SOL in 100000000"],
    ["vende la mitad de mi SOL por USDC", "swap SOL>USDC fraction 1 2"],
    ["vende medio SOL por USDC", "swap SOL>USDC in 500000000"],
    ["cambia todo mi SOL a USDC menos 0,1 SOL", "swap SOL>USDC all_except 100000000"],
    ["deja 1 SOL y cambia el resto a USDC", "swap SOL>USDC all_except 1000000000"],
    ["cambia $20 de SOL por USDC", "swap SOL>USDC usd 20000000 input"],
    ["env\u00eda 25 USDC a alice.sol", `transfer USDC in 25000000 ${ALICE}`],
    ["envi\u0301a 25 USDC a alice.sol", `transfer USDC in 25000000 ${ALICE}`],
    ["p\u00e1gale a alice.sol 25 USDC", `transfer USDC in 25000000 ${ALICE}`],
    ["transfiere 25 USDC a la wallet de alice.sol", `transfer USDC in 25000000 ${ALICE}`],
  ])("is read: %s", (command, expected) => {
    expect(line(command)).toBe(expected);
  });

  it.each([
    ["1,5", "1500000"],
    ["1.5", "1500000"],
    ["0,125", "125000"],
    ["1.234,56", "1234560000"],
    ["1,234.56", "1234560000"],
    ["1.000.000", "1000000000000"],
    ["1 000", "1000000000"],
    ["5 mil", "5000000000"],
    ["dos mil quinientos", "2500000000"],
    ["treinta y cinco", "35000000"],
    ["uno coma cinco", "1500000"],
    ["dos y medio", "2500000"],
    ["medio mill\u00f3n de", "500000000000"],
  ])("has amounts as they are written there: %s", (amount, units) => {
    expect(line(`cambia ${amount} USDC por SOL`)).toBe(`swap USDC>SOL in ${units}`);
  });

  it.each(["1.234", "1,234", "10.000", "mil y medio", "treinta cinco", "unos 20", "un par de"])(
    "is asked back where an amount has two readings: %s",
    (amount) => {
      expect(line(`cambia ${amount} USDC por SOL`)).toBe("refused ambiguous_amount");
    },
  );

  it("may say its slippage", () => {
    expect(read("cambia 1 SOL por USDC con un deslizamiento m\u00e1ximo del 1 %")).toMatchObject({
      slippageBps: 100,
    });
  });
});

describe("a question in Spanish", () => {
  it.each([
    ["\u00bfcu\u00e1l es mi saldo?", "query balance"],
    ["\u00bfcu\u00e1nto SOL tengo?", "query balance SOL"],
    ["precio de BONK", "query price BONK"],
    ["\u00bfa cu\u00e1nto est\u00e1 SOL?", "query price SOL"],
    ["mu\u00e9strame mi portafolio", "query portfolio"],
    ["mis \u00faltimas transacciones", "query history"],
    ["\u00bfcu\u00e1nto USDC recibo por 1 SOL?", "query quote"],
  ])("is answered: %s", (command, expected) => {
    expect(line(command)).toBe(expected);
  });
});

describe("a refusal in Spanish", () => {
  it.each([
    ["no cambies 2 SOL por USDC", "negated"],
    ["cambia 2 SOL por USDC no", "negated"],
    ["vendo 1 SOL por USDC", "not_a_command"],
    ["envi\u00e9 5 USDC a alice.sol", "not_a_command"],
    // A past without its accent, and forms that forbid or tell where nothing wishes.
    ["me compre 5 SOL con USDC", "not_a_command"],
    ["me cambie 5 SOL a USDC", "not_a_command"],
    ["me pague 5 USDC a alice.sol", "not_a_command"],
    ["vendas 5 SOL por USDC", "non_english"],
    ["mandes 5 USDC a alice.sol", "not_a_command"],
    ["estoy pensando en cambiar 2 SOL por USDC", "not_a_command"],
    ["\u00bfdeber\u00eda cambiar 1 SOL por USDC?", "question"],
    ["cambia 1 SOL por USDC si baja", "unsupported_action"],
    ["ma\u00f1ana cambia 1 SOL por USDC", "unsupported_action"],
    ["p\u00eddele 5 USDC a alice.sol", "unsupported_action"],
    ["env\u00edame 5 USDC", "unsupported_action"],
    ["cambia 1 SOL por USDC en Ethereum", "unsupported_chain"],
    ["cambia 1 SOL por USDC y env\u00eda 5 USDC a alice.sol", "several_actions"],
    ["cambia SOL por USDC", "missing_amount"],
    ["cambia 1 SOL", "missing_token"],
    ["cambia 1 SOL por DOGE", "unknown_token"],
    ["env\u00eda 5 USDC", "missing_recipient"],
    ["env\u00eda 5 USDC a pedro", "unknown_recipient"],
    ["cambia 20 pesos de SOL por USDC", "unsupported_currency"],
    ["cambia 1 SOL a d\u00f3lares", "ambiguous_token"],
  ])("has its reason: %s", (command, reason) => {
    expect(line(command)).toBe(`refused ${reason}`);
  });

  it("speaks Spanish, and so do its suggestions", () => {
    const result = read("compra 2 SOL");
    expect(result).toMatchObject({ ok: false, message: "Nombra el token con el que se paga SOL." });
    expect(result.ok ? [] : result.suggestions).toContain("compra 2 SOL con USDC");
  });

  it.each([
    "troque 2 SOL por USDC",
    "scambia 2 SOL con USDC",
    "vende 2 mi de BONK por USDC",
    "swap 1 SOL da USDC",
  ])("meets its neighbours: %s", (command) => {
    expect(line(command)).toMatch(/^refused /);
  });
});

describe("the Spanish rows of the multilingual set", () => {
  const rows = readRows("test/parser/corpus/multilingual.jsonl").filter(({ id }) => id.startsWith("ml-es-"));
  const { rows: judged, right, unsafe } = summarise(scoreRows(rows));

  it("are right in nine of ten, and never unsafe", () => {
    expect(judged).toBeGreaterThan(30);
    expect(unsafe).toBe(0);
    expect(right / judged).toBeGreaterThanOrEqual(0.9);
  });
});
