import type { Rational } from "../text/rational.js";
import {
  CARDINALS,
  CURRENCY_WORDS,
  DOLLAR_WORDS,
  NON_NUMBERS,
  PARTS,
  SCALES,
  UNIT_WORDS,
  VAGUE_TOKENS,
  WHOLES,
} from "./english/numbers.js";
import { GUARD_GROUPS } from "./english/words/guards.js";
import { NOISE_GROUPS } from "./english/words/noise.js";
import { ORDER_GROUPS } from "./english/words/orders.js";
import { QUERY_GROUPS } from "./english/words/questions.js";

const GROUPS = { ...ORDER_GROUPS, ...NOISE_GROUPS, ...GUARD_GROUPS, ...QUERY_GROUPS } as const;

/** The name of a set of words. */
export type GroupName = keyof typeof GROUPS;

const sets = new Map<string, ReadonlySet<string>>(
  Object.entries(GROUPS).map(([name, words]) => [name, new Set<string>(words)]),
);

const EMPTY: ReadonlySet<string> = new Set();

/** The words of a group. */
export const group = (name: GroupName): ReadonlySet<string> => sets.get(name) ?? EMPTY;

/** A phrase cut into words, and what it stands for. */
export interface Phrase<T> {
  readonly words: readonly string[];
  readonly stands: T;
}

/** Phrases by their first word and then their second, longest first. */
export type PhraseIndex<T> = ReadonlyMap<string, ReadonlyMap<string, readonly Phrase<T>[]>>;

/** Files phrases of two words and more. */
export function indexPhrases<T>(all: Iterable<readonly [string, T]>): PhraseIndex<T> {
  const index = new Map<string, Map<string, Phrase<T>[]>>();
  for (const [phrase, stands] of all) {
    const words = phrase.split(" ");
    const [first, second] = words;
    if (first === undefined || second === undefined) continue;
    const byFirst = index.get(first) ?? new Map<string, Phrase<T>[]>();
    index.set(first, byFirst);
    const list = byFirst.get(second) ?? [];
    byFirst.set(second, list);
    list.push({ words, stands });
  }
  for (const byFirst of index.values())
    for (const list of byFirst.values())
      if (list.length > 1) list.sort((a, b) => b.words.length - a.words.length);
  return index;
}

const everything: readonly string[] = [
  ...new Set([
    ...Object.values<readonly string[]>(GROUPS).flat(),
    ...PARTS.keys(),
    ...WHOLES,
    ...DOLLAR_WORDS,
    ...CURRENCY_WORDS,
    ...VAGUE_TOKENS,
    ...NON_NUMBERS,
    "percent of",
  ]),
];

/** What a word or phrase stands for. */
export interface Lexeme {
  readonly kind: "word" | "part" | "vague_token" | "invalid_number";
  readonly text: string;
  readonly value?: Rational;
  readonly form?: string;
  readonly roles: number;
}

/** What a word or phrase may be, as bits: this is asked of every word several times, and a bit costs less than a look-up. */
export const ROLE = { noise: 1, verb: 2, guard: 4, slippage: 8 } as const;

const ROLE_GROUPS: Readonly<Record<keyof typeof ROLE, readonly GroupName[]>> = {
  noise: ["noise"],
  verb: ["SWAP", "SELL", "BUY", "SEND", "PUT", "SPEND", "GET"],
  guard: [
    ...["negation", "hedge", "past", "condition", "schedule", "limit", "unsupported", "venue"],
    ...["question", "soft_negation", "told_third", "told_past"],
  ] as GroupName[],
  slippage: ["SLIPPAGE"],
};

const roles = new Map<string, number>();
for (const [role, names] of Object.entries(ROLE_GROUPS) as [keyof typeof ROLE, GroupName[]][])
  for (const name of names)
    for (const word of group(name)) roles.set(word, (roles.get(word) ?? 0) | ROLE[role]);

/** The roles of a word of the lexicon; none for any other. */
export const rolesOf = (text: string): number => roles.get(text) ?? 0;

const wholes: ReadonlySet<string> = new Set(WHOLES);
const vagueTokens: ReadonlySet<string> = new Set(VAGUE_TOKENS);
const nonNumbers: ReadonlySet<string> = new Set(NON_NUMBERS);

function lexemeOf(text: string): Lexeme {
  const part = PARTS.get(text);
  if (part !== undefined) return { kind: "part", text: "half", value: { n: part[0], d: part[1] }, roles: 0 };
  if (wholes.has(text)) return { kind: "part", text: "all", value: { n: 1n, d: 1n }, form: text, roles: 0 };
  if (vagueTokens.has(text)) return { kind: "vague_token", text, roles: 0 };
  if (nonNumbers.has(text)) return { kind: "invalid_number", text, roles: 0 };
  return { kind: "word", text, roles: rolesOf(text) };
}

const lexemes: ReadonlyMap<string, Lexeme> = new Map(everything.map((text) => [text, lexemeOf(text)]));
const phrases = indexPhrases(lexemes);

/** The words and phrases that look a certain way: tried once here, not at every word that is read. */
export const lexemesLike = (pattern: RegExp): ReadonlySet<string> =>
  new Set([...lexemes.keys()].filter((text) => pattern.test(text)));

/** What the lexicon knows of a single word, in one look-up. */
export interface Word {
  /** What it stands for by itself, if anything. */
  readonly lexeme: Lexeme | undefined;
  /** The phrases that it begins, by their second word. */
  readonly phrases: ReadonlyMap<string, readonly Phrase<Lexeme>[]> | undefined;
  /** Whether a number in words can begin with it. */
  readonly numeral: boolean;
  /** Whether it is a part by itself: "half", "third". */
  readonly part: boolean;
}

const parts = new Set([...CARDINALS.keys(), ...SCALES.keys(), ...UNIT_WORDS]);
for (const text of everything) for (const part of text.split(" ")) parts.add(part);
const numerals: ReadonlySet<string> = new Set([
  ...CARDINALS.keys(),
  "a",
  "an",
  "half",
  "point",
  "hundred",
  "thousand",
  "million",
]);

/** Every single word that the lexicon or a phrase of it holds: what is in here needs no mending. */
export const WORDS: ReadonlyMap<string, Word> = new Map(
  Array.from(parts, (text) => [
    text,
    {
      lexeme: lexemes.get(text),
      phrases: phrases.get(text),
      numeral: numerals.has(text),
      part: PARTS.has(text),
    },
  ]),
);
