import { GUARD_GROUPS } from "./lexicon/english-guards.js";
import { NOISE_GROUPS } from "./lexicon/english-noise.js";
import { ORDER_GROUPS } from "./lexicon/english-orders.js";
import { QUERY_GROUPS } from "./lexicon/english-queries.js";
import { CURRENCY_WORDS, DOLLAR_WORDS, NON_NUMBERS, PARTS, VAGUE_TOKENS, WHOLES } from "./lexicon/numbers.js";

const GROUPS = { ...ORDER_GROUPS, ...NOISE_GROUPS, ...GUARD_GROUPS, ...QUERY_GROUPS } as const;

/** The name of a set of words. */
export type GroupName = keyof typeof GROUPS;

const sets = new Map<string, ReadonlySet<string>>(
  Object.entries(GROUPS).map(([name, words]) => [name, new Set<string>(words)]),
);

const EMPTY: ReadonlySet<string> = new Set();

/** The words of a group. */
export const group = (name: GroupName): ReadonlySet<string> => sets.get(name) ?? EMPTY;

/** A phrase cut into words. */
export type Phrase = readonly string[];

/** Phrases by their first word and then their second, longest first. */
export type PhraseIndex = ReadonlyMap<string, ReadonlyMap<string, readonly Phrase[]>>;

/** Files phrases of two words and more. */
export function indexPhrases(all: Iterable<string>): PhraseIndex {
  const index = new Map<string, Map<string, Phrase[]>>();
  for (const phrase of new Set(all)) {
    const words = phrase.split(" ");
    const [first, second] = words;
    if (first === undefined || second === undefined) continue;
    const byFirst = index.get(first) ?? new Map<string, Phrase[]>();
    index.set(first, byFirst);
    const list = byFirst.get(second) ?? [];
    byFirst.set(second, list);
    list.push(words);
    list.sort((a, b) => b.length - a.length);
  }
  return index;
}

const everything: readonly string[] = [
  ...Object.values(GROUPS).flatMap((words): readonly string[] => words),
  ...PARTS.keys(),
  ...WHOLES,
  ...DOLLAR_WORDS,
  ...CURRENCY_WORDS,
  ...VAGUE_TOKENS,
  ...NON_NUMBERS,
  "percent of",
];

/** Every phrase of the lexicon. */
export const PHRASES = indexPhrases(everything);

/** Every single word of the lexicon. */
export const WORDS: ReadonlySet<string> = new Set(everything.filter((word) => !word.includes(" ")));

/** Every word that stands in some phrase: a typo may be mended to one of these only inside the phrase. */
export const WHOLE_WORDS: ReadonlySet<string> = new Set(WHOLES);
