import type { QueryTopic } from "../command.js";
import type { ENGLISH_GROUPS } from "./english/words/groups.js";

/** Name of a set of words with one role. Patterns use the names in capitals. */
export type GroupName = keyof typeof ENGLISH_GROUPS;

/** Name of a group of words. A text with one of these words is not an order. */
export type GuardName = (typeof GUARDS)[number][1];

/** The guard that the words of a group set off. The first row counts for a word of two. */
export const GUARDS = [
  ["soft_negation", "negation"],
  ["negation", "negation"],
  ["hedge", "hedge"],
  ["past", "past"],
  ["condition", "condition"],
  ["schedule", "schedule"],
  ["limit", "limit"],
  ["unsupported", "unsupported"],
  ["venue", "venue"],
  ["question", "question"],
  ["statement_past", "past"],
  ["statement_third", "hedge"],
] as const satisfies readonly (readonly [GroupName, string])[];

/** The topic that the words of a group name. The first row counts for a word of two. */
export const TOPICS: readonly (readonly [GroupName, QueryTopic])[] = [
  ["Q_QUOTE", "quote"],
  ["Q_BALANCE", "balance"],
  ["Q_PRICE", "price"],
  ["Q_HISTORY", "history"],
  ["Q_PORTFOLIO", "portfolio"],
  ["Q_LISTED", "portfolio"],
];

/** Sets of several groups, in every language. */
export const UNIONS = {
  orderVerbs: ["SWAP", "SELL", "BUY", "SEND", "SPEND", "PUT"],
  swapVerbs: ["SWAP", "SELL", "BUY"],
  /** Verbs that mean a swap only if two tokens are named. */
  softSwapVerbs: ["PUT", "SPEND", "GET", "NEED"],
  /** Words that may precede or follow an address: "wallet", "my friend". */
  holders: ["HOLDER", "PERSON"],
  /** Words that a question may contain besides tokens, wallets, numbers and times. */
  vocabulary: [
    ...(["Q_PRICE", "Q_BALANCE", "Q_OWN", "Q_PORTFOLIO", "Q_HISTORY", "Q_QUOTE", "Q_EXCHANGE"] as const),
    ...(["Q_RATE", "Q_STANDING", "Q_PAST", "Q_CUE", "Q_FILL", "Q_LISTED"] as const),
  ],
  /** Further words that a quote may contain: connectors and verbs of a swap. */
  quoteWords: ["FOR", "INTO", "TO", "WITH", "OF", "DET", "SWAP", "SELL", "BUY", "GET", "BALANCE"],
} as const satisfies Record<string, readonly GroupName[]>;
