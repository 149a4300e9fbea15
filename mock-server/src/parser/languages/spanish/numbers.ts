import type { Atoms } from "../../text/atom.js";
import { add, multiply, type Rational, whole } from "../../text/rational.js";
import type { Spelled } from "../english/spelled.js";
import type { Language } from "../language.js";
import { NO_MATCH, NOTHING, set, words } from "../words.js";

const units = (text: string, from: bigint, step: bigint): [string, bigint][] =>
  text
    .split(" ")
    .flatMap((names, at) =>
      names.split("/").map((name): [string, bigint] => [name, from + BigInt(at) * step]),
    );

const HALF: Rational = { n: 1n, d: 2n };
const THOUSAND = 1_000n;
const MILLION = 1_000_000n;

/** Number words below a thousand. */
const spanishCardinals = (): ReadonlyMap<string, bigint> =>
  new Map([
    ...units(
      "cero un/uno/una dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince",
      0n,
      1n,
    ),
    ...units(
      "dieciséis/dieciseis diecisiete dieciocho diecinueve veinte veintiuno/veintiún/veintiun/veintiuna",
      16n,
      1n,
    ),
    ...units("veintidós/veintidos veintitrés/veintitres veinticuatro veinticinco", 22n, 1n),
    ...units("veintiséis/veintiseis veintisiete veintiocho veintinueve", 26n, 1n),
    ...units("treinta cuarenta cincuenta sesenta setenta ochenta noventa", 30n, 10n),
    ...units(
      "cien/ciento doscientos/doscientas trescientos/trescientas cuatrocientos/cuatrocientas",
      100n,
      100n,
    ),
    ...units(
      "quinientos/quinientas seiscientos/seiscientas setecientos/setecientas ochocientos/ochocientas",
      500n,
      100n,
    ),
    ...units("novecientos/novecientas", 900n, 100n),
  ]);

const SCALE_WORDS: readonly string[] = ["mil", "millón", "millon", "millones", "k"];
const SCALES: ReadonlyMap<string, bigint> = new Map([
  ["mil", THOUSAND],
  ["k", THOUSAND],
  ["millón", MILLION],
  ["millon", MILLION],
  ["millones", MILLION],
]);
const HALVES: ReadonlySet<string> = new Set(["medio", "media"]);
const POINTS: ReadonlySet<string> = new Set(["coma", "punto"]);

const wordAt = (raws: Atoms, at: number): string => {
  const raw = raws[at];
  return raw?.kind === "unknown" && raw.form !== "sigil" ? raw.text : "";
};

/** Parses "ciento veinticinco", "dos mil quinientos", "uno coma cinco", "dos y medio", "medio millón", "5 mil". */
function spelledIn(cardinals: ReadonlyMap<string, bigint>): (raws: Atoms, at: number) => Spelled | undefined {
  /** Parses a number below a thousand: "doscientos treinta y cinco". */
  const below = (raws: Atoms, from: number): { value: bigint; next: number } | undefined => {
    let at = from;
    let total = 0n;
    let least = THOUSAND;
    for (;;) {
      const joined = wordAt(raws, at) === "y" && least === 10n && total > 0n;
      const value = cardinals.get(wordAt(raws, joined ? at + 1 : at));
      if (value === undefined || value >= least || (value === 0n && total > 0n)) break;
      if (joined && value > 9n) break;
      // "Treinta cinco" is missing its "y" and may be two numbers.
      if (!joined && total > 0n && least === 10n) break;
      total += value;
      least = value >= 100n ? 100n : value >= 30n && value % 10n === 0n ? 10n : 0n;
      at += joined ? 2 : 1;
      if (least === 0n) break;
    }
    return at === from ? undefined : { value: total, next: at };
  };

  const decimals = (raws: Atoms, from: number): { digits: string; next: number } | undefined => {
    if (!POINTS.has(wordAt(raws, from))) return undefined;
    let at = from + 1;
    let digits = "";
    for (
      let value = cardinals.get(wordAt(raws, at));
      value !== undefined;
      value = cardinals.get(wordAt(raws, at))
    ) {
      // "Uno coma veinticinco" is 1.25; "uno coma cero cinco" is 1.05.
      if (value > 99n || (digits !== "" && value > 9n)) return undefined;
      digits += value.toString();
      at += 1;
      if (value > 9n) break;
    }
    return digits === "" ? undefined : { digits, next: at };
  };

  return (raws, start) => {
    const first = raws[start];
    let at = start;
    let total = whole(0n);
    let group: Rational | undefined;
    let last = MILLION * MILLION;
    let vague = false;
    if (first?.kind === "number" && first.value !== undefined && first.form === undefined) {
      group = first.value;
      at += 1;
    } else if (HALVES.has(wordAt(raws, start))) {
      group = HALF;
      at += 1;
    } else if (wordAt(raws, start) === "mil") group = whole(1n);
    for (;;) {
      if (group === undefined) {
        const read = below(raws, at);
        if (read === undefined) break;
        group = whole(read.value);
        at = read.next;
        const part = decimals(raws, at);
        if (part !== undefined) {
          group = add(group, { n: BigInt(part.digits), d: 10n ** BigInt(part.digits.length) });
          at = part.next;
        } else if (wordAt(raws, at) === "y" && HALVES.has(wordAt(raws, at + 1))) {
          group = add(group, HALF);
          at += 2;
        }
      }
      const scale = SCALES.get(wordAt(raws, at));
      if (scale === undefined) break;
      // "Tres millones uno mil" is missing a word: "uno" never precedes a thousand.
      if (scale >= last || (group.n === group.d && wordAt(raws, at - 1) === "uno")) {
        vague = true;
        break;
      }
      // Nothing is added after a fraction of a thousand ("1,5 mil quinientos") or after "k" ("30 k cinco").
      const closed = group.d !== 1n || wordAt(raws, at) === "k";
      total = add(total, multiply(group, whole(scale)));
      group = undefined;
      last = scale;
      at += 1;
      if (closed) break;
    }
    if (at === start) return undefined;
    // "Mil y medio", "dos mil mil" and "cinco seis" continue after a complete number, so they are vague.
    const more = wordAt(raws, at);
    const half = more === "y" && HALVES.has(wordAt(raws, at + 1));
    if (vague || half || SCALES.has(more) || cardinals.has(more)) {
      at += half ? 2 : 1;
      while (SCALES.has(wordAt(raws, at)) || cardinals.has(wordAt(raws, at))) at += 1;
      return { value: total, next: at, form: "spelled", vague: true };
    }
    return { value: group === undefined ? total : add(total, group), next: at, form: "spelled" };
  };
}

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

/** Words that occur only in numbers, and words that begin a number. */
export const spanishNumberWords = () => [
  ...spanishCardinals().keys(),
  ...SCALE_WORDS,
  ...words`coma, punto, medio, media, por, ciento, porciento, puntos, punto, básicos, basicos, bps, us`,
];
export const spanishNumerals = () => [...spanishCardinals().keys(), "mil", "medio", "media"];

export const spanishNumbers = (): Language["numbers"] => ({
  eitherMark: true,
  countsWithOf: true,
  suffixes: new Map(Object.entries({ k: 1_000n, mil: 1_000n, m: 1_000_000n, mm: 1_000_000n })),
  timeUnits: set(...words`h, hs, hrs, min, mins, s, seg, d, días, dias, horas, am, pm`),
  noUnits: set("x", "o", "a", "er", "ro", "do"),
  range: /\s?(?:-|\u2013|~)\s?\$?\d[\d,.]*[km]?(?![A-Za-z0-9])/iy,
  foreignScale: NO_MATCH,
  endings: NOTHING,
  behindDollars: /^(?:de|en|a|por|para|con|us|usd\w*|\w*usd)$/i,
  dollarsOf: (digits, symbol) => (symbol === undefined ? `$${digits} de` : `$${digits} de ${symbol}`),
  spelled: spelledIn(spanishCardinals()),
  beginnings: set("un", "una"),
  one: NOTHING,
  parts: spanishParts(),
  dollars: set(...words`dólares, dólar, dolares, dolar, usd`),
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

export const SPANISH_SPELLING: Language["spelling"] = {
  possessive: undefined,
  letter: undefined,
  accents: /[áéíóúüñ]|\u0301|\u0303|\u0308/i,
  abbreviation: () => undefined,
};
