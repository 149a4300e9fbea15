/**
 * Typed client of the intent-driven transaction service.
 *
 * @module intent-tx
 */
export { formatUnits, parseUnits } from "./amounts.js";
export * from "./api-errors.js";
export { ApiPromise, type WithResponse } from "./api-promise.js";
export * from "./base-error.js";
export { IntentTx } from "./client.js";
export type { IntentTxClient } from "./client-interface.js";
export { builtTransactionCodec, type Codec, type Encoded, intentCodec } from "./codecs.js";
export type { Metrics, MetricsQuery, Usage, UsageCount } from "./contract/analytics.js";
export type {
  Action,
  Environment,
  Granularity,
  KeyStatus,
  ParsingReason,
  Scope,
  Tier,
  TransactionStatus,
  TransactionType,
  UnauthorizedReason,
} from "./contract/constants.js";
export type {
  ErrorCode,
  ErrorDetails,
  LimitDetails,
  ParsingDetails,
  ResourceDetails,
} from "./contract/errors.js";
export type { Intent, IntentParameters, MarketInfo, ParseIntentRequest, Route } from "./contract/intents.js";
export type { ApiKey, CreateKeyRequest, IssuedKey } from "./contract/keys.js";
export type { RetryClass } from "./contract/operations.js";
export type { NftEntry, Portfolio, PortfolioQuery, StakedEntry, TokenHolding } from "./contract/portfolio.js";
export type { TokenPrice } from "./contract/prices.js";
export type { OpenEnum } from "./contract/primitives.js";
export type {
  BuildTransactionRequest,
  BuiltTransaction,
  ExpectedOutput,
  ListTransactionsQuery,
  Pagination,
  Simulation,
  SwapDetails,
  TransactionList,
  TransactionRecord,
  TransferDetails,
} from "./contract/transactions.js";
export * from "./errors.js";
export type { ClientEvents, ClientListener, RequestFacts } from "./events.js";
export { parse, stringify } from "./json.js";
export type { ApiKeyProvider, ApiKeyRequest } from "./keys/provider.js";
export type { KeyRotation, RotationEvents, RotationFailure } from "./keys/rotation.js";
export { KeyRotator } from "./keys/rotator.js";
export type { KeyRotatorOptions } from "./keys/rotator-options.js";
export type { KeyRecord, KeyStore, RotationService } from "./keys/store.js";
export * from "./narrowing.js";
export type { CustomInput, CustomOperation, OperationName, Operations } from "./operation-types.js";
export type {
  ClientOptions,
  Clock,
  FetchInit,
  FetchLike,
  FetchResponse,
  HeaderValues,
  Logger,
  LogLevel,
  PlaceRequest,
  PlaceTaken,
  RateLimitOptions,
  RateLimitWindow,
  RequestOptions,
} from "./options.js";
export { Page, PagePromise, type ToArrayOptions } from "./pagination.js";
export type { AnalyticsResource, MetricsParams } from "./resources/analytics.js";
export type { IntentsResource } from "./resources/intents.js";
export type { CreateKeyParams, KeysResource } from "./resources/keys.js";
export type { PortfolioResource } from "./resources/portfolio.js";
export type { PricesResource } from "./resources/prices.js";
export type { TransactionsResource } from "./resources/transactions.js";
export { MalformedJsonError, OutOfRangeError } from "./value-errors.js";
