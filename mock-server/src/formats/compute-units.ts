/** A kind of step in the service's transactions. Only steps that cost compute units are listed. */
export type StepKind =
  | "create-token-account"
  | "wrap"
  | "swap-one-hop"
  | "swap-two-hops"
  | "unwrap"
  | "token-transfer"
  | "sol-transfer";

/**
 * Maximum compute units per step, with a reserve: each attempt to find a bump seed costs 1,500 units, and divisions of
 * large numbers cost more. A cluster with the older token program uses 4,700 units per transfer.
 */
const TABLE: Readonly<Record<StepKind, number>> = {
  "create-token-account": 50_000,
  wrap: 8_000,
  "swap-one-hop": 60_000,
  "swap-two-hops": 90_000,
  unwrap: 6_000,
  "token-transfer": 15_000,
  "sol-transfer": 300,
};

/** Compute units of the two compute-budget instructions. */
const BUDGET_UNITS = 300;

/** Room for a wallet's guards, which it adds before it signs (decision 54). */
const GUARD_UNITS = 50_000;
/** Loaded bytes for the guards' program, of 424,248 bytes, and for accounts that grow. */
const GUARD_BYTES = 450_000;
/** The cluster's maximum of loaded bytes. */
const MAX_LOADED_BYTES = 64 * 1024 * 1024;

/** The compute limit of a transaction that was not simulated. */
export function unitsFromTable(steps: readonly StepKind[]): number {
  return steps.reduce((sum, step) => sum + TABLE[step], BUDGET_UNITS + GUARD_UNITS);
}

/**
 * The compute limit after a simulation that used `consumed` units: 20% more, because accounts can change until the
 * transaction lands, and the room for guards. It is at most the table's limit, for which the wallet keeps enough SOL.
 */
export function unitsFromSimulation(consumed: number, steps: readonly StepKind[]): number {
  const headRoom = Math.max(Math.ceil(consumed / 5), 100);
  return Math.min(consumed + headRoom + GUARD_UNITS, unitsFromTable(steps));
}

/** The limit of loaded bytes in version 1: with the room for guards, and the maximum without a simulation. */
export function loadedLimit(loaded: number | undefined): number {
  return loaded === undefined ? MAX_LOADED_BYTES : Math.min(loaded + GUARD_BYTES, MAX_LOADED_BYTES);
}
