/** Time of slot 0: the genesis of Solana's mainnet, so that slot numbers look familiar. */
export const CHAIN_EPOCH = Date.UTC(2020, 2, 16, 14, 29, 0);
/** Length of a slot in milliseconds. */
export const SLOT_MS = 400;
/** Blocks on top of a block that finalize it. */
export const FINALIZATION_SLOTS = 32;

/** Slots of an epoch (without warmup), as on mainnet. */
export const SLOTS_PER_EPOCH = 432_000;

/**
 * The slot of a moment, computed from the time only. So two servers whose clocks agree are in the same slot, and
 * advancing the clock by a day costs nothing. Every slot has a block: its height is the slot.
 */
export function slotAt(ms: number): number {
  return Math.max(0, Math.floor((ms - CHAIN_EPOCH) / SLOT_MS));
}

/** The start of a slot, milliseconds since 1970. */
export function slotStart(slot: number): number {
  return CHAIN_EPOCH + slot * SLOT_MS;
}

/** The epoch of a slot, and the epoch's first slot. */
export function epochOf(slot: number): { readonly epoch: number; readonly firstSlot: number } {
  const epoch = Math.floor(slot / SLOTS_PER_EPOCH);
  return { epoch, firstSlot: epoch * SLOTS_PER_EPOCH };
}

/** Number of landed transactions that a network keeps by default (option `ledger.keep`). */
export const TRANSACTIONS_KEPT = 10_000;
/** Slots whose transactions are always kept: clients that wait for finalization still read them. */
export const WHOLE_SLOTS = FINALIZATION_SLOTS + 18;
