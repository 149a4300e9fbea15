import { GUARD_GROUPS } from "./lexicon/english-guards.js";
import { NOISE_GROUPS } from "./lexicon/english-noise.js";
import { ORDER_GROUPS } from "./lexicon/english-orders.js";
import { QUERY_GROUPS } from "./lexicon/english-queries.js";
import {
  CARDINALS,
  CURRENCY_WORDS,
  DOLLAR_WORDS,
  NON_NUMBERS,
  PARTS,
  SCALES,
  VAGUE_TOKENS,
  WHOLES,
} from "./lexicon/numbers.js";
import type { Rational } from "./rational.js";

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
  ...Object.values<readonly string[]>(GROUPS).flat(),
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

/** What a word or phrase stands for. */
export interface Lexeme {
  readonly kind: "word" | "part" | "vague_token" | "invalid_number";
  readonly text: string;
  readonly value?: Rational;
  readonly form?: string;
}

const wholes: ReadonlySet<string> = new Set(WHOLES);
const vagueTokens: ReadonlySet<string> = new Set(VAGUE_TOKENS);
const nonNumbers: ReadonlySet<string> = new Set(NON_NUMBERS);

function lexemeOf(text: string): Lexeme {
  const part = PARTS.get(text);
  if (part !== undefined) return { kind: "part", text: "half", value: { n: part[0], d: part[1] } };
  if (wholes.has(text)) return { kind: "part", text: "all", value: { n: 1n, d: 1n }, form: text };
  if (vagueTokens.has(text)) return { kind: "vague_token", text };
  return { kind: nonNumbers.has(text) ? "invalid_number" : "word", text };
}

/** Every word and phrase of the lexicon, with what it stands for. */
export const LEXEMES: ReadonlyMap<string, Lexeme> = new Map(everything.map((text) => [text, lexemeOf(text)]));

/** Every single word that the lexicon or a phrase of it holds: what is in here needs no mending. */
export const VOCABULARY: ReadonlySet<string> = new Set([
  ...everything.flatMap((text) => text.split(" ")),
  ...CARDINALS.keys(),
  ...SCALES.keys(),
  ...["us", "per", "basis", "point", "points", "bps", "bp", "bips", "bip", "pct", "percents"],
]);
