import type { GuardName } from "../refusals/guards.js";
import type { ENGLISH } from "./english/english.js";
import type { Groups } from "./lexicon.js";

/**
 * Everything the parser knows of one language. English is the model: another language is another value of its type. The
 * stages contain no words of any language; they ask for sets of words by their role.
 */
export type Language = Readonly<typeof ENGLISH>;

/** Words and phrases separated by commas; line breaks are ignored. */
export function words(text: TemplateStringsArray): readonly string[] {
  return (text[0] ?? "")
    .replace(/\s+/g, " ")
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
}

/** A set of words. */
export const set = (...all: readonly string[]): ReadonlySet<string> => new Set(all);

/** The words of several sets. */
export const union = (...sets: readonly ReadonlySet<string>[]): ReadonlySet<string> =>
  new Set(sets.flatMap((one) => [...one]));

/** For words that a language does not have. */
export const NOTHING: ReadonlySet<string> = new Set();

/** An expression that matches nothing. */
export const NO_MATCH = /(?!)/;

// The most serious come first: a word in two groups counts for the first.
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

/** The guard that each word of a language triggers. */
export function guardOf(groups: Groups): ReadonlyMap<string, GuardName> {
  const out = new Map<string, GuardName>();
  for (const word of groups.told_third) out.set(word, "hedge");
  for (const word of groups.told_past) out.set(word, "past");
  for (const name of [...GUARDS].reverse()) for (const word of groups[name]) out.set(word, name);
  for (const word of groups.soft_negation) out.set(word, "negation");
  return out;
}
