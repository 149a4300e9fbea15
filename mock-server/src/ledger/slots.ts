/** When slot 0 was: the genesis of Solana's mainnet, so that slots have the size that people know. */
export const CHAIN_EPOCH = Date.UTC(2020, 2, 16, 14, 29, 0);
/** Length of a slot in milliseconds. */
export const SLOT_MS = 400;
/** Blocks on top of one that make it final. */
export const FINALIZATION_SLOTS = 32;

/** Slots of an epoch, from the first on, as on mainnet. */
export const SLOTS_PER_EPOCH = 432_000;

/**
 * The slot of a moment. It comes from the time alone, so that two servers whose clocks agree are in the same slot, and
 * a clock that is turned by a day costs nothing. Every slot has a block: its height is the slot.
 */
export function slotAt(ms: number): number {
  return Math.max(0, Math.floor((ms - CHAIN_EPOCH) / SLOT_MS));
}

/** The moment at which a slot begins, milliseconds since 1970. */
export function slotStart(slot: number): number {
  return CHAIN_EPOCH + slot * SLOT_MS;
}

/** The epoch of a slot, and the slot with which it began. */
export function epochOf(slot: number): { readonly epoch: number; readonly firstSlot: number } {
  const epoch = Math.floor(slot / SLOTS_PER_EPOCH);
  return { epoch, firstSlot: epoch * SLOTS_PER_EPOCH };
}

/** How many landed transactions a network keeps, where the option `ledger.keep` does not say. */
export const TRANSACTIONS_KEPT = 10_000;
/** Slots whose transactions are kept whole, however many there are: who waits for one to be final reads it then. */
export const WHOLE_SLOTS = FINALIZATION_SLOTS + 18;
