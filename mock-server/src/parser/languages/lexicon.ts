import { once, perText } from "../../kernel/memo.js";
import type { Rational } from "../../kernel/rational.js";
import type { QueryTopic } from "../command.js";
import type { ENGLISH_NUMBERS } from "./english/numbers.js";
import { type GroupName, GUARDS, type GuardName, TOPICS, UNIONS } from "./groups.js";

/** Phrases, split into words, by their second word, longest first. */
export type PhraseIndex = ReadonlyMap<string, readonly (readonly string[])[]>;

/** Returns the texts that begin with a word. `forEach` and indices, because `for … of` allocates at each step. */
export function byFirstWord(texts: readonly string[]): (word: string) => string[] {
  const last = new Map<string, number>();
  const before = new Int32Array(texts.length);
  texts.forEach((text, at) => {
    const end = text.indexOf(" ");
    const first = end < 0 ? text : text.slice(0, end);
    before[at] = last.get(first) ?? -1;
    last.set(first, at);
  });
  return (word) => {
    const found: string[] = [];
    for (let at = last.get(word) ?? -1; at >= 0; at = before[at] ?? -1) found.push(texts[at] ?? "");
    return found;
  };
}

/** Indexes the texts of two words and more. Undefined without one. */
export function indexPhrases(texts: readonly string[]): PhraseIndex | undefined {
  if (texts.length === 0) return undefined;
  const index = new Map<string, (readonly string[])[]>();
  const phrases = [...new Set(texts)].map((text) => text.split(" "));
  for (const words of phrases.sort((a, b) => b.length - a.length)) {
    const [, second] = words;
    if (second === undefined) break;
    const known = index.get(second);
    if (known) known.push(words);
    else index.set(second, [words]);
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

/** Words that can be asked for, but not listed. */
export type WordSet = Pick<ReadonlySet<string>, "has">;

/** A language's words, indexed for look-up. What a text needs of them is built when a text first needs it. */
export interface Lexicon {
  readonly groups: Readonly<Record<GroupName, ReadonlySet<string>> & Record<keyof typeof UNIONS, WordSet>>;
  /** All single words of the lexicon and of its phrases, which need no correction. */
  words(): ReadonlySet<string>;
  /** Words that a spelled number can begin with. */
  readonly numerals: ReadonlySet<string>;
  /** The entry of a word or phrase. */
  lexemeOf(text: string): Lexeme | undefined;
  /** The phrases that begin with a word. */
  phrasesOf(word: string): PhraseIndex | undefined;
  /** A word's roles, as bits of `ROLE`; 0 without an entry. */
  rolesOf(text: string): number;
  /** The guard that a word sets off. */
  guardOf(text: string): GuardName | undefined;
  /** The topic that a word names. */
  topicOf(text: string): QueryTopic | undefined;
}

/** Roles of a word, as bits: every word's roles are checked several times, and bits are faster than look-ups. */
export const ROLE = { noise: 1, verb: 2, guard: 4, slippage: 8 } as const;

/** The `text` of atoms for shares of a balance, in every language. */
export const PART = { half: "½", all: "1/1", percent: "%", bps: "‱" } as const;

const VERBS = ["SWAP", "A_SWAP_FOR", "SELL", "BUY", "SEND", "PUT", "SPEND", "GET"] as const;
/** The groups of each role. */
const ROLES: readonly { readonly role: number; readonly names: readonly GroupName[] }[] = [
  { role: ROLE.noise, names: ["noise"] },
  { role: ROLE.verb, names: [...VERBS, "SWAP_IT", "SEND_IT", "PAY_HIM", "PASS"] },
  { role: ROLE.guard, names: GUARDS.map(([name]) => name) },
  { role: ROLE.slippage, names: ["SLIPPAGE"] },
];

/** The words of groups as sets, and unions of them. The prototype's getters build a set when it is first used. */
function lazySets(lists: Readonly<Record<GroupName, readonly string[]>>): Lexicon["groups"] {
  const getters: PropertyDescriptorMap = {};
  for (const [name, list] of Object.entries(lists))
    getters[name] = {
      get: () => {
        const value: ReadonlySet<string> = new Set(list);
        Object.defineProperty(groups, name, { value });
        return value;
      },
    };
  const groups: Record<GroupName | keyof typeof UNIONS, WordSet> = Object.create(Object.create({}, getters));
  for (const [name, parts] of Object.entries<readonly GroupName[]>(UNIONS))
    groups[name as keyof typeof UNIONS] = { has: (word) => parts.some((part) => groups[part].has(word)) };
  return groups as Lexicon["groups"];
}

/** More words than a language has. */
const MOST = 10_000;

/** Compiles a language's groups of words and its number words. */
export function compileLexicon(
  lists: Readonly<Record<GroupName, readonly string[]>>,
  numbers: Readonly<typeof ENGLISH_NUMBERS>,
): Lexicon {
  const groups = lazySets(lists);
  const { nonNumbers, parts, vagueTokens, wholes } = numbers;
  const { cardinals, scales, unclear } = numbers.words;
  const further = [
    numbers.phrases,
    nonNumbers,
    wholes,
    [...numbers.currencies, ...vagueTokens, ...parts.keys()],
  ];
  const texts = ([] as string[]).concat(...Object.values(lists), ...further);
  const textsOf = byFirstWord(texts);
  // Searches the lists: to build their sets would take longer than to search for the words of a text.
  const rolesOf = perText(MOST, (text) => {
    let roles = 0;
    for (const { role, names } of ROLES) if (names.some((name) => lists[name].includes(text))) roles |= role;
    return roles;
  });
  // A word of several lists has the meaning of the last one.
  const lexemeOf = (text: string): Lexeme | undefined => {
    if (!textsOf(text.split(" ", 1)[0] ?? "").includes(text)) return undefined;
    const value = parts.get(text);
    if (value) return { kind: "part", text: PART.half, value, roles: 0 };
    if (wholes.includes(text))
      return { kind: "part", text: PART.all, value: { n: 1n, d: 1n }, form: text, roles: 0 };
    if (vagueTokens.has(text)) return { kind: "vague_token", text, roles: 0 };
    if (nonNumbers.includes(text)) return { kind: "invalid_number", text, roles: 0 };
    return { kind: "word", text, roles: rolesOf(text) };
  };
  return {
    groups,
    words: once(() => {
      const counts = [...cardinals.keys(), ...scales.keys(), ...unclear, ...numbers.units];
      return new Set(`${counts.join(" ")} ${texts.join(" ")}`.split(" "));
    }),
    numerals: new Set([...cardinals.keys(), ...numbers.beginsWith]),
    lexemeOf: perText(MOST, lexemeOf),
    phrasesOf: perText(MOST, (word) => indexPhrases(textsOf(word))),
    rolesOf,
    guardOf: perText(MOST, (text) =>
      (rolesOf(text) & ROLE.guard) === 0
        ? undefined
        : GUARDS.find(([name]) => lists[name].includes(text))?.[1],
    ),
    topicOf: (text) => TOPICS.find((topic) => groups[topic[0]].has(text))?.[1],
  };
}
