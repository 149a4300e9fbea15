import type { Commitment } from "./ledger.js";

/** Time of slot 0: the genesis of Solana's mainnet, so that slot numbers look realistic. */
export const CHAIN_EPOCH = Date.UTC(2020, 2, 16, 14, 29, 0);
/** A block is finalized when this many blocks follow it. */
export const FINALIZATION_SLOTS = 32;

/** Slots per epoch, as on mainnet. All epochs have this length, without warmup. */
export const SLOTS_PER_EPOCH = 432_000;

/**
 * The slot at a time. The slot depends only on the time, so servers with equal clocks agree, and advancing the clock by
 * a day is cheap. Every slot has a block, so the slot is also the block height.
 */
export function slotAt(ms: number, slotMs: number): number {
  return Math.max(0, Math.floor((ms - CHAIN_EPOCH) / slotMs));
}

/** The newest slot at a commitment; `slot` is the newest processed one. A block is confirmed immediately. */
export function slotReached(slot: number, commitment: Commitment): number {
  return commitment === "finalized" ? Math.max(0, slot - FINALIZATION_SLOTS) : slot;
}

/** The start of a slot in milliseconds since 1970. */
export function slotStart(slot: number, slotMs: number): number {
  return CHAIN_EPOCH + slot * slotMs;
}

export function epochOf(slot: number): { readonly epoch: number; readonly firstSlot: number } {
  const epoch = Math.floor(slot / SLOTS_PER_EPOCH);
  return { epoch, firstSlot: epoch * SLOTS_PER_EPOCH };
}

/** Default of the option `ledger.keep`: landed transactions to keep per network. */
export const TRANSACTIONS_KEPT = 10_000;
/** A blockhash is valid for this many blocks: up to its own block height + 150. */
export const BLOCKHASH_BLOCKS = 150;
/** Validators remember blockhashes and the statuses of transactions for this many blocks. */
export const REMEMBERED_BLOCKS = 300;
