import { infiniteQueryOptions, mutationOptions, queryOptions } from "@tanstack/react-query";
import type { IntentTxClient } from "../client/client-interface.js";
import type { ParseIntentRequest } from "../contract/intents.js";
import type { BuildTransactionRequest } from "../contract/transactions.js";
import type { IntentTxQueries } from "./options.js";

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
export function intentTxQueries(client: IntentTxClient): IntentTxQueries {
  const all = ["intent-tx", client.baseUrl] as const;
  return {
    all,
    price: (token) =>
      queryOptions({
        queryKey: [...all, "prices.retrieve", token] as const,
        queryFn: ({ signal }) => client.prices.retrieve(token, { signal }),
        retry: false,
      }),
    portfolio: (walletAddress, query = {}) =>
      queryOptions({
        queryKey: [...all, "portfolio.retrieve", walletAddress, query] as const,
        queryFn: ({ signal }) => client.portfolio.retrieve(walletAddress, query, { signal }),
        retry: false,
      }),
    transactions: (walletAddress, query = {}) =>
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
    metrics: (params) =>
      queryOptions({
        queryKey: [...all, "analytics.metrics", params] as const,
        queryFn: ({ signal }) => client.analytics.metrics(params, { signal }),
        retry: false,
      }),
    usage: () =>
      queryOptions({
        queryKey: [...all, "analytics.usage"] as const,
        queryFn: ({ signal }) => client.analytics.usage({ signal }),
        retry: false,
      }),
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
