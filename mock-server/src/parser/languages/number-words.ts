import type { Rational } from "../../kernel/rational.js";

/** The words of a language's numbers. The grammar in `text/spelled.ts` is the same for all languages. */
export interface NumberWords {
  /** Values below a thousand. */
  readonly cardinals: ReadonlyMap<string, bigint>;
  /** Words that multiply the number before them. */
  readonly scales: ReadonlyMap<string, bigint>;
  /** Scales that may lack a number: "hundred USDC" is 100 USDC. */
  readonly bare: ReadonlySet<string>;
  /** Scales that end a number: "two grand five" may be 2,005 or 2,500. */
  readonly last: ReadonlySet<string>;
  /** Scales of thousands of dollars. */
  readonly money: ReadonlySet<string>;
  /** Scales whose value differs between countries. */
  readonly unclear: ReadonlySet<string>;
  /** Articles that mean one before a scale. */
  readonly articles: ReadonlySet<string>;
  /** Words for one that never precede a scale. */
  readonly alone: ReadonlySet<string>;
  /** The word before a fraction: "two and a half". */
  readonly and: string;
  /** True if the word may also precede the rest after a scale: "a thousand and fifty". */
  readonly restAfterAnd: boolean;
  /** The word between tens and units, if the language needs one. */
  readonly tensAnd: string | undefined;
  readonly points: ReadonlySet<string>;
  /** Words for a half before a scale. */
  readonly halves: ReadonlySet<string>;
  /** True if a half needs no scale to be a number: "medio SOL". */
  readonly halfAlone: boolean;
  /** Fractions after `and`, by words. */
  readonly parts: readonly (readonly [words: string, part: Rational])[];
  /** Words after a fraction that make it a separate amount: "one and half of my SOL". */
  readonly owners: ReadonlySet<string>;
  /** Words that one typing error makes of a number word, by that number word: "our hundred" may be "four hundred". */
  readonly mistaken: ReadonlyMap<string, string>;
}

/** Numbers the names in a text, from a first value in equal steps. A slash separates forms of one name. */
export const counted = (text: string, from: bigint, step: bigint): [string, bigint][] =>
  text
    .split(/\s+/)
    .flatMap((names, at) =>
      names.split("/").map((name): [string, bigint] => [name, from + BigInt(at) * step]),
    );
