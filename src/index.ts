/**
 * Typed client of the intent-driven transaction service.
 *
 * @module intent-tx
 */

export { IntentTx, type IntentTxClient } from "./client/client.js";
export { Page, PagePromise } from "./client/pagination.js";
export type {
  AnalyticsResource,
  IntentsResource,
  KeysResource,
  PortfolioResource,
  PricesResource,
  TransactionsResource,
} from "./client/resources.js";
export type { Metrics, Usage } from "./contract/analytics.js";
export type { Scope } from "./contract/constants.js";
export type {
  ErrorCode,
  ErrorDetails,
} from "./contract/errors.js";
export type { Intent, SwapIntent, TransferIntent } from "./contract/intents.js";
export type { ApiKey, IssuedKey } from "./contract/keys.js";
export type { Portfolio, TokenHolding } from "./contract/portfolio.js";
export type { TokenPrice } from "./contract/prices.js";
export type {
  BuildTransactionRequest,
  ParseIntentRequest,
  PortfolioQuery,
} from "./contract/requests.js";
export type {
  BuiltTransaction,
  SwapRecord,
  TransactionRecord,
  TransferRecord,
} from "./contract/transactions.js";
export {
  ApiError,
  AuthenticationError,
  ConflictError,
  NotFoundError,
  ParsingError,
  PermissionError,
  type RateLimit,
  RateLimitError,
  ServerError,
  SimulationFailedError,
  TokenNotFoundError,
  ValidationError,
  WalletNotFoundError,
} from "./errors/api-errors.js";
export { IntentTxError, isIntentTxError } from "./errors/base-error.js";
export * from "./errors/errors.js";
export * from "./errors/narrowing.js";
export { toReply } from "./errors/to-response.js";
export { MalformedJsonError, OutOfRangeError } from "./errors/value-errors.js";
export { ApiPromise, type WithResponse } from "./http/api-promise.js";
export type { ClientEvents, RequestFacts, RotationEvents } from "./options/events.js";
export type {
  CreateKeyParams,
  ListTransactionsParams,
  MetricsParams,
  OperationName,
  Operations,
} from "./options/operation-types.js";
export type {
  ApiKeyProvider,
  AppInfo,
  ClientHooks,
  ClientOptions,
  Clock,
  FetchLike,
  FetchOptions,
  Logger,
  RateLimitOptions,
  RateLimitWindow,
  RequestOptions,
} from "./options/options.js";
export { KeyRotator, type KeyRotatorOptions } from "./rotation/rotator.js";
export type { KeyRecord, KeyStore } from "./rotation/store.js";
export { formatUnits, parseUnits } from "./values/amounts.js";
export {
  swapCommand,
  swapOrder,
  transferCommand,
  transferOrder,
} from "./values/commands.js";
export {
  builtTransactionCodec,
  type Codec,
  type Encoded,
  errorCodec,
  intentCodec,
  portfolioCodec,
  priceCodec,
  transactionsCodec,
} from "./wire/codecs.js";
export { parseJson, stringifyJson } from "./wire/json.js";
