import type { ChainWords } from "../../refusals/chains.js";
import type { Groups } from "../groups.js";
import { guardOf } from "../guard-of.js";
import type { AmountWords, Circumstances, Manners, RecipientWords, SlippageWords } from "../order-words.js";
import type { GuardWords, RefusalWords, SuggestionWords } from "../refusal-words.js";
import { NOTHING, set, union } from "../sets.js";
import { words } from "../words.js";

const NEVER = /(?!)/;

/** "quiero que vendas": alone that form forbids or tells ("no vendas", "cuando vendas"). */
const WISHED = new Set(words`quiero que, necesito que, quisiera que, me gustaría que, te pido que`);
const SUBJUNCTIVES = {
  cambies: "cambia",
  intercambies: "intercambia",
  conviertas: "convierte",
  vendas: "vende",
  compres: "compra",
  inviertas: "invierte",
  pongas: "pon",
  metas: "mete",
  mandes: "manda",
  envíes: "envía",
  transfieras: "transfiere",
  pagues: "paga",
  pases: "pasa",
};

/** Behind "me" these are a past without its accent ("me compré"), or part of a wish. */
const TOLD = new Set(
  words`cambie, intercambie, swapee, canjee, convierta, compre, venda, liquide, gaste, use, utilice, invierta, ponga, meta,
    adquiera, obtenga, envíe, envie, mande, pague, pase, transfiera`,
);

export const spanishAmounts = (groups: Groups): AmountWords => ({
  of: set("de", "del"),
  worth: NOTHING,
  worthOf: NOTHING,
  in: set("en"),
  and: set("y"),
  more: NOTHING,
  articles: set("un", "una"),
  my: set("mi", "mis"),
  mine: set("mi", "mis", "el", "la", "los", "las"),
  owners: set("mi", "mis"),
  leads: set("mi", "mis", "el", "la", "los", "las", "exactamente", "solo", "sólo", "solamente"),
  single: NOTHING,
  fromOwn: set("de", "del"),
  stablecoin: set("stablecoin"),
  labels: new Set([...groups.UNIT, "mint"]),
});

export const spanishRecipients = (groups: Groups): RecipientWords => ({
  to: set("a", "al", "para"),
  holders: union(groups.HOLDER, groups.PERSON),
  plain: set("wallet", "dirección", "direccion", "cuenta", "billetera"),
  determiners: set("la", "el"),
  at: set("en"),
  leads: new Set([...groups.TO, ...groups.INTO]),
  ownPlaces: set(
    ...["de", "desde", "en"].flatMap((lead) =>
      words`wallet, cuenta, billetera, cartera`.map((place) => `${lead} mi ${place}`),
    ),
  ),
});

export const spanishSlippage = (): SlippageWords => ({
  before: new Set(
    words`con, un, una, de, del, máximo, maximo, máximo de, hasta, no más de, como máximo, el, la, menos de, y, usando, que, mi, acepto`,
  ),
  between: new Set(
    words`máximo, maximo, de, del, al, a, es, sea, hasta, máximo de, como máximo, el, un, inferior, menor, =, :`,
  ),
  after: new Set(words`máximo, maximo, como máximo, como maximo, o menos, \,`),
  backwards: set("máximo", "maximo", "de", "un"),
  less: set("menos de", "por debajo de"),
  defaults: set("predeterminado", "normal"),
});

export const spanishManners = (groups: Groups): Manners => ({
  thanks: set("gracias", "muchas gracias", "mil gracias"),
  polite: new Set(words`porfa, porfavor, gracias, ok, vale`),
  request: /^me$|^(?:me )?(?:puede|podr[ií]a|pod[eé]s)|^te importar|^ser[ií]a|^por ?fa/,
  tags: set("vale", "ok", "okay"),
  doubts: set("no", "verdad", "cierto", "sí"),
  announcers: new Set(words`ok, sí, bueno, vale, listo, entonces, hola`),
  assistants: /bot|agent/,
  negationSlips: new Map(),
  references: NOTHING,
  duties: new Map(),
  times: NOTHING,
  purpose: /^para /,
  symbolLike: NOTHING,
  connectors: NOTHING,
  on: set("en"),
  gerundLeads: NOTHING,
  gerunds: new Map(),
  told: new Map([["me", TOLD]]),
  subjunctiveLeads: WISHED,
  subjunctives: new Map(Object.entries(SUBJUNCTIVES)),
  verbs: union(groups.SWAP, groups.SELL, groups.BUY, groups.GET, groups.SEND),
  swaps: union(groups.SWAP, groups.SELL, groups.BUY),
});

export const spanishCircumstances = (): Circumstances => ({
  words: NOTHING,
  bare: NOTHING,
  wishes: NOTHING,
  facts: NOTHING,
  restKept: NOTHING,
  halfKept: NOTHING,
  farewells: new Set(words`atentamente, cordialmente, un abrazo, abrazos, un saludo, saludos cordiales`),
  announced: [],
});

export const spanishChains = (): ChainWords => ({
  strongLeads: set("en", "vía", "via", "sobre"),
  weakLeads: set("desde", "de", "a", "por", "mi"),
  fillers: set("la", "el"),
  networks: set("red", "cadena", "blockchain"),
  on: set("en"),
  to: set("a"),
  from: set("de", "desde"),
  onMainnet: NOTHING,
  asks: /^(?:qu[ée]|c[óo]mo|cu[áa])/,
  sites: set("x", "twitter", "telegram"),
});

export function spanishGuardWords(groups: Groups): GuardWords {
  return {
    guardOf: guardOf(groups),
    unlessWhole: NOTHING,
    bareNo: NOTHING,
    wishes: NOTHING,
    participles: NOTHING,
    aboutActing: new Set(words`
      debo, debería, deberia, puedo, cómo, como, qué pasa si, que pasa si, qué pasaría si, que pasaria si, es buena idea, conviene, vale la pena, se puede,
      es posible, es seguro, es mejor, podemos, debemos, cambio, vendo, compro, envío, envio, mando`),
    gerund: /^(?:cambi|envi|vend|compr|mand|transfir|pag)(?:ando|iendo)$/,
    announces: new Set(words`una pregunta, tengo una pregunta`),
    looks: new Set(words`muestra, muéstrame, muestrame, dime, revisa, consulta, ver`),
    joiners: set("y", "luego", "después", "además", "también", "&"),
    use: NOTHING,
  };
}

export const spanishRefusals = (groups: Groups): RefusalWords => ({
  foreign: NOTHING,
  request: set("pide", "solicita"),
  reaching: set("a", "en", "hasta", "sea"),
  or: set("o"),
  paying: NEVER,
  swapVerbs: union(groups.SWAP, groups.SELL, groups.BUY),
  softSwapVerbs: union(groups.PUT, groups.SPEND, groups.GET),
  buyVerbs: union(groups.BUY, groups.GET),
  leads: union(groups.TO, groups.INTO, groups.FOR),
  onto: set("en"),
  atPrice: NOTHING,
  ranges: /^(?:entre|o)$/,
  joins: set("y", "más"),
  most: set("máximo", "maximo"),
  shares: set("cada uno", "y", "entre"),
  pronouns: set("él", "ella", "ellos", "lo", "le"),
  pointers: set("un", "una", "el", "la", "mi", "este", "esta", "su"),
});

const DOLLAR_COINS = ["USDC", "USDT", "PYUSD"];
const BUYING = /(?:^|\s)(?:c[oó]mpr|adqui|consig|obt)/i;

export const spanishSuggestions = (): SuggestionWords => ({
  verbs: ["cambia", "compra", "envía"],
  meant: new Map([
    ...["btc", "bitcoin", "bitcoins"].map((name): [string, readonly string[]] => [name, ["WBTC"]]),
    ...["usd", "dólares", "dolares", "dólar", "dolar"].map((name): [string, readonly string[]] => [
      name,
      DOLLAR_COINS,
    ]),
  ]),
  slippageUnits: ["%", " bps"],
  parts: (part) => [`${part} de mi`],
  *withCounterToken(command, symbols) {
    const body = command.replace(/[\s.!?,;]+$/, "").replace(/^\u00bf/, "");
    for (const symbol of symbols) yield `${body} ${BUYING.test(body) ? "con" : "por"} ${symbol}`;
  },
  asked: /^(?:qu[ée]|c[óo]mo|deb|pued|pod)/,
  afterAsking: /^\s*(?:si|a)\b/i,
  joins: set("y", "luego", "&", "más", "después"),
  placeLeads: set("en", "vía", "via"),
  placeNouns: /^\s*(?:red|cadena|mainnet)\b/i,
});
