import type {
  DataTag,
  InfiniteData,
  MutationKey,
  UnusedSkipTokenInfiniteOptions,
  UnusedSkipTokenOptions,
  UseMutationOptions,
} from "@tanstack/react-query";
import type { Metrics, Usage } from "../contract/analytics.js";
import type { Intent, ParseIntentRequest } from "../contract/intents.js";
import type { Portfolio, PortfolioQuery } from "../contract/portfolio.js";
import type { TokenPrice } from "../contract/prices.js";
import type {
  BuildTransactionRequest,
  BuiltTransaction,
  ListTransactionsQuery,
  TransactionRecord,
} from "../contract/transactions.js";
import type { MetricsParams } from "../resources/analytics.js";

/** The beginning of every key: the package's name and the client's address. */
export type QueryRoot = readonly ["intent-tx", string];

/** Options of one query; its key carries the type of its data. */
export type DataQuery<Data, Key extends readonly unknown[]> = UnusedSkipTokenOptions<
  Data,
  Error,
  Data,
  readonly [...QueryRoot, ...Key]
> & { queryKey: DataTag<readonly [...QueryRoot, ...Key], Data, Error> };

/** Where a history begins and which of it: the query of `transactions.list` without its cursors. */
export type HistoryQuery = Omit<ListTransactionsQuery, "before" | "cursor">;

/** One page of a history, as plain data, which persisters can keep. */
export interface HistoryPage {
  /** The transactions, newest first. */
  readonly data: TransactionRecord[];
  /** Whether there are more. */
  readonly hasMore: boolean;
  /** Where the next page begins; undefined on the last one. */
  readonly nextCursor: string | undefined;
}

/** The key of a wallet's history. */
export type HistoryKey = readonly [...QueryRoot, "transactions.list", string, HistoryQuery];

/** Options of a wallet's history. */
export type HistoryOptions = UnusedSkipTokenInfiniteOptions<
  HistoryPage,
  Error,
  InfiniteData<HistoryPage>,
  HistoryKey,
  string | undefined
> & { queryKey: DataTag<HistoryKey, InfiniteData<HistoryPage>, Error> };

/** Options of a mutation; its key is the operation's name. */
export type RequestMutation<Data, Request> = UseMutationOptions<Data, Error, Request> & {
  mutationKey: MutationKey;
};

/** The options that `intentTxQueries` returns. */
export interface IntentTxQueries {
  /** The beginning of every key: `invalidateQueries({ queryKey: queries.all })` refreshes everything. */
  readonly all: QueryRoot;
  /** The price of a token: its symbol or mint. */
  readonly price: (token: string) => DataQuery<TokenPrice, readonly ["prices.retrieve", string]>;
  /** The holdings of a wallet. */
  readonly portfolio: (
    walletAddress: string,
    query?: PortfolioQuery,
  ) => DataQuery<Portfolio, readonly ["portfolio.retrieve", string, PortfolioQuery]>;
  /** A wallet's history, page by page: `data.pages[].data`. */
  readonly transactions: (walletAddress: string, query?: HistoryQuery) => HistoryOptions;
  /** The account's activity in a range of time. */
  readonly metrics: (
    params: MetricsParams,
  ) => DataQuery<Metrics, readonly ["analytics.metrics", MetricsParams]>;
  /** The account's usage in this billing period. */
  readonly usage: () => DataQuery<Usage, readonly ["analytics.usage"]>;
  /** Turns a command into an intent. */
  readonly parseIntent: () => RequestMutation<Intent, ParseIntentRequest>;
  /** Builds the transaction of an intent. */
  readonly buildTransaction: () => RequestMutation<BuiltTransaction, BuildTransactionRequest>;
}
