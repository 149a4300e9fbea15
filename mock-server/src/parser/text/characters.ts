/** Letters of any script and digits, without arrows, dashes, signs or emoji: a class of a pattern. */
export const ALNUM = "A-Za-z0-9\\u00c0-\\u1fff\\u2e80-\\ud7ff";

/** Matches a sticky pattern at a position. */
export function execAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

export const matchAt = (pattern: RegExp, text: string, at: number): string | undefined =>
  execAt(pattern, text, at)?.[0];

/** Maps the first character of each pair to the second. */
export const charMap = (...pairs: readonly string[]): ReadonlyMap<string, string> =>
  new Map(pairs.map(([from = "", to = ""]) => [from, to]));
