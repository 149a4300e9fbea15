import type { Environment } from "intent-tx/contract";
import type { PoolSpec } from "../fixtures/pools.js";
import type { TokenList } from "../fixtures/tokens.js";
import type { WorldData } from "../fixtures/world-data.js";
import type { Clock } from "../kernel/clock.js";
import type { Random } from "../kernel/random.js";
import type { Genesis } from "../ledger/genesis/genesis.js";
import type { LedgerRows } from "../ledger/log/ledger-rows.js";
import type { State } from "../state/state.js";
import type { ContractSettings } from "./dialects.js";

/** Dependencies that every part of a World shares. */
export interface WorldBase {
  readonly seed: string;
  readonly settings: ContractSettings;
  readonly state: State;
  readonly clock: Clock;
  readonly random: Random;
  readonly data: WorldData;
  /** The tokens of `data`, by mint and symbol. */
  readonly tokens: TokenList;
  /** The pools of `data`, by address. */
  readonly pools: ReadonlyMap<string, PoolSpec>;
  /** The initial accounts of the World's chains. */
  readonly genesis: Genesis;
  /** State's rows of each chain, which exist even if its ledger has not been opened. */
  readonly ledgerRows: Readonly<Record<Environment, LedgerRows>>;
}
