import type { Spelling } from "../language.js";
import type { NumberWords } from "../number-words.js";
import { NOTHING, set } from "../sets.js";
import { words } from "../words.js";
import { SCALE_WORDS, spanishCardinals, spelledIn } from "./spelled.js";

type Part = readonly [bigint, bigint];
const parts = (n: bigint, d: bigint, text: string): [string, Part][] =>
  text.split(", ").map((name): [string, Part] => [name, [n, d]]);

export const spanishVagueTokens = () =>
  words`btc, bitcoin, bitcoins, usd, dólares, dólar, dolares, dolar, stablecoin, dólares americanos`;
export const spanishNonNumbers = () => words`infinito, infinitos, nan, ilimitado`;
export const spanishWholes = () => words`
  todo, toda, todos, todas, todo el, toda la, todos los, todas las, entero, completo, todo lo que tengo de, todo lo que tengo en, el total, la totalidad de,
  la totalidad, el 100%, absolutamente todo`;
export const spanishCurrencies = () => words`
  euro, euros, eur, peso, pesos, mxn, ars, cop, clp, sol peruano, soles, pen, bolívares, bolivares, reales, real, libras, libra, yenes, yen, francos,
  quetzales, guaraníes, lempiras, colones, córdobas, centavos, centavo, céntimos, centimos, pesetas, satoshis, sats`;
export const spanishParts = (): ReadonlyMap<string, Part> =>
  new Map([
    ...parts(1n, 2n, "la mitad, mitad, una mitad"),
    ...parts(1n, 3n, "un tercio, la tercera parte, una tercera parte, tercio, el tercio"),
    ...parts(2n, 3n, "dos tercios, dos terceras partes"),
    ...parts(1n, 4n, "un cuarto, la cuarta parte, una cuarta parte, cuarto"),
    ...parts(3n, 4n, "tres cuartos, tres cuartas partes"),
    ...parts(1n, 5n, "un quinto, la quinta parte, una quinta parte"),
    ...parts(1n, 10n, "un décimo, la décima parte, una décima parte"),
  ]);
const cardinals = spanishCardinals;

/** Words that stand in numbers alone, and those that begin one. */
export const spanishNumberWords = () => [
  ...cardinals().keys(),
  ...SCALE_WORDS,
  ...words`coma, punto, medio, media, por, ciento, porciento, puntos, punto, básicos, basicos, bps, us`,
];
export const spanishNumerals = () => [...cardinals().keys(), "mil", "medio", "media"];

export const spanishNumbers = (): NumberWords => ({
  eitherMark: true,
  countsWithOf: true,
  suffixes: new Map(Object.entries({ k: 1_000n, mil: 1_000n, m: 1_000_000n, mm: 1_000_000n })),
  timeUnits: new Set(words`h, hs, hrs, min, mins, s, seg, d, días, dias, horas, am, pm`),
  noUnits: set("x", "o", "a", "er", "ro", "do"),
  range: /\s?(?:-|\u2013|~)\s?\$?\d[\d,.]*[km]?(?![A-Za-z0-9])/iy,
  foreignScale: /(?!)/,
  shared: NOTHING,
  endings: NOTHING,
  behindDollars: /^(?:de|en|a|por|para|con|us|usd\w*|\w*usd)$/i,
  dollarsOf: (digits, symbol) => (symbol === undefined ? `$${digits} de` : `$${digits} de ${symbol}`),
  spelled: spelledIn(spanishCardinals()),
  beginnings: set("un", "una"),
  one: NOTHING,
  parts: spanishParts(),
  dollars: new Set(words`dólares, dólar, dolares, dolar, usd`),
  dollarLeads: set("us"),
  cents: NOTHING,
  currencies: new Set(spanishCurrencies()),
  vagueTokens: new Set(spanishVagueTokens()),
  percent: set("%", "porciento"),
  percentPairs: new Map([["por", set("ciento", "cien")]]),
  bps: set("bps", "pb"),
  bpsPairs: new Map([["puntos", set("básicos", "basicos")]]),
  minus: set("menos"),
  worth: set("de", "en"),
});

export const SPANISH_SPELLING: Spelling = {
  possessive: undefined,
  letter: undefined,
  accents: /[áéíóúüñ]|\u0301|\u0303|\u0308/i,
  isSilentApostrophe: () => false,
  abbreviation: () => undefined,
};
