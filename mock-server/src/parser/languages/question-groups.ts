import type { QueryTopic } from "../command.js";
import type { GroupName, Groups } from "./lexicon.js";

const TOPICS: readonly (readonly [QueryTopic, GroupName])[] = [
  ["quote", "Q_QUOTE"],
  ["balance", "Q_BALANCE"],
  ["price", "Q_PRICE"],
  ["history", "Q_HISTORY"],
  ["portfolio", "Q_PORTFOLIO"],
];

export interface QuestionGroups {
  /** The topic that a word names. */
  readonly topicOf: ReadonlyMap<string, QueryTopic>;
  readonly orderVerbs: ReadonlySet<string>;
  /** Words that a question may contain besides tokens, wallets, numbers and times. */
  readonly vocabulary: ReadonlySet<string>;
  /** Further words that a quote may contain: connectors and verbs of a swap. */
  readonly quoteWords: ReadonlySet<string>;
}

export function questionGroups(groups: Groups): QuestionGroups {
  const union = (...names: readonly GroupName[]): ReadonlySet<string> =>
    new Set(names.flatMap((name) => [...groups[name]]));
  const topicOf = new Map<string, QueryTopic>();
  for (const [topic, name] of [...TOPICS].reverse())
    for (const word of groups[name]) topicOf.set(word, topic);
  return {
    topicOf,
    orderVerbs: union("SWAP", "SELL", "BUY", "SEND", "SPEND", "PUT"),
    vocabulary: union(
      ...(["Q_PRICE", "Q_BALANCE", "Q_OWN", "Q_PORTFOLIO", "Q_HISTORY", "Q_QUOTE", "Q_EXCHANGE"] as const),
      ...(["Q_RATE", "Q_STANDING", "Q_DONE", "Q_PAST", "Q_CUE", "Q_FILL"] as const),
    ),
    quoteWords: union(
      ...(["FOR", "INTO", "TO", "WITH", "OF", "DET", "SWAP", "SELL", "BUY", "GET", "BALANCE"] as const),
    ),
  };
}
