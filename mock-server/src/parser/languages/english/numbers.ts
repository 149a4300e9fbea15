import type { Spelling } from "../language.js";
import type { NumberWords } from "../number-words.js";
import { set } from "../sets.js";
import { words } from "../words.js";
import { readSpelled } from "./spelled.js";

const MANY = ["two", "three", "four", "five", "six", "seven", "eight", "nine"];
const SMALL = [
  ["fifth", 5],
  ["sixth", 6],
  ["seventh", 7],
  ["eighth", 8],
  ["ninth", 9],
  ["tenth", 10],
] as const;
/** "a tenth", "three eighths". */
const SMALL_PARTS = SMALL.flatMap(([name, size]): [string, [bigint, bigint]][] => [
  ...["a", "an", "one"].map((one): [string, [bigint, bigint]] => [`${one} ${name}`, [1n, BigInt(size)]]),
  ...MANY.slice(0, size - 2).map((many, at): [string, [bigint, bigint]] => [
    `${many} ${name}s`,
    [BigInt(at + 2), BigInt(size)],
  ]),
]);

/** Parts of one, as in "two and a quarter" and "three quarters of my SOL". */
export const PARTS: ReadonlyMap<string, readonly [bigint, bigint]> = new Map<
  string,
  readonly [bigint, bigint]
>(
  Object.entries({
    half: [1n, 2n],
    "one half": [1n, 2n],
    "a half": [1n, 2n],
    third: [1n, 3n],
    "a third": [1n, 3n],
    "one third": [1n, 3n],
    "two thirds": [2n, 3n],
    "two-thirds": [2n, 3n],
    "one-third": [1n, 3n],
    quarter: [1n, 4n],
    "a quarter": [1n, 4n],
    "one quarter": [1n, 4n],
    "one-quarter": [1n, 4n],
    "a fourth": [1n, 4n],
    "one fourth": [1n, 4n],
    "three quarters": [3n, 4n],
    "three-quarters": [3n, 4n],
    "three fourths": [3n, 4n],
    ...Object.fromEntries(SMALL_PARTS),
    "one-tenth": [1n, 10n],
    "one-half": [1n, 2n],
  }),
);

/** Words for the whole of a balance. */
export const WHOLES: readonly string[] = words`
    all, everything, all of, entire, whole, the entire, the whole, the full, max, maximum, every bit of,
    every last bit of, all of it, the total, the max, the lot, full, every single,
    everything i have in, everything i have of, all i have in, all that i have in, everything i own in, all i have of,
    every last, all of what i have in, whatever i have in`;

/** Words for dollars; they follow a number. */
export const DOLLAR_WORDS: readonly string[] = words`
    dollars, dollar, bucks, buck, us dollars, usd dollars`;

/** Money that has no price here. */
export const CURRENCY_WORDS: readonly string[] = words`
    euro, euros, eur, gbp, pounds, pound, sterling, quid, yen, jpy, yuan, rmb, cny, rupees, rupee, inr, cad,
    aud, chf, francs, pesos, reais, brl, won, krw, naira, lira, canadian dollars, australian dollars, cents,
    cent, pence, satoshis, sats, gwei, wei`;

/** Names that could mean several tokens, or money in a bank. */
export const VAGUE_TOKENS: readonly string[] = words`
    btc, bitcoin, bitcoins, usd, dollars, dollar, bucks, stablecoin`;

/** Numbers that are none. */
export const NON_NUMBERS: readonly string[] = words`
    nan, infinity, infinite, inf, null, undefined, minus infinity, unlimited`;

/** Words that follow a number or belong to one, and stand for nothing alone. */
export const UNIT_WORDS: readonly string[] = words`
    us, per, basis, point, points, bps, bp, bips, bip, pct, percents, cent, worth`;

/** Words beside the cardinals that begin a number. */
export const BEGINNINGS: readonly string[] = words`a, an, half, point, hundred, thousand, million`;

export const ENGLISH_NUMBERS: NumberWords = {
  eitherMark: false,
  countsWithOf: false,
  suffixes: new Map(
    Object.entries({
      k: 1_000n,
      m: 1_000_000n,
      mm: 1_000_000n,
      mil: 1_000_000n,
      mln: 1_000_000n,
      b: 1_000_000_000n,
      bn: 1_000_000_000n,
    }),
  ),
  timeUnits: new Set(words`h, hr, hrs, d, w, min, mins, s, sec, secs, am, pm, days, day, hours, y, yr`),
  noUnits: set("st", "nd", "rd", "th", "x"),
  range: /\s?(?:-|\u2013|~)\s?\$?\d[\d,.]*[kmb]?(?![A-Za-z0-9])/iy,
  foreignScale: /\bmil$|\dmil$/i,
  shared: set(
    "swap",
    "convert",
    "in",
    "a",
    "on",
    "per",
    "so",
    "me",
    "do",
    "no",
    "->",
    "/",
    "transfer",
    "go",
    "max",
    "total",
  ),
  endings: set("ty", "kk"),
  behindDollars: /^(?:of|worth|in|to|for|into|from|on|with|us|usd\w*|\w*usd)$/i,
  dollarsOf: (digits, symbol) => (symbol === undefined ? `$${digits} of` : `$${digits} of ${symbol}`),
  spelled: readSpelled,
  beginnings: set("a", "point"),
  one: set("a"),
  parts: PARTS,
  dollars: new Set([...DOLLAR_WORDS, "usd"]),
  dollarLeads: set("us"),
  cents: set("cent", "cents"),
  currencies: new Set(CURRENCY_WORDS),
  vagueTokens: new Set(VAGUE_TOKENS),
  percent: set("percent", "pct", "%", "percents"),
  percentPairs: new Map([["per", set("cent")]]),
  bps: set("bps", "bp", "bips", "bip"),
  bpsPairs: new Map([["basis", set("point", "points")]]),
  minus: set("minus", "negative"),
  worth: set("of", "worth", "in"),
};

const SHORT_WITH = /w\/(?:o(?![a-z]))?(?=\s|\d)/iy;

export const ENGLISH_SPELLING: Spelling = {
  accents: /(?!)/,
  possessive: "'s",
  letter: ["w", "with"],
  // "twenty bucks' worth": the apostrophe quotes nothing.
  isSilentApostrophe: (text, at) => text.startsWith("s' worth", at - 1),
  abbreviation(text, at) {
    SHORT_WITH.lastIndex = at;
    const short = SHORT_WITH.exec(text)?.[0];
    if (short === undefined) return undefined;
    return { stands: short.length > 2 ? "without" : "with", end: at + short.length };
  },
};
