import type { GuardName } from "../refusals/guards.js";
import type { Groups } from "./groups.js";

// The gravest come first: a word of two groups is what the first of them says.
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

/** The guard that each word of a language calls. */
export function guardOf(groups: Groups): ReadonlyMap<string, GuardName> {
  const out = new Map<string, GuardName>();
  for (const word of groups.told_third) out.set(word, "hedge");
  for (const word of groups.told_past) out.set(word, "past");
  for (const name of [...GUARDS].reverse()) for (const word of groups[name]) out.set(word, name);
  for (const word of groups.soft_negation) out.set(word, "negation");
  return out;
}
