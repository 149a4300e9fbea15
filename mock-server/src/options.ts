import type { LimitsOption } from "./accounts/tier-limits.js";
import type { ContractOptions, Dialect } from "./api/readings.js";
import type { ClockOptions } from "./server/server-clock.js";
import type { SessionOptions } from "./server/session-options.js";
import type { WorldOption } from "./world/option.js";

/** Options of the in-process chain. */
export interface LedgerOptions {
  /**
   * How many landed transactions each network keeps, or `"all"`. Default 10,000. Those of the last 150 slots stay in any case, so
   * that nothing lands twice. Older ones are gone as on a node that prunes its ledger: from histories, blocks and lookups.
   * Balances stay.
   */
  readonly keep?: number | "all";
}

/** Options of a server. Each has a default. */
export interface MockServerOptions {
  /** Gives everything that is random: ids, secrets, wallets, blockhashes, prices. Default 1. */
  readonly seed?: number | string;
  /** Where the clock begins and whether it runs. Default: running, from the wall clock's time. */
  readonly clock?: ClockOptions;
  /** A named set of readings of the contract. Default `"default"`. */
  readonly dialect?: Dialect;
  /** Single readings on top of the dialect. */
  readonly contract?: ContractOptions;
  /** `"off"`, or other figures by tier (decision 51). Default: the contract's limits. */
  readonly limits?: LimitsOption;
  /** Additions to the world: wallets with balances and history, accounts, names, tokens, pools. */
  readonly world?: WorldOption;
  /** The in-process chain: how much of its past it keeps. */
  readonly ledger?: LedgerOptions;
  /** JSON-RPC of a running validator that backs the live network, in place of the in-process ledger. */
  readonly rpcUrl?: string;
  /** The same for the test network. */
  readonly testRpcUrl?: string;
  /** File that keeps the state: what was answered survives the process. */
  readonly stateFile?: string;
  /** Directory that keeps the state in place of a file: one file for the server's own World and one for each session. */
  readonly stateDir?: string;
  /** How sessions are opened, and how many. Default: only when asked for, at most 1,000. */
  readonly sessions?: SessionOptions;
  /**
   * Address under which others reach the server, behind a proxy for example: all addresses that it tells begin with it.
   * Default: where it listens.
   */
  readonly publicUrl?: string;
  /** Opens the control plane on hosts other than loopback, sent as `Authorization: Bearer`. */
  readonly controlToken?: string;
}
