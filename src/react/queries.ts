import {
  type DataTag,
  type InfiniteData,
  infiniteQueryOptions,
  type MutationKey,
  mutationOptions,
  queryOptions,
  type UnusedSkipTokenInfiniteOptions,
  type UnusedSkipTokenOptions,
  type UseMutationOptions,
} from "@tanstack/react-query";
import type { IntentTxClient } from "../client/client.js";
import type { Metrics, Usage } from "../contract/analytics.js";
import type { Intent } from "../contract/intents.js";
import type { Portfolio } from "../contract/portfolio.js";
import type { TokenPrice } from "../contract/prices.js";
import type { BuildTransactionRequest, ParseIntentRequest, PortfolioQuery } from "../contract/requests.js";
import type { BuiltTransaction, TransactionRecord } from "../contract/transactions.js";
import { ConfigurationError } from "../errors/errors.js";
import type { ListTransactionsParams, MetricsParams } from "../options/operation-types.js";

/** First elements of every query key: the package's name and the client's base URL. */
export type QueryRoot = readonly ["intent-tx", string];

/** Options of one query. The type of its data is part of the query key. */
export type DataQuery<Data, Key extends readonly unknown[]> = UnusedSkipTokenOptions<
  Data,
  Error,
  Data,
  readonly [...QueryRoot, ...Key]
> & { queryKey: DataTag<readonly [...QueryRoot, ...Key], Data, Error> };

/** Filters and page size of a history: the query of `transactions.list` without its cursors. */
export type HistoryQuery = Omit<ListTransactionsParams, "cursor">;

/** One page of a history as plain data, so that persisters can store it. */
export interface HistoryPage {
  /** The transactions, newest first. */
  readonly data: TransactionRecord[];
  /** Whether there are more pages. */
  readonly hasMore: boolean;
  /** Cursor of the next page. Undefined on the last page. */
  readonly nextCursor: string | undefined;
}

/** The query key of a wallet's history. */
export type HistoryKey = readonly [...QueryRoot, "transactions.list", string, HistoryQuery];

/** Options of a wallet's history. */
export type HistoryOptions = UnusedSkipTokenInfiniteOptions<
  HistoryPage,
  Error,
  InfiniteData<HistoryPage>,
  HistoryKey,
  string | undefined
> & { queryKey: DataTag<HistoryKey, InfiniteData<HistoryPage>, Error> };

/** Options of a mutation. Its key is the operation's name. */
export type RequestMutation<Data, Request> = UseMutationOptions<Data, Error, Request> & {
  mutationKey: MutationKey;
};

/** The options that `intentTxQueries` returns. */
export interface IntentTxQueries {
  /** First elements of every query key: `invalidateQueries({ queryKey: queries.all })` refreshes everything. */
  readonly all: QueryRoot;
  /**
   * The price of a token.
   * @param token Mint address, or symbol in any case.
   * @example
   * ```ts
   * import { useQuery } from "@tanstack/react-query";
   * import type { IntentTxQueries } from "intent-tx/react";
   * const usePrice = (queries: IntentTxQueries) => useQuery(queries.price("SOL")).data?.price;
   * ```
   */
  readonly price: (token: string) => DataQuery<TokenPrice, readonly ["prices.retrieve", string]>;
  /**
   * The holdings of a wallet.
   * @param walletAddress Base58 address of the wallet.
   * @param query Whether to list NFTs and stake accounts. By default, neither is listed.
   * @example
   * ```ts
   * import { useQuery } from "@tanstack/react-query";
   * import type { IntentTxQueries } from "intent-tx/react";
   * const useTokens = (queries: IntentTxQueries, wallet: string) => useQuery(queries.portfolio(wallet)).data?.tokens;
   * ```
   */
  readonly portfolio: (
    walletAddress: string,
    query?: PortfolioQuery,
  ) => DataQuery<Portfolio, readonly ["portfolio.retrieve", string, PortfolioQuery]>;
  /**
   * A wallet's history, page by page: `data.pages[].data`.
   * @param walletAddress Base58 address of the wallet.
   * @param query Page size and kind of the records.
   * @example
   * ```ts
   * import { useInfiniteQuery } from "@tanstack/react-query";
   * import type { IntentTxQueries } from "intent-tx/react";
   * const useHistory = (queries: IntentTxQueries, wallet: string) => useInfiniteQuery(queries.transactions(wallet));
   * ```
   */
  readonly transactions: (walletAddress: string, query?: HistoryQuery) => HistoryOptions;
  /**
   * The account's activity in a time range.
   * @param params The time range and its granularity.
   * @example
   * ```ts
   * import { useQuery } from "@tanstack/react-query";
   * import type { IntentTxQueries } from "intent-tx/react";
   * const useJanuary = (queries: IntentTxQueries) =>
   *   useQuery(queries.metrics({ startDate: "2026-01-01", endDate: "2026-02-01" }));
   * ```
   */
  readonly metrics: (
    params: MetricsParams,
  ) => DataQuery<Metrics, readonly ["analytics.metrics", MetricsParams]>;
  /**
   * The account's usage in this billing period.
   * @example
   * ```ts
   * import { useQuery } from "@tanstack/react-query";
   * import type { IntentTxQueries } from "intent-tx/react";
   * const useTier = (queries: IntentTxQueries) => useQuery(queries.usage()).data?.tier;
   * ```
   */
  readonly usage: () => DataQuery<Usage, readonly ["analytics.usage"]>;
  /**
   * Parses a command into an intent.
   * @example
   * ```ts
   * import { useMutation } from "@tanstack/react-query";
   * import type { IntentTxQueries } from "intent-tx/react";
   * const useParse = (queries: IntentTxQueries) => useMutation(queries.parseIntent());
   * ```
   */
  readonly parseIntent: () => RequestMutation<Intent, ParseIntentRequest>;
  /**
   * Builds the transaction of an intent.
   * @example
   * ```ts
   * import { useMutation } from "@tanstack/react-query";
   * import type { IntentTxQueries } from "intent-tx/react";
   * const useBuild = (queries: IntentTxQueries) => useMutation(queries.buildTransaction());
   * ```
   */
  readonly buildTransaction: () => RequestMutation<BuiltTransaction, BuildTransactionRequest>;
}

/**
 * Query and mutation options of a client. Keys start with `intent-tx` and the client's base URL, so that
 * `queryClient.invalidateQueries({ queryKey: queries.all })` refreshes everything. A query without observers is
 * aborted. TanStack's own retries are off, because the client decides when a retry is safe.
 * @param client The client; in a page, a client of your own server (see the guide "A client in the browser").
 * @throws ConfigurationError when the client is missing or passed in another form.
 * @example
 * ```ts
 * import { QueryClient } from "@tanstack/react-query";
 * import { IntentTx } from "intent-tx";
 * import { intentTxQueries } from "intent-tx/react";
 * const queries = intentTxQueries(new IntentTx());
 * const { price } = await new QueryClient().fetchQuery(queries.price("SOL"));
 * ```
 */
export function intentTxQueries(client: IntentTxClient): IntentTxQueries {
  if (typeof Object(client).request !== "function")
    throw new ConfigurationError("Call it as intentTxQueries(client).");
  const all = ["intent-tx", client.baseUrl] as const;
  const one = <Data, const Key extends readonly unknown[]>(
    key: Key,
    load: (options: { readonly signal: AbortSignal }) => Promise<Data>,
  ) =>
    queryOptions({
      queryKey: [...all, ...key] as const,
      queryFn: ({ signal }) => load({ signal }),
      retry: false,
    });
  return {
    all,
    price: (token) => one(["prices.retrieve", token], (options) => client.prices.retrieve(token, options)),
    portfolio: (walletAddress, query = {}) =>
      one(["portfolio.retrieve", walletAddress, query], (options) =>
        client.portfolio.retrieve(walletAddress, query, options),
      ),
    transactions: (walletAddress, query = {}) =>
      infiniteQueryOptions({
        queryKey: [...all, "transactions.list", walletAddress, query] as const,
        queryFn: async ({ signal, pageParam }) => {
          const start = pageParam === undefined ? query : { ...query, cursor: pageParam };
          const { data, hasMore, nextCursor } = await client.transactions.list(walletAddress, start, {
            signal,
          });
          return { data, hasMore, nextCursor };
        },
        initialPageParam: undefined as string | undefined,
        getNextPageParam: ({ nextCursor }) => nextCursor,
        retry: false,
      }),
    metrics: (params) =>
      one(["analytics.metrics", params], (options) => client.analytics.metrics(params, options)),
    usage: () => one(["analytics.usage"], (options) => client.analytics.usage(options)),
    parseIntent: () =>
      mutationOptions({
        mutationKey: [...all, "intents.parse"] as const,
        mutationFn: (request: ParseIntentRequest) => client.intents.parse(request),
        retry: false,
      }),
    buildTransaction: () =>
      mutationOptions({
        mutationKey: [...all, "transactions.build"] as const,
        mutationFn: (request: BuildTransactionRequest) => client.transactions.build(request),
        retry: false,
      }),
  };
}
