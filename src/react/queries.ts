import { infiniteQueryOptions, mutationOptions, queryOptions } from "@tanstack/react-query";
import type { IntentTxClient } from "../client-interface.js";
import type { ParseIntentRequest } from "../contract/intents.js";
import type { PortfolioQuery } from "../contract/portfolio.js";
import type { BuildTransactionRequest, ListTransactionsQuery } from "../contract/transactions.js";
import type { MetricsParams } from "../resources/analytics.js";

/** The options that {@link intentTxQueries} returns. */
export type IntentTxQueries = ReturnType<typeof intentTxQueries>;

/**
 * Query and mutation options of a client. Keys begin with `intent-tx` and the client's address, so that
 * `queryClient.invalidateQueries({ queryKey: queries.all })` refreshes everything. A query that nobody watches any more is
 * aborted. TanStack's own retries are off: the client knows what may be sent again, and when.
 *
 * @param client The client; in a page one of a server of its own (see the guide "A client in the browser").
 * @example
 * ```ts
 * import { QueryClient } from "@tanstack/react-query";
 * import { IntentTx } from "intent-tx";
 * import { intentTxQueries } from "intent-tx/react";
 *
 * const queries = intentTxQueries(new IntentTx());
 * const { price } = await new QueryClient().fetchQuery(queries.price("SOL"));
 * ```
 */
export function intentTxQueries(client: IntentTxClient) {
  const all = ["intent-tx", client.baseUrl] as const;
  return {
    /** The beginning of every key. */
    all,
    /** The price of a token. */
    price: (token: string) =>
      queryOptions({
        queryKey: [...all, "prices.retrieve", token] as const,
        queryFn: ({ signal }) => client.prices.retrieve(token, { signal }),
        retry: false,
      }),
    /** The holdings of a wallet. */
    portfolio: (walletAddress: string, query: PortfolioQuery = {}) =>
      queryOptions({
        queryKey: [...all, "portfolio.retrieve", walletAddress, query] as const,
        queryFn: ({ signal }) => client.portfolio.retrieve(walletAddress, query, { signal }),
        retry: false,
      }),
    /** A wallet's history, page by page: `data.pages[].data`. */
    transactions: (walletAddress: string, query: Omit<ListTransactionsQuery, "before" | "cursor"> = {}) =>
      infiniteQueryOptions({
        queryKey: [...all, "transactions.list", walletAddress, query] as const,
        queryFn: async ({ signal, pageParam }) => {
          const start = pageParam === undefined ? query : { ...query, before: pageParam };
          const { data, hasMore, nextCursor } = await client.transactions.list(walletAddress, start, {
            signal,
          });
          return { data, hasMore, nextCursor };
        },
        initialPageParam: undefined as string | undefined,
        getNextPageParam: ({ nextCursor }) => nextCursor,
        retry: false,
      }),
    /** The account's activity in a range of time. */
    metrics: (params: MetricsParams) =>
      queryOptions({
        queryKey: [...all, "analytics.metrics", params] as const,
        queryFn: ({ signal }) => client.analytics.metrics(params, { signal }),
        retry: false,
      }),
    /** The account's usage in this billing period. */
    usage: () =>
      queryOptions({
        queryKey: [...all, "analytics.usage"] as const,
        queryFn: ({ signal }) => client.analytics.usage({ signal }),
        retry: false,
      }),
    /** Turns a command into an intent. */
    parseIntent: () =>
      mutationOptions({
        mutationKey: [...all, "intents.parse"] as const,
        mutationFn: (request: ParseIntentRequest) => client.intents.parse(request),
      }),
    /** Builds the transaction of an intent. */
    buildTransaction: () =>
      mutationOptions({
        mutationKey: [...all, "transactions.build"] as const,
        mutationFn: (request: BuildTransactionRequest) => client.transactions.build(request),
      }),
  };
}
