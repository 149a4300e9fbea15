/**
 * The whole intent-driven transaction service in memory: every endpoint, tiers, limits, scopes and keys, a
 * deterministic parser, and real Solana execution, in one process.
 *
 * @module @intent-tx/mock-server
 */

export type { LimitsOption } from "./accounts/tier-limits.js";
export type { FundedWallet, FundTokens } from "./control/commands/fund.js";
export type { ServerHealth } from "./control/commands/health.js";
export type { IssuedControlKey, IssueKeyRequest } from "./control/commands/keys.js";
export type { PriceControl } from "./control/commands/prices.js";
export type { Session, SessionRequest } from "./control/commands/sessions.js";
export type { LoggedRequest, RequestQuery } from "./control/log/entries.js";
export type { ExpectedCall } from "./control/log/expected-calls.js";
export type { RequestLog } from "./control/log/request-log.js";
export { createMockServer } from "./create.js";
export type { ArmedFault } from "./faults/armed-faults.js";
export type { Fault, FaultMatch, FaultRule } from "./faults/fault-rules.js";
export type { Faults } from "./faults/faults.js";
export type { AccountFile } from "./fixtures/account-file.js";
export type { WorldOption } from "./fixtures/option.js";
export type { Addresses } from "./http/addresses.js";
export type { MockFetch } from "./http/fetch.js";
export { ListenError, type ListenOptions } from "./http/ports.js";
export {
  ClosedError,
  ControlConflictError,
  NotOnValidatorError,
  OptionError,
  ServiceError,
} from "./kernel/errors.js";
export type { Duration } from "./kernel/time.js";
export type { ValidatorHealth } from "./ledger/validator/check.js";
export type { LedgerOptions, MockServerOptions } from "./options.js";
export type { Listening } from "./server/host.js";
export type { MockClientOptions, MockServer, RpcTransport } from "./server/server.js";
export type { SessionOptions } from "./server/sessions.js";
export type { WorldHandle, WorldKeySecrets, WorldWallets } from "./server/world-handle.js";
export { type ContractOptions, DIALECTS, type Dialect } from "./world/dialects.js";
export type { ClockOptions, ClockTarget, ServerClock } from "./world/server-clock.js";
export type { WalletKeys, WorldSnapshot } from "./world/world.js";
