/** Splits at commas; line breaks are ignored. */
export function words(text: TemplateStringsArray): readonly string[] {
  return (text[0] ?? "")
    .replace(/\s+/g, " ")
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
}

export const set = (...all: readonly string[]): ReadonlySet<string> => new Set(all);

export const union = (...sets: readonly ReadonlySet<string>[]): ReadonlySet<string> =>
  new Set(sets.flatMap((one) => [...one]));

/** The words of a group that a language does not have. */
export const NOTHING: ReadonlySet<string> = new Set();

export const NO_MATCH = /(?!)/;
