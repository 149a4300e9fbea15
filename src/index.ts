/**
 * Typed client of the intent-driven transaction service.
 *
 * @module intent-tx
 */

export { IntentTx, type IntentTxClient } from "./client/client.js";
export { Page, PagePromise, type ToArrayOptions } from "./client/pagination.js";
export type {
  AnalyticsResource,
  IntentsResource,
  KeysResource,
  PortfolioResource,
  PricesResource,
  TransactionsResource,
} from "./client/resources.js";
export type { Metrics, Usage, UsageCount } from "./contract/analytics.js";
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
export type { ApiKey, IssuedKey } from "./contract/keys.js";
export type { RetryClass } from "./contract/operations.js";
export type { NftEntry, Portfolio, PortfolioQuery, StakedEntry, TokenHolding } from "./contract/portfolio.js";
export type { TokenPrice } from "./contract/prices.js";
export type { OpenEnum } from "./contract/primitives.js";
export type {
  BuildTransactionRequest,
  BuiltTransaction,
  ExpectedOutput,
  Pagination,
  Simulation,
  SwapDetails,
  TransactionList,
  TransactionRecord,
  TransferDetails,
} from "./contract/transactions.js";
export * from "./errors/api-errors.js";
export { IntentTxError, isIntentTxError } from "./errors/base-error.js";
export * from "./errors/errors.js";
export * from "./errors/narrowing.js";
export { MalformedJsonError, OutOfRangeError } from "./errors/value-errors.js";
export { ApiPromise, type WithResponse } from "./http/api-promise.js";
export type { ClientEvents, ClientListener, RequestFacts } from "./options/events.js";
export type {
  ApiKeyProvider,
  ApiKeyRequest,
  KeyRotation,
  RotationEvents,
  RotationFailure,
} from "./options/key-provider.js";
export type * from "./options/operation-types.js";
export type * from "./options/options.js";
export { KeyRotator, type KeyRotatorOptions } from "./rotation/rotator.js";
export type { KeyRecord, KeyStore, RotationService } from "./rotation/store.js";
export { formatUnits, parseUnits } from "./values/amounts.js";
export {
  type CommandToken,
  type SwapCommandOptions,
  swapCommand,
  type TransferCommandOptions,
  transferCommand,
} from "./values/commands.js";
export { parse, stringify } from "./values/json.js";
export * from "./wire/codecs.js";
