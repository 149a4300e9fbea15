/** A set of words. */
export const set = (...words: readonly string[]): ReadonlySet<string> => new Set(words);

/** The words of several sets. */
export const union = (...sets: readonly ReadonlySet<string>[]): ReadonlySet<string> =>
  new Set(sets.flatMap((one) => [...one]));

/** The empty set, for words that a language does not have. */
export const NOTHING: ReadonlySet<string> = new Set();
