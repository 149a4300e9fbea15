import type { Rational } from "../../../kernel/rational.js";
import type { Language } from "../language.js";
import { counted } from "../number-words.js";
import { NO_MATCH, NOTHING, set, setOf, words } from "../words.js";

/** Number words below a thousand. */
const cardinals = (): ReadonlyMap<string, bigint> =>
  new Map([
    ...counted("cero un/uno/una dos tres cuatro cinco seis siete ocho nueve diez once doce trece", 0n, 1n),
    ...counted("catorce quince dieciséis/dieciseis diecisiete dieciocho diecinueve veinte", 14n, 1n),
    ...counted("veintiuno/veintiún/veintiun/veintiuna veintidós/veintidos veintitrés/veintitres", 21n, 1n),
    ...counted("veinticuatro veinticinco veintiséis/veintiseis veintisiete veintiocho veintinueve", 24n, 1n),
    ...counted("treinta cuarenta cincuenta sesenta setenta ochenta noventa", 30n, 10n),
    ...counted("cien/ciento doscientos/doscientas trescientos/trescientas", 100n, 100n),
    ...counted("cuatrocientos/cuatrocientas quinientos/quinientas seiscientos/seiscientas", 400n, 100n),
    ...counted("setecientos/setecientas ochocientos/ochocientas novecientos/novecientas", 700n, 100n),
  ]);
const numberWords = (): Language["numbers"]["words"] => ({
  cardinals: cardinals(),
  scales: new Map([
    ...counted("docena/docenas", 12n, 0n),
    ...counted("mil/k", 1_000n, 0n),
    ...counted("millón/millon/millones", 1_000_000n, 0n),
  ]),
  bare: set("mil", "millón", "millon"),
  last: set("k"),
  money: NOTHING,
  // A billón is a million millions in Spain, and often a billion elsewhere.
  unclear: setOf`billón, billon, billones, trillón, trillon, trillones`,
  articles: NOTHING,
  alone: set("uno"),
  and: "y",
  restAfterAnd: false,
  tensAnd: "y",
  points: set("coma", "punto"),
  halves: set("medio", "media"),
  halfAlone: true,
  parts: [...parts(1n, 2n, "medio, media"), ...parts(1n, 4n, "un cuarto"), ...parts(3n, 4n, "tres cuartos")],
  owners: set("de", "del", "mi", "mis", "el", "la", "los", "las", "un", "una"),
  mistaken: new Map(Object.entries({ mi: "mil", mis: "mil", los: "dos" })),
});

const parts = (n: bigint, d: bigint, text: string): [string, Rational][] =>
  text.split(", ").map((name): [string, Rational] => [name, { n, d }]);

const PARTS = (): ReadonlyMap<string, Rational> =>
  new Map([
    ...parts(1n, 2n, "la mitad, mitad, una mitad"),
    ...parts(1n, 3n, "un tercio, la tercera parte, una tercera parte, tercio, el tercio"),
    ...parts(2n, 3n, "dos tercios, dos terceras partes"),
    ...parts(1n, 4n, "un cuarto, la cuarta parte, una cuarta parte, cuarto"),
    ...parts(3n, 4n, "tres cuartos, tres cuartas partes"),
    ...parts(1n, 5n, "un quinto, la quinta parte, una quinta parte"),
    ...parts(1n, 10n, "un décimo, la décima parte, una décima parte"),
  ]);

export const spanishNumbers = (): Language["numbers"] => ({
  marks: [
    { form: /^\d*[.,](?:\d{1,2}|\d{4,})$|^0*[.,]\d+$|^\d+$/, groups: "" },
    { form: /^[1-9]\d{0,2}(?:\.\d{3})+,\d+$|^[1-9]\d{0,2}(?:\.\d{3}){2,}$/, groups: "." },
    { form: /^[1-9]\d{0,2}(?:,\d{3})+\.\d+$|^[1-9]\d{0,2}(?:,\d{3}){2,}$/, groups: "," },
  ],
  blanks: true,
  countsWithOf: true,
  suffixes: new Map(Object.entries({ k: 1_000n, mil: 1_000n, m: 1_000_000n, mm: 1_000_000n })),
  timeUnits: setOf`h, hs, hrs, min, mins, s, seg, d, días, dias, horas, am, pm`,
  noUnits: set("x", "o", "a", "er", "ro", "do"),
  range: /\s?(?:-|\u2013|~)\s?\$?\d[\d,.]*[km]?(?![A-Za-z0-9])/iy,
  foreignScale: NO_MATCH,
  endings: NOTHING,
  behindDollars: /^(?:de|en|a|por|para|con|us|usd\w*|\w*usd)$/i,
  words: numberWords(),
  beginnings: set("un", "una"),
  beginsWith: words`mil, millón, millon, medio, media, coma, punto`,
  units: words`coma, punto, medio, media, por, ciento, porciento, puntos, básicos, basicos, bps, us`,
  one: NOTHING,
  parts: PARTS(),
  wholes: words`
    todo, toda, todos, todas, todo el, toda la, todos los, todas las, entero, completo, todo lo que tengo de, todo lo que tengo en, el total,
    la totalidad de, la totalidad, el 100%, absolutamente todo`,
  dollars: setOf`dólares, dólar, dolares, dolar, usd`,
  dollarLeads: set("us"),
  cents: NOTHING,
  currencies: setOf`
    euro, euros, eur, peso, pesos, mxn, ars, cop, clp, sol peruano, soles, pen, bolívares, bolivares, reales, real, libras, libra, yenes, yen,
    francos, quetzales, guaraníes, lempiras, colones, córdobas, centavos, centavo, céntimos, centimos, pesetas, satoshis, sats`,
  vagueTokens: setOf`btc, bitcoin, bitcoins, usd, dólares, dólar, dolares, dolar, stablecoin, dólares americanos`,
  nonNumbers: words`infinito, infinitos, nan, ilimitado`,
  phrases: [],
  percent: set("%", "porciento", "por ciento", "por cien"),
  bps: set("bps", "pb", "puntos básicos", "puntos basicos"),
  minus: set("menos"),
  worth: set("de", "en"),
});

export const SPANISH_SPELLING: Language["spelling"] = {
  homophone: undefined,
  dot: / punto sol(?![A-Za-z0-9])/iy,
  possessive: undefined,
  letter: undefined,
  accents: /[áéíóúüñ]|\u0301|\u0303|\u0308/i,
  abbreviations: [],
};
