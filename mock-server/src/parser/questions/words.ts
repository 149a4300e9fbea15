import type { QueryTopic } from "../command.js";
import { type GroupName, group } from "../languages/lexicon.js";

const TOPICS: readonly (readonly [QueryTopic, GroupName])[] = [
  ["quote", "Q_QUOTE"],
  ["balance", "Q_BALANCE"],
  ["price", "Q_PRICE"],
  ["history", "Q_HISTORY"],
  ["portfolio", "Q_PORTFOLIO"],
];

/** Topics in the order in which their words count when one question holds several. */
export const RANK: readonly QueryTopic[] = ["quote", "balance", "price", "history", "portfolio"];

/** The topic that a word names. */
export const topicOf = new Map<string, QueryTopic>();
for (const [topic, name] of [...TOPICS].reverse()) for (const word of group(name)) topicOf.set(word, topic);

const union = (...names: readonly GroupName[]): ReadonlySet<string> =>
  new Set(names.flatMap((name) => [...group(name)]));

/** Verbs of orders. */
export const ORDER_VERBS = union("SWAP", "SELL", "BUY", "SEND", "SPEND", "PUT");

/** Words that ask or show: one of them later on begins another question. */
export const LOOKS: ReadonlySet<string> = new Set([
  ..."show,show me,check,see,view,display,list,tell me,fetch,what's,whats,what is,let me see".split(","),
]);

/** Words that ask for a number. */
export const COUNTS: ReadonlySet<string> = new Set(
  ["", "show me ", "tell me ", "let me know "].flatMap((lead) => [`${lead}how much`, `${lead}how many`]),
);

/** Words of having. */
export const own = group("Q_OWN");

/** All that a question may be made of, beside tokens, wallets, figures and times. */
export const VOCABULARY = union(
  "Q_PRICE",
  "Q_BALANCE",
  "Q_OWN",
  "Q_PORTFOLIO",
  "Q_HISTORY",
  "Q_QUOTE",
  "Q_EXCHANGE",
  "Q_RATE",
  "Q_STANDING",
  "Q_DONE",
  "Q_PAST",
  "Q_CUE",
  "Q_FILL",
);

/** What a quote may be made of besides: the connectors and verbs of a swap. */
export const QUOTE_WORDS = union(
  "FOR",
  "INTO",
  "TO",
  "WITH",
  "OF",
  "DET",
  "SWAP",
  "SELL",
  "BUY",
  "GET",
  "BALANCE",
);
