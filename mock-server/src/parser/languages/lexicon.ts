import type { Rational } from "../../kernel/rational.js";
import type { ENGLISH_NUMBERS } from "./english/numbers.js";
import { type Derived, derived, type GroupName, type Groups } from "./groups.js";

type Numbers = Readonly<typeof ENGLISH_NUMBERS>;

/** A phrase split into words, and its meaning. */
export interface Phrase<T> {
  readonly words: readonly string[];
  readonly value: T;
}

/** Phrases by their second word, longest first. */
export type PhraseIndex<T> = ReadonlyMap<string, readonly Phrase<T>[]>;

/** Groups texts by their first word. */
export function byFirstWord(texts: Iterable<string>): ReadonlyMap<string, readonly string[]> {
  const index = new Map<string, string[]>();
  for (const text of texts) {
    const end = text.indexOf(" ");
    const first = end < 0 ? text : text.slice(0, end);
    const known = index.get(first);
    if (known) known.push(text);
    else index.set(first, [text]);
  }
  return index;
}

/** Indexes the texts of two words and more. Undefined without one. */
export function indexPhrases<T>(
  texts: readonly string[],
  meaningOf: (text: string) => T,
): PhraseIndex<T> | undefined {
  const index = new Map<string, Phrase<T>[]>();
  const phrases = [...new Set(texts)].map((text) => ({ words: text.split(" "), text }));
  for (const { words, text } of phrases.sort((a, b) => b.words.length - a.words.length)) {
    const [, second] = words;
    if (second === undefined) break;
    const phrase = { words, value: meaningOf(text) };
    const known = index.get(second);
    if (known) known.push(phrase);
    else index.set(second, [phrase]);
  }
  return index.size > 0 ? index : undefined;
}

export interface Lexeme {
  readonly kind: "word" | "part" | "vague_token" | "invalid_number";
  readonly text: string;
  readonly value?: Rational;
  readonly form?: string;
  readonly roles: number;
}

/** The entry of a single word. What a text needs of it is read when a text first has the word. */
export class Word {
  #lexeme: Lexeme | undefined;
  #phrases: PhraseIndex<Lexeme> | undefined;
  #isRead = false;

  /**
   * @param texts - the word and the phrases that begin with it
   * @param numeral - true if a spelled number can begin with the word
   */
  constructor(
    private readonly text: string,
    private readonly texts: readonly string[],
    private readonly lexemeOf: (text: string) => Lexeme,
    readonly numeral: boolean,
  ) {}

  /** Undefined for a word that only phrases have. */
  get lexeme(): Lexeme | undefined {
    if (!this.#isRead) this.#read();
    return this.#lexeme;
  }

  /** The phrases that begin with the word. */
  get phrases(): PhraseIndex<Lexeme> | undefined {
    if (!this.#isRead) this.#read();
    return this.#phrases;
  }

  #read(): void {
    this.#isRead = true;
    if (this.texts.includes(this.text)) this.#lexeme = this.lexemeOf(this.text);
    this.#phrases = indexPhrases(this.texts, this.lexemeOf);
  }
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

const VERBS = ["SWAP", "A_SWAP_FOR", "SELL", "BUY", "SEND", "PUT", "SPEND", "GET"] as const;
const GUARDS = ["negation", "hedge", "past", "condition", "schedule", "limit", "unsupported"] as const;
/** The groups of each role. */
const ROLES: readonly (readonly [role: number, groups: readonly GroupName[]])[] = [
  [ROLE.noise, ["noise"]],
  [ROLE.verb, [...VERBS, "SWAP_IT", "SEND_IT", "PAY_HIM", "PASS"]],
  [ROLE.guard, [...GUARDS, "venue", "question", "soft_negation", "statement_third", "statement_past"]],
  [ROLE.slippage, ["SLIPPAGE"]],
];

/** Compiles a language's groups of words and its number words. */
export function compileLexicon(
  lists: Readonly<Record<GroupName, readonly string[]>>,
  numbers: Numbers,
): Lexicon {
  const groups = Object.fromEntries(
    Object.entries(lists).map(([name, words]) => [name, new Set(words)]),
  ) as unknown as Groups;
  const rolesOf = (text: string): number => {
    let roles = 0;
    for (const [role, names] of ROLES) for (const name of names) if (groups[name].has(text)) roles |= role;
    return roles;
  };
  const { nonNumbers, parts, vagueTokens, wholes } = numbers;
  // A word of several lists has the meaning of the last one.
  const lexemeOf = (text: string): Lexeme => {
    const value = parts.get(text);
    if (value) return { kind: "part", text: PART.half, value, roles: 0 };
    if (wholes.includes(text))
      return { kind: "part", text: PART.all, value: { n: 1n, d: 1n }, form: text, roles: 0 };
    if (vagueTokens.has(text)) return { kind: "vague_token", text, roles: 0 };
    if (nonNumbers.includes(text)) return { kind: "invalid_number", text, roles: 0 };
    return { kind: "word", text, roles: rolesOf(text) };
  };
  const texts = [
    ...[...Object.values(lists).flat(), ...numbers.currencies, ...numbers.phrases],
    ...[...nonNumbers, ...vagueTokens, ...wholes, ...parts.keys()],
  ];
  const { cardinals, scales, unclear } = numbers.words;
  const counts = [...cardinals.keys(), ...scales.keys(), ...unclear, ...numbers.units];
  const single = new Set(`${counts.join(" ")} ${texts.join(" ")}`.split(" "));
  const beginnings: ReadonlySet<string> = new Set([...cardinals.keys(), ...numbers.beginsWith]);
  const first = byFirstWord(texts);
  const words = new Map<string, Word>();
  for (const text of single)
    words.set(text, new Word(text, first.get(text) ?? [], lexemeOf, beginnings.has(text)));
  return {
    ...derived(groups),
    groups,
    words,
    rolesOf,
    like: (pattern) => new Set(texts.filter((text) => pattern.test(text))),
  };
}
