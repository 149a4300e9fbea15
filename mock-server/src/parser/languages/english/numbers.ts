import type { Rational } from "../../../kernel/rational.js";
import { counted } from "../number-words.js";
import { NO_MATCH, NOTHING, pairs, set, setOf, words } from "../words.js";

/** Number words up to ninety. */
const CARDINALS: ReadonlyMap<string, bigint> = new Map([
  ...counted("zero one two three four five six seven eight nine ten eleven twelve thirteen", 0n, 1n),
  ...counted("fourteen fifteen sixteen seventeen eighteen nineteen", 14n, 1n),
  ...counted("twenty thirty forty fifty sixty seventy eighty ninety", 20n, 10n),
]);

/** Words that multiply the preceding number. */
const SCALES: ReadonlyMap<string, bigint> = new Map([
  ...counted("dozen", 12n, 0n),
  ...counted("hundred", 100n, 0n),
  ...counted("thousand/thousands/grand/k", 1_000n, 0n),
  ...counted("lakh/lakhs", 100_000n, 0n),
  ...counted("million/millions/mil/mill", 1_000_000n, 0n),
  ...counted("crore/crores", 10_000_000n, 0n),
  ...counted("billion/bil", 1_000_000_000n, 0n),
  ...counted("trillion", 1_000_000_000_000n, 0n),
]);

const parts = (n: bigint, d: bigint, names: readonly string[]): [string, Rational][] =>
  names.map((name) => [name, { n, d }]);

/** The words of numbers. The grammar in `text/spelled.ts` is the same for all languages. */
const NUMBER_WORDS = {
  /** Values below a thousand. */
  cardinals: CARDINALS,
  scales: SCALES,
  /** Scales that may lack a number: "hundred USDC" is 100 USDC. */
  bare: set("hundred", "thousand", "million"),
  /** Scales that end a number: "two grand five" may be 2,005 or 2,500. */
  last: set("k", "grand", "thousands", "millions", "lakh", "lakhs", "crore", "crores"),
  /** Scales of thousands of dollars. */
  money: set("grand"),
  /** Scales whose value differs between countries. */
  unclear: NOTHING,
  /** Articles that mean one before a scale. */
  articles: set("a", "an"),
  /** Words for one that never precede a scale. */
  alone: NOTHING,
  /** The word before a fraction: "two and a half". */
  and: "and",
  /** True if the word may also precede the rest after a scale: "a thousand and fifty". */
  restAfterAnd: true as boolean,
  /** The word between tens and units, if the language needs one. */
  tensAnd: undefined as string | undefined,
  points: set("point"),
  /** Words for a half before a scale. */
  halves: set("half"),
  /** True if a half needs no scale to be a number: "medio SOL". */
  halfAlone: false as boolean,
  /** Fractions after `and`. */
  parts: [
    ...parts(1n, 2n, words`half, a half, an half, one half`),
    ...parts(1n, 4n, words`quarter, a quarter, one quarter`),
    ...parts(3n, 4n, words`three quarters, three fourths`),
  ] as readonly (readonly [words: string, part: Rational])[],
  /** Words after a fraction that make it a separate amount: "one and half of my SOL". */
  owners: set("of", "my", "the", "a", "an"),
  /** Words that one typing error makes of a number word: "our hundred" may be "four hundred". */
  mistaken: pairs(
    words`our: four, for: four, to: two, on: one, then: ten, give: five, fine: nine, there: three`,
  ),
};

/** Fractions, as in "two and a quarter" and "three quarters of my SOL". */
const PARTS: ReadonlyMap<string, Rational> = new Map([
  ...parts(1n, 2n, words`half, one half, a half, one-half`),
  ...parts(1n, 3n, words`third, a third, one third, one-third`),
  ...parts(2n, 3n, words`two thirds, two-thirds`),
  ...parts(1n, 4n, words`quarter, a quarter, one quarter, one-quarter, a fourth, one fourth`),
  ...parts(3n, 4n, words`three quarters, three-quarters, three fourths`),
  ...parts(1n, 5n, words`a fifth, one fifth`),
  ...parts(1n, 8n, words`an eighth, one eighth`),
  ...parts(1n, 10n, words`a tenth, one tenth, one-tenth`),
]);

/** Words for dollars after a number. */
const DOLLAR_WORDS = words`dollars, dollar, bucks, buck, us dollars, usd dollars`;

export const ENGLISH_NUMBERS = {
  /** Forms of digits with marks, and the mark between groups. "1.000" and "12.500" may be decimals or thousands. */
  marks: [
    { form: /^(?![1-9]\d{0,2}\.\d\d0$)\d*(?:\.\d+)?$/, groups: "" },
    { form: /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/, groups: "," },
  ] as readonly { readonly form: RegExp; readonly groups: string }[],
  /** True if blanks may separate groups of digits. */
  blanks: false,
  /** True if a spelled number takes "of" before its unit: "medio millón de BONK". */
  countsWithOf: false,
  /** Multipliers for letters right after a number: "k", "m". */
  suffixes: new Map([
    ...counted("k", 1_000n, 0n),
    ...counted("m/mm/mil/mln", 1_000_000n, 0n),
    ...counted("b/bn", 1_000_000_000n, 0n),
  ]) as ReadonlyMap<string, bigint>,
  /** Letters after a number that make it a time: "24h". */
  timeUnits: setOf`h, hr, hrs, d, w, min, mins, s, sec, secs, am, pm, days, day, hours, y, yr`,
  /** Letters after a number that is not an amount: "1st", "2x". */
  noUnits: set("st", "nd", "rd", "th", "x"),
  /** The second number of a range such as "5-10k". Sticky. */
  range: /\s?(?:-|\u2013|~)\s?\$?\d[\d,.]*[kmb]?(?![A-Za-z0-9])/iy,
  /** A scale word with two meanings: "mil" is a million in English and a thousand in Spanish. */
  foreignScale: /\bmil\b|\dmil\b/i,
  /** Filler words that may be the end of a number: "nine ty". */
  endings: set("ty", "kk"),
  /** Words that may follow "10$" and are not a token symbol. */
  behindDollars: /^(?:of|worth|in|to|for|into|from|on|with|us|usd\w*|\w*usd)$/i,
  words: NUMBER_WORDS,
  /** Words that may begin a number or a phrase. The longer match is used. */
  beginnings: set("a", "point"),
  /** Words besides the cardinals that a number can begin with. */
  beginsWith: words`a, an, half, point, hundred, thousand, million`,
  /** Words that only have a meaning next to a number. */
  units: words`us, per, basis, point, points, bps, bp, bips, bip, pct, percents, cent, worth`,
  /** The article that means one: "a percent", "a dollar". */
  one: set("a"),
  parts: PARTS,
  /** Words for a whole balance. */
  wholes: words`
    all, everything, all of, entire, whole, the entire, the whole, the full, max, maximum, every bit of, every last bit of, all of it,
    the total, the max, the lot, full, every single, everything i have in, everything i have of, all i have in, all that i have in,
    everything i own in, all i have of, every last, all of what i have in, whatever i have in`,
  dollars: set(...DOLLAR_WORDS, "usd"),
  /** Words before "dollars" that name the currency. */
  dollarLeads: set("us"),
  cents: set("cent", "cents"),
  /** Currencies without a price in this service. */
  currencies: setOf`
    euro, euros, eur, gbp, pounds, pound, sterling, quid, yen, jpy, yuan, rmb, cny, rupees, rupee, inr, cad, aud, chf, francs, pesos, reais,
    brl, won, krw, naira, lira, canadian dollars, australian dollars, cents, cent, pence, satoshis, sats, gwei, wei`,
  /** Names that match several tokens, or may mean money in a bank account. */
  vagueTokens: setOf`btc, bitcoin, bitcoins, usd, dollars, dollar, bucks, stablecoin`,
  /** Words that are not amounts but may appear where a number is expected. */
  nonNumbers: words`nan, infinity, infinite, inf, null, undefined, minus infinity, unlimited`,
  /** Phrases with a unit. */
  phrases: [...DOLLAR_WORDS, "percent of"] as readonly string[],
  percent: set("percent", "pct", "%", "percents", "per cent"),
  bps: set("bps", "bp", "bips", "bip", "basis point", "basis points"),
  /** Words that make the next number negative. */
  minus: set("minus", "negative"),
  /** Words between a dollar amount and its token. */
  worth: set("of", "worth", "in"),
};

export const ENGLISH_SPELLING = {
  /** A number word that sounds like the word before a recipient. */
  homophone: ["two", "to"] as readonly [word: string, meaning: string] | undefined,
  /** The dictated end of a `.sol` name. Sticky. */
  dot: / dot sol(?![A-Za-z0-9])/iy,
  /** Letters besides a to z that the language uses. A text with other letters is in another language. */
  accents: NO_MATCH,
  /** The possessive ending, if the language has one. */
  possessive: "'s" as string | undefined,
  /** A letter that means "with" between a token and its payment ("buy BONK w 1 SOL"), and the full word. */
  letter: ["w", "with"] as readonly [letter: string, meaning: string] | undefined,
  /** Abbreviations with a slash, and the full words. Sticky. */
  abbreviations: [
    [/w\/o(?![a-z])(?=\s|\d)/iy, "without"],
    [/w\/(?=\s|\d)/iy, "with"],
  ] as readonly (readonly [form: RegExp, meaning: string])[],
};
