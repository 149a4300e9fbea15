import type { Commitment, SignatureStatus } from "./ledger.js";
import { FINALIZATION_SLOTS } from "./slots.js";

/**
 * How far a transaction's block is voted on: confirmed in the slot in which it lands, finalized 32 slots on, unless a
 * fault holds it.
 */
export function commitmentAt(landed: number, now: number, heldAt: "processed" | undefined): Commitment {
  if (heldAt) return heldAt;
  return now - landed >= FINALIZATION_SLOTS ? "finalized" : "confirmed";
}

/** A transaction's status as of a slot. */
export function statusAt(
  row: { readonly slot: number; readonly err: unknown; readonly heldAt?: "processed" },
  now: number,
): SignatureStatus {
  const commitment = commitmentAt(row.slot, now, row.heldAt);
  const confirmations = { processed: 0, confirmed: Math.max(0, now - row.slot), finalized: null }[commitment];
  return { slot: row.slot, err: row.err as SignatureStatus["err"], commitment, confirmations };
}
