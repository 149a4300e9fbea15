import type { GuardName } from "../refusals/guards.js";
import type { ENGLISH } from "./english/english.js";
import type { Groups } from "./lexicon.js";

/**
 * Everything the parser knows about one language. English is the model; other languages have the same type. The
 * parser's stages do not contain words, but use these sets.
 */
export type Language = Readonly<typeof ENGLISH>;

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

// Most severe first. A word in two groups counts as the more severe one.
const GUARDS = [
  "negation",
  "hedge",
  "past",
  "condition",
  "schedule",
  "limit",
  "unsupported",
  "venue",
  "question",
] as const;

export function guardOf(groups: Groups): ReadonlyMap<string, GuardName> {
  const out = new Map<string, GuardName>();
  for (const word of groups.statement_third) out.set(word, "hedge");
  for (const word of groups.statement_past) out.set(word, "past");
  for (const name of [...GUARDS].reverse()) for (const word of groups[name]) out.set(word, name);
  for (const word of groups.soft_negation) out.set(word, "negation");
  return out;
}
