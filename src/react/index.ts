/**
 * Options for TanStack Query, which caches, refreshes and cancels: `useQuery`, `useInfiniteQuery` and `useMutation` take them as
 * they are. No state of its own. `@tanstack/react-query` is an optional peer.
 *
 * @module intent-tx/react
 */
export type {
  DataQuery,
  HistoryKey,
  HistoryOptions,
  HistoryPage,
  HistoryQuery,
  IntentTxQueries,
  QueryRoot,
  RequestMutation,
} from "./queries.js";
export { intentTxQueries } from "./queries.js";
