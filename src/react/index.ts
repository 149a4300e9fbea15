/**
 * A hook that makes payments, and query and mutation options for TanStack Query. Pass the options to `useQuery`,
 * `useInfiniteQuery` and `useMutation`; they keep no state. `react` and `@tanstack/react-query` are optional peer
 * dependencies.
 * @experimental
 * @module intent-tx/react
 */
export {
  type PaymentOrder,
  type PaymentState,
  type UsePaymentOptions,
  type UsePaymentResult,
  usePayment,
} from "./payment.js";
export {
  type DataQuery,
  type HistoryKey,
  type HistoryOptions,
  type HistoryPage,
  type HistoryQuery,
  type IntentTxQueries,
  intentTxQueries,
  type QueryRoot,
  type RequestMutation,
} from "./queries.js";
