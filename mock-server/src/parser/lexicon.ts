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

/** Files phrases of two words and more under their first word, longest first. */
export function indexPhrases(all: Iterable<string>): ReadonlyMap<string, readonly Phrase[]> {
  const index = new Map<string, Phrase[]>();
  for (const phrase of new Set(all)) {
    const words = phrase.split(" ");
    const [first] = words;
    if (first === undefined || words.length < 2) continue;
    const list = index.get(first) ?? [];
    list.push(words);
    index.set(first, list);
  }
  for (const list of index.values()) list.sort((a, b) => b.length - a.length);
  return index;
}

const everything: readonly string[] = [
  ...Object.values(GROUPS).flatMap((words): readonly string[] => words),
  ...Object.keys(PARTS),
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
