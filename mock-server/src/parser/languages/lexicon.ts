import type { Rational } from "../../kernel/rational.js";
import type { ENGLISH_NUMBERS } from "./english/numbers.js";
import { type Derived, derived, type GroupName, type Groups } from "./groups.js";

type Numbers = Readonly<typeof ENGLISH_NUMBERS>;

/** A phrase split into words, and its meaning. */
export interface Phrase<T> {
  readonly words: readonly string[];
  readonly value: T;
}

/** Phrases by their first word and then their second, longest first. */
export type PhraseIndex<T> = ReadonlyMap<string, ReadonlyMap<string, readonly Phrase<T>[]>>;

/** Indexes phrases of two words and more. Adds the words of all phrases to `seen`. */
export function indexPhrases<T>(
  all: Iterable<readonly [string, T]>,
  seen = new Set<string>(),
): PhraseIndex<T> {
  const index = new Map<string, Map<string, Phrase<T>[]>>();
  const phrases = [...all].map(([phrase, value]) => ({ words: phrase.split(" "), value }));
  for (const phrase of phrases.sort((a, b) => b.words.length - a.words.length)) {
    for (const word of phrase.words) seen.add(word);
    const [first = "", second] = phrase.words;
    if (second === undefined) continue;
    const byFirst = index.get(first) ?? new Map<string, Phrase<T>[]>();
    index.set(first, byFirst);
    byFirst.set(second, [...(byFirst.get(second) ?? []), phrase]);
  }
  return index;
}

export interface Lexeme {
  readonly kind: "word" | "part" | "vague_token" | "invalid_number";
  readonly text: string;
  readonly value?: Rational;
  readonly form?: string;
  readonly roles: number;
}

/** The entry of a single word, found in one look-up. */
export interface Word {
  readonly lexeme: Lexeme | undefined;
  /** The phrases that begin with the word, by their second word. */
  readonly phrases: ReadonlyMap<string, readonly Phrase<Lexeme>[]> | undefined;
  /** True if a spelled number can begin with the word. */
  readonly numeral: boolean;
}

/** A language's words, indexed for look-up. */
export interface Lexicon extends Derived {
  readonly groups: Groups;
  /** All single words of the lexicon and of its phrases, which need no correction. */
  readonly words: ReadonlyMap<string, Word>;
  /** A word's roles, as bits of `ROLE`; 0 without an entry. */
  rolesOf(text: string): number;
  /** Returns the words that match a pattern. Runs once, when a language is created. */
  like(pattern: RegExp): ReadonlySet<string>;
}

/** Roles of a word, as bits: every word's roles are checked several times, and bits are faster than look-ups. */
export const ROLE = { noise: 1, verb: 2, guard: 4, slippage: 8 } as const;

/** The `text` of atoms for shares of a balance, in every language. */
export const PART = { half: "½", all: "1/1", percent: "%", bps: "‱" } as const;

const ROLE_GROUPS: Readonly<Record<keyof typeof ROLE, readonly GroupName[]>> = {
  noise: ["noise"],
  verb: [
    "SWAP",
    "A_SWAP_FOR",
    "SELL",
    "BUY",
    "SEND",
    "PUT",
    "SPEND",
    "GET",
    "SWAP_IT",
    "SEND_IT",
    "PAY_HIM",
    "PASS",
  ],
  guard: [
    ...(["negation", "hedge", "past", "condition", "schedule", "limit", "unsupported", "venue"] as const),
    ...(["question", "soft_negation", "statement_third", "statement_past"] as const),
  ],
  slippage: ["SLIPPAGE"],
};

/** Compiles a language's groups of words and its number words. */
export function compileLexicon(
  lists: Readonly<Record<GroupName, readonly string[]>>,
  numbers: Numbers,
): Lexicon {
  const groups = Object.fromEntries(
    Object.entries(lists).map(([name, words]) => [name, new Set(words)]),
  ) as unknown as Groups;
  const roles = new Map<string, number>();
  for (const [role, names] of Object.entries(ROLE_GROUPS) as [keyof typeof ROLE, GroupName[]][])
    for (const name of names)
      for (const word of groups[name]) roles.set(word, (roles.get(word) ?? 0) | ROLE[role]);
  const rolesOf = (text: string): number => roles.get(text) ?? 0;
  const { cardinals, scales, unclear } = numbers.words;
  const filed = new Map<string, Lexeme>();
  // A word of several lists has the meaning of the last one.
  for (const text of [...Object.values(lists).flat(), ...numbers.currencies, ...numbers.phrases])
    filed.set(text, { kind: "word", text, roles: rolesOf(text) });
  for (const text of numbers.nonNumbers) filed.set(text, { kind: "invalid_number", text, roles: 0 });
  for (const text of numbers.vagueTokens) filed.set(text, { kind: "vague_token", text, roles: 0 });
  for (const form of numbers.wholes)
    filed.set(form, { kind: "part", text: PART.all, value: { n: 1n, d: 1n }, form, roles: 0 });
  for (const [text, value] of numbers.parts)
    filed.set(text, { kind: "part", text: PART.half, value, roles: 0 });
  const single = new Set([...cardinals.keys(), ...scales.keys(), ...unclear, ...numbers.units]);
  const phrases = indexPhrases(filed, single);
  const beginnings: ReadonlySet<string> = new Set([...cardinals.keys(), ...numbers.beginsWith]);
  const words = [...single].map((text): [string, Word] => [
    text,
    { lexeme: filed.get(text), phrases: phrases.get(text), numeral: beginnings.has(text) },
  ]);
  return {
    ...derived(groups),
    groups,
    words: new Map(words),
    rolesOf,
    like: (pattern) => new Set([...filed.keys()].filter((text) => pattern.test(text))),
  };
}
