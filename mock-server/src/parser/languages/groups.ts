import type { QueryTopic } from "../command.js";
import type { ENGLISH_GROUPS } from "./english/words/groups.js";

/** Name of a set of words with one role. Patterns use the names in capitals. */
export type GroupName = keyof typeof ENGLISH_GROUPS;

export type Groups = Readonly<Record<GroupName, ReadonlySet<string>>>;

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

/** Name of a group of words. A text with one of these words is not an order. */
export type GuardName = (typeof GUARDS)[number];

// The first topic counts for a word of two.
const TOPICS = {
  quote: "Q_QUOTE",
  balance: "Q_BALANCE",
  price: "Q_PRICE",
  history: "Q_HISTORY",
  portfolio: "Q_PORTFOLIO",
} as const satisfies Record<QueryTopic, GroupName>;

/** Words with roles that follow from their groups, in every language. */
export interface Derived {
  /** The guard that a word sets off. */
  readonly guardOf: ReadonlyMap<string, GuardName>;
  /** The topic that a word names. */
  readonly topicOf: ReadonlyMap<string, QueryTopic>;
  readonly orderVerbs: ReadonlySet<string>;
  readonly swapVerbs: ReadonlySet<string>;
  /** Verbs that mean a swap only if two tokens are named. */
  readonly softSwapVerbs: ReadonlySet<string>;
  /** Words that may precede or follow an address: "wallet", "my friend". */
  readonly holders: ReadonlySet<string>;
  /** Words that a question may contain besides tokens, wallets, numbers and times. */
  readonly vocabulary: ReadonlySet<string>;
  /** Further words that a quote may contain: connectors and verbs of a swap. */
  readonly quoteWords: ReadonlySet<string>;
}

export function derived(groups: Groups): Derived {
  const union = (...names: readonly GroupName[]): ReadonlySet<string> =>
    new Set(names.flatMap((name) => [...groups[name]]));
  const by = <T>(entries: readonly (readonly [T, GroupName])[]): [string, T][] =>
    entries.flatMap(([value, name]) => [...groups[name]].map((word): [string, T] => [word, value]));
  const topics = Object.entries(TOPICS) as [QueryTopic, GroupName][];
  return {
    guardOf: new Map(
      by<GuardName>([
        ["hedge", "statement_third"],
        ["past", "statement_past"],
        ...[...GUARDS].reverse().map((name) => [name, name] as const),
        ["negation", "soft_negation"],
      ]),
    ),
    topicOf: new Map(by(topics.reverse())),
    orderVerbs: union("SWAP", "SELL", "BUY", "SEND", "SPEND", "PUT"),
    swapVerbs: union("SWAP", "SELL", "BUY"),
    softSwapVerbs: union("PUT", "SPEND", "GET", "NEED"),
    holders: union("HOLDER", "PERSON"),
    vocabulary: union(
      ...(["Q_PRICE", "Q_BALANCE", "Q_OWN", "Q_PORTFOLIO", "Q_HISTORY", "Q_QUOTE", "Q_EXCHANGE"] as const),
      ...(["Q_RATE", "Q_STANDING", "Q_PAST", "Q_CUE", "Q_FILL"] as const),
    ),
    quoteWords: union(
      ...(["FOR", "INTO", "TO", "WITH", "OF", "DET", "SWAP", "SELL", "BUY", "GET", "BALANCE"] as const),
    ),
  };
}
