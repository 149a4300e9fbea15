import type { Atoms } from "../text/atom.js";
import type { Rational } from "../text/rational.js";

/** A number read from words, or from digits and words, and where it stops. */
export interface Spelled {
  readonly value: Rational;
  readonly next: number;
  /** It runs on in a way that has two readings: "two grand five". */
  readonly vague?: boolean;
  /** `grand` if a word was said that counts dollars. */
  readonly form: "spelled" | "grand";
}

/** How a language writes and says numbers. */
export interface NumberWords {
  /** Whether a comma may be the decimal mark as well as a point; a single mark before three digits is then asked back. */
  readonly eitherMark: boolean;
  /** Whether a number in words takes "of" before what it counts: "medio millón de BONK". */
  readonly countsWithOf: boolean;
  /** The factor by which letters right behind a figure multiply it: "k", "m". */
  readonly suffixes: ReadonlyMap<string, bigint>;
  /** Letters behind a figure that make it a time: "24h". */
  readonly timeUnits: ReadonlySet<string>;
  /** Letters behind a figure that make it no amount: "1st", "2x". */
  readonly noUnits: ReadonlySet<string>;
  /** A second figure behind a first one, as in "5-10k". Sticky. */
  readonly range: RegExp;
  /** A scale that is another one in other languages: sure only beside a word that is no word of those. */
  readonly foreignScale: RegExp;
  /** Words of orders that other languages share. */
  readonly shared: ReadonlySet<string>;
  /** Noise that is also the end of a number: "nine ty". */
  readonly endings: ReadonlySet<string>;
  /** Words that may follow "10$" without being a token's symbol. */
  readonly behindDollars: RegExp;
  /** How so many dollars of something are said, for the two readings of "10$BONK". */
  dollarsOf(digits: string, symbol?: string): string;
  /** A number in words that begins at a place. */
  spelled(raws: Atoms, at: number): Spelled | undefined;
  /** Words that may begin a number and a phrase: the longer of both is taken. */
  readonly beginnings: ReadonlySet<string>;
  /** The article that stands for one: "a percent", "a dollar". */
  readonly one: ReadonlySet<string>;
  readonly parts: ReadonlyMap<string, readonly [bigint, bigint]>;
  readonly dollars: ReadonlySet<string>;
  /** Words before "dollars" that say which ones. */
  readonly dollarLeads: ReadonlySet<string>;
  /** Hundredths of a dollar, where something is worth so many. */
  readonly cents: ReadonlySet<string>;
  /** Money that has no price here. */
  readonly currencies: ReadonlySet<string>;
  readonly vagueTokens: ReadonlySet<string>;
  readonly percent: ReadonlySet<string>;
  /** "per cent", by its first word. */
  readonly percentPairs: ReadonlyMap<string, ReadonlySet<string>>;
  readonly bps: ReadonlySet<string>;
  /** "basis points", by its first word. */
  readonly bpsPairs: ReadonlyMap<string, ReadonlySet<string>>;
  /** Words that make the figure behind them negative. */
  readonly minus: ReadonlySet<string>;
  /** Words behind money that say of what it is. */
  readonly worth: ReadonlySet<string>;
}
