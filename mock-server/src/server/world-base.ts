import type { Environment } from "intent-tx/contract";
import type { Readings } from "../api/readings.js";
import type { Clock } from "../kernel/clock.js";
import type { Random } from "../kernel/random.js";
import type { Genesis } from "../ledger/genesis.js";
import type { LedgerRows } from "../ledger/ledger-rows.js";
import type { State } from "../state/state.js";
import type { WorldData } from "../world/world.js";

/** The basis of every part of a World. */
export interface WorldBase {
  readonly seed: string;
  readonly readings: Readings;
  readonly state: State;
  readonly clock: Clock;
  readonly random: Random;
  readonly data: WorldData;
  /** The accounts with which every chain of the World begins. */
  readonly genesis: Genesis;
  /** The rows that State keeps of each chain, whether or not its ledger was needed yet. */
  readonly ledgerRows: Readonly<Record<Environment, LedgerRows>>;
}
