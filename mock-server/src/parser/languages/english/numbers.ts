import { words } from "../words.js";

/** Cardinal words up to ninety. */
export const CARDINALS: ReadonlyMap<string, bigint> = new Map(
  Object.entries({
    zero: 0n,
    one: 1n,
    two: 2n,
    three: 3n,
    four: 4n,
    five: 5n,
    six: 6n,
    seven: 7n,
    eight: 8n,
    nine: 9n,
    ten: 10n,
    eleven: 11n,
    twelve: 12n,
    thirteen: 13n,
    fourteen: 14n,
    fifteen: 15n,
    sixteen: 16n,
    seventeen: 17n,
    eighteen: 18n,
    nineteen: 19n,
    twenty: 20n,
    thirty: 30n,
    forty: 40n,
    fourty: 40n,
    fifty: 50n,
    sixty: 60n,
    seventy: 70n,
    eighty: 80n,
    ninety: 90n,
  }),
);

/** Words that multiply what stands before them. */
export const SCALES: ReadonlyMap<string, bigint> = new Map(
  Object.entries({
    dozen: 12n,
    hundred: 100n,
    thousand: 1_000n,
    grand: 1_000n,
    k: 1_000n,
    thousands: 1_000n,
    million: 1_000_000n,
    mil: 1_000_000n,
    mill: 1_000_000n,
    millions: 1_000_000n,
    billion: 1_000_000_000n,
    bil: 1_000_000_000n,
    trillion: 1_000_000_000_000n,
  }),
);

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
    "a fifth": [1n, 5n],
    "one fifth": [1n, 5n],
    "two fifths": [2n, 5n],
    "three fifths": [3n, 5n],
    "four fifths": [4n, 5n],
    "a sixth": [1n, 6n],
    "an eighth": [1n, 8n],
    "one eighth": [1n, 8n],
    "a tenth": [1n, 10n],
    "one tenth": [1n, 10n],
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

/** Letters behind a figure that make it a time: "24h", "5pm". */
export const TIME_UNIT_WORDS: readonly string[] = words`
    h, hr, hrs, d, w, min, mins, s, sec, secs, am, pm, days, day, hours, y, yr`;

/** Words that follow a number or belong to one, and stand for nothing alone. */
export const UNIT_WORDS: readonly string[] = words`
    us, per, basis, point, points, bps, bp, bips, bip, pct, percents, cent, worth`;
