import { ENGLISH } from "../../mock-server/src/parser/languages/english/english.js";
import { spanish } from "../../mock-server/src/parser/languages/spanish/spanish.js";
import { tokenIndex } from "../../mock-server/src/parser/text/token-index.js";
import { type Random, random } from "../deep/random.js";
import { command, misspelt, pick, split } from "./oracle.js";
import { line, read, world } from "./world.js";

/** Parts of a number that both languages have, in the same order: a shape is a sequence of them. */
const PARTS: readonly (readonly [english: readonly string[], spanish: readonly string[]])[] = [
  [split("two three four five six seven eight nine"), split("dos tres cuatro cinco seis siete ocho nueve")],
  [split("ten eleven twelve thirteen fifteen"), split("diez once doce trece quince")],
  [split("thirty forty fifty sixty ninety"), split("treinta cuarenta cincuenta sesenta noventa")],
  [
    ["thirty five", "forty two", "sixty six"],
    ["treinta y cinco", "cuarenta y dos", "sesenta y seis"],
  ],
  [
    ["two hundred", "three hundred", "five hundred"],
    ["doscientos", "trescientos", "quinientos"],
  ],
  [["thousand"], ["mil"]],
  [["million"], ["millones"]],
  [["dozen"], ["docenas"]],
  [["k"], ["k"]],
  [["and a half"], ["y medio"]],
  [["point"], ["coma"]],
  [["zero"], ["cero"]],
  [
    ["5", "20", "100", "0", "2000"],
    ["5", "20", "100", "0", "2000"],
  ],
];

const TENS = 2;
const HUNDREDS = 4;
const MILLIONS = 6;

/** The same shape of a number in both languages. The outcomes must be the same, too. */
export function shapes(draw: Random): readonly [string, string] {
  const english: string[] = [];
  const other: string[] = [];
  let before = -1;
  for (let left = 1 + draw(5); left > 0; left -= 1) {
    const part = draw(PARTS.length);
    // "Sixty" joins what follows in English only, and "millones" is a plural.
    if ((before === TENS && (part === 0 || part === HUNDREDS)) || (before < 0 && part === MILLIONS)) continue;
    before = part;
    const [words, palabras] = PARTS[part]!;
    const at = draw(words.length);
    english.push(words[at]!);
    other.push(palabras[at]!);
  }
  return [`swap ${english.join(" ")} USDC for SOL`, `cambia ${other.join(" ")} USDC por SOL`];
}

const NUMBERS_ES = split("5 12 0,5 1,25 100 mil dos quinientos 1.234,5");
const ORDERS_ES = [
  ...["cambia N USDC por SOL", "vende N USDC por SOL", "compra SOL con N USDC", "gasta N USDC en SOL"],
  ...["envía N USDC a alice.sol", "págale a alice.sol N USDC", "tengo N USDC, cámbialos por SOL"],
  ...["cambiame N USDC a SOL", "cambia SOL por N USDC", "quiero que mandes N USDC a alice.sol"],
];
const MORE_EN = [
  ...["swap N USDC SOL", "/swap N usdc sol", "send N USDC alice.sol", "I have N USDC, swap it for SOL"],
  ...[
    "take N USDC and send it to alice.sol",
    "I owe alice.sol N USDC, pay her",
    "N USDC should be swapped to SOL",
  ],
  ...["make sure alice.sol gets N USDC", "amount: N USDC, to: alice.sol", "buy SOL N USDC"],
];

/** An order, in either language, in a usual or an unusual form. */
function anyOrder(draw: Random): string {
  const kind = draw(4);
  if (kind === 0) return pick(draw, ORDERS_ES).replace("N", pick(draw, NUMBERS_ES));
  if (kind === 1) return pick(draw, MORE_EN).replace("N", String(1 + draw(999)));
  return command(draw).text;
}

const LETTERS = "abcdefghijklmnopqrstuvwxyzáéíóúñ ,.'-0123456789";

/** One typing error outside of figures, tokens and names. */
function slip(draw: Random, text: string): string {
  const words = text.split(" ");
  const at = words.flatMap((word, i) =>
    /^[a-záéíóúñ,]{2,}$/.test(word) && !SYMBOL.test(word) && !NUMERAL.test(word) ? [i] : [],
  );
  if (at.length === 0) return text;
  const i = pick(draw, at);
  words[i] = misspelt(draw, words[i]!, LETTERS);
  return words.join(" ");
}

const NUMERAL = /^(?:mil|dos|quinientos|half|medio)$/;
const SYMBOL = /^(?:sol|usdc|bonk|ray|usdt)[,.]?$/i;
/** Number words and units: next to a figure, they make a different amount. */
const MEASURE =
  /^(?:d[oó]lar(?:es)?|dollars?|bucks?|usd|\$|percents?|percent of|pct|%|por ?ciento|ciento|bps|bp|bips?|cents?|k|mil|ln|.*(?:mill|thousand|hundred|grand|billion|bil|trillion|dozen|docena|lakh|crore|mitad|half|quarter|third|fifth|eighth|tenth|cuarto|tercio|tercera|quint|décim|medi[oa]|fourth).*)$/;
const languages = [ENGLISH, spanish()];
// "once" is a number in the other language.
const isNumber = (word: string): boolean =>
  /\d/.test(word) ||
  languages.some(({ lexicon, numbers }) => lexicon.numerals.has(word) || numbers.words.scales.has(word));
// "jito" before SOL names jitoSOL.
const isName = (word: string): boolean => tokenIndex(world.tokens).words.has(word);
const words = languages.map(({ lexicon }) =>
  [...lexicon.words()].filter((word) => !isNumber(word) && !isName(word) && !MEASURE.test(word)).sort(),
);

const GREETINGS = [
  "Hi,\n\n",
  "Hello Bob,\n",
  "Dear Sir or Madam,\n",
  "Hola:\n\n",
  "Good morning. ",
  "Subject: rent\n\n",
  "",
];
const SIGNATURES = [
  "\n\nBest regards,\nTom",
  " Thanks, Priya",
  "\nCheers",
  "\n--\nTom Miller",
  " Gracias.",
  "",
];
const MEMOS = [" (invoice 991)", " (order 8842)", ", invoice no. 5512", " for lunch", " 🍕", ""];
const POISON = [
  ...[
    "not",
    "don't",
    "never",
    "cancel",
    "wait",
    "if it rains",
    "tomorrow",
    "no",
    "jamás",
    "mañana",
    "si llueve",
  ],
  ...["stop", "only half", "each", "twice", "on ethereum", "via orca", "maybe", "about"],
];

/** A pasted text around an order, sometimes with words that must prevent it. */
function pasted(draw: Random, order: string): { text: string; poisoned: boolean } {
  const poison = draw(3) === 0 ? pick(draw, POISON) : "";
  const memo =
    poison === "" ? pick(draw, MEMOS) : pick(draw, [` for ${poison}`, `, ${poison}`, ` (${poison})`]);
  const text = `${pick(draw, GREETINGS)}${order}${memo}.${pick(draw, SIGNATURES)}`;
  return { text, poisoned: poison !== "" };
}

const isOrder = (outcome: string): boolean => /^(?:swap|transfer) /.test(outcome);

const ADVICE =
  /\b(?:leave (?:it|them|out|the)|omit|drop|without|remove|delete|quita|quítal|elimina|omite|borra)\b/i;
/** Said only of words after a complete transfer, and only on a condition. */
const REMARK = /^(?:The transfer is complete without|El envío está completo sin) /;
/** Digits that a message may contain: limits, decimals of a token, code points, "base58". */
const CONSTANTS =
  /U\+[0-9A-F]+|base58|at position \d+|posición \d+|from 1 to 1000|de 1 a 1000|\(0[.,]01% (?:to|a) 10%\)|last 24 hours|últimas 24 horas|has \d+\.|tiene \d+\.|is \d+ characters.*|tiene \d+ caracteres.*/g;

const ASKED = /^Name the token to (receive for|pay for) (\S+?)(?: with)?\.$/;

/** The first fault of a refusal's advice, or undefined. */
export function adviceFault(text: string): string | undefined {
  const result = read(text);
  if (result.ok) return undefined;
  const { message } = result;
  const suggestions = result.suggest();
  if (!REMARK.test(message) && ADVICE.test(message.replace(/"[^"]*"/g, "")))
    return `advises to leave out a word: ${message}`;
  for (const [figure] of message.replace(CONSTANTS, "").matchAll(/\d[\d.,]*/g))
    if (!text.includes(figure.replace(/[.,]$/, ""))) return `quotes a number that was not typed: ${message}`;
  for (const [, word = ""] of message.matchAll(/"([^"]+)"/g))
    if (!text.includes(word)) return `quotes a word that was not typed: ${message}`;
  const [, what = "", symbol = ""] = ASKED.exec(message) ?? [];
  const named = what === "" ? "" : line(`${text} ${what === "receive for" ? "for" : "with"} PYTH`);
  if (isOrder(named) && !named.includes(what === "receive for" ? `${symbol}>PYTH` : `PYTH>${symbol}`))
    return `asks for the wrong token: ${message} ${named}`;
  const read1 = suggestions.map((suggestion) => line(suggestion));
  if (read1.some((outcome) => outcome.startsWith("refused")))
    return `suggests what is refused: ${suggestions.join(" | ")}`;
  return read1.filter(isOrder).length > 1 ? `suggests two orders: ${suggestions.join(" | ")}` : undefined;
}

/** Generates `each` variants of five kinds and returns the wrong ones, with how each was wrong. */
export function searchVariants(seed: number, each: number): readonly string[] {
  const draw = random(seed);
  const wrong: string[] = [];
  const note = (kind: string, text: string, outcome: string, meant = ""): void => {
    if (wrong.length < 40) wrong.push(`${kind}: ${JSON.stringify(text)} -> ${outcome} ${meant}`);
  };
  for (let i = 0; i < each; i += 1) {
    const [english, other] = shapes(draw);
    const [one, two] = [line(english), line(other)].map((outcome) =>
      isOrder(outcome) ? outcome : "refused",
    );
    if (one !== two) note("shape", `${english} | ${other}`, one!, two);

    const order = anyOrder(draw);
    const meant = line(order);
    const slipped = slip(draw, order);
    const after = line(slipped);
    if (isOrder(after) && after !== meant) note("slip", slipped, after, meant);

    const parts = order.split(" ");
    parts.splice(draw(parts.length + 1), 0, pick(draw, pick(draw, words)));
    const inserted = parts.join(" ");
    const more = line(inserted);
    if (isOrder(more) && more !== meant) note("insertion", inserted, more, meant);

    const { text, poisoned } = pasted(draw, order);
    const mail = line(text);
    if (isOrder(mail) && (poisoned || mail !== meant)) note(poisoned ? "poison" : "paste", text, mail, meant);

    const refused = pick(draw, [slipped, inserted, text, english, other]);
    const fault = adviceFault(refused);
    if (fault !== undefined) note("advice", refused, fault);
  }
  return wrong;
}
