/**
 * The whole intent-driven transaction service in memory: every endpoint, tiers, limits, scopes and keys, a deterministic
 * parser, and real Solana execution, in one process.
 *
 * @module @intent-tx/mock-server
 */

export type { LimitsOption } from "./accounts/tier-limits.js";
export { type ContractOptions, DIALECTS, type Dialect } from "./api/readings.js";
export type { ArmedFault } from "./control/armed-faults.js";
export { ConflictError } from "./control/conflict.js";
export type { ExpectedCall } from "./control/expected-calls.js";
export type { Fault, FaultRule } from "./control/fault-rules.js";
export type { Faults } from "./control/faults.js";
export type { LoggedRequest, RequestQuery } from "./control/logged-request.js";
export type { RequestLog } from "./control/request-log.js";
export type { SessionRequest } from "./control/session-commands.js";
export type {
  ClockView,
  FundedWallet,
  FundTokens,
  IssuedControlKey,
  IssueKeyRequest,
} from "./control/subject.js";
export type { TrafficEntry, TrafficKind } from "./control/traffic.js";
export type {
  AccountView,
  DayView,
  PoolView,
  PriceHistoryView,
  TokenView,
  WindowView,
  WorldView,
} from "./control/views.js";
export { createMockServer } from "./create.js";
export type { FetchLike } from "./http/fetch.js";
export { ListenError, type ListenOptions } from "./http/ports.js";
export { ClosedError } from "./kernel/closed-error.js";
export type { Duration } from "./kernel/duration.js";
export { OptionError } from "./kernel/option-error.js";
export { type ErrorExtras, ServiceError } from "./kernel/service-error.js";
export { NotOnValidatorError } from "./ledger/rpc-errors.js";
export type { LedgerOptions, MockServerOptions } from "./options.js";
export type { Addresses } from "./server/public-addresses.js";
export type { Listening, MockClientOptions, WorldKeySecrets, WorldWallets } from "./server/public-types.js";
export type { MockServer } from "./server/server.js";
export type { ClockOptions, ServerClock } from "./server/server-clock.js";
export type { Session } from "./server/session.js";
export type { SessionOptions } from "./server/session-options.js";
export type { WalletKeys, WorldSnapshot } from "./server/world.js";
export type { WorldHandle } from "./server/world-handle.js";
export type { AccountFile } from "./world/account-file.js";
export type {
  AccountOption,
  NftOption,
  PoolOption,
  ProgramOption,
  StakeOption,
  TokenOption,
  WalletOption,
  WorldOption,
} from "./world/option.js";
