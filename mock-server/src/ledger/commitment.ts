import { COMMITMENTS, type Commitment, type Place, type SignatureStatus } from "./ledger.js";
import { FINALIZATION_SLOTS } from "./slots.js";

export const hasReached = (reached: Commitment, wanted: Commitment): boolean =>
  COMMITMENTS.indexOf(reached) >= COMMITMENTS.indexOf(wanted);

/** A block is confirmed in its own slot, or when the delay by a fault ends, and finalized 32 slots later. */
export function commitmentAt(row: Place, now: number): Commitment {
  if (isHeldForever(row) || now < confirmedAt(row)) return row.heldAt ?? "processed";
  return now - confirmedAt(row) >= FINALIZATION_SLOTS ? "finalized" : "confirmed";
}

function confirmedAt({ slot, heldUntilSlot = slot }: Place): number {
  return Math.max(slot, heldUntilSlot);
}

export function isHeldForever({ heldAt, heldUntilSlot }: Place): boolean {
  return heldAt !== undefined && heldUntilSlot === undefined;
}

export function statusAt(row: Place & { readonly err?: unknown }, now: number): SignatureStatus {
  const commitment = commitmentAt(row, now);
  const confirmed = Math.max(0, now - confirmedAt(row));
  const confirmations = { processed: 0, confirmed, finalized: null }[commitment];
  return { slot: row.slot, err: row.err as SignatureStatus["err"], commitment, confirmations };
}
