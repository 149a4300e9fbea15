import type { LedgerTransactionRow } from "../state/rows.js";
import type { Commitment, SignatureStatus } from "./ledger.js";
import { FINALIZATION_SLOTS } from "./slots.js";

type Place = "slot" | "heldAt" | "heldUntilSlot";

export function hasReached(reached: Commitment, wanted: Commitment): boolean {
  const order: readonly Commitment[] = ["processed", "confirmed", "finalized"];
  return order.indexOf(reached) >= order.indexOf(wanted);
}

/** A block is confirmed in its own slot and finalized 32 slots later, unless a fault delays the transaction. */
export function commitmentAt(row: Pick<LedgerTransactionRow, Place>, now: number): Commitment {
  if (row.heldAt && (row.heldUntilSlot === undefined || now < row.heldUntilSlot)) return row.heldAt;
  return now - row.slot >= FINALIZATION_SLOTS ? "finalized" : "confirmed";
}

export function isHeldForever({ heldAt, heldUntilSlot }: Pick<LedgerTransactionRow, Place>): boolean {
  return heldAt !== undefined && heldUntilSlot === undefined;
}

export function statusAt(row: Pick<LedgerTransactionRow, Place | "err">, now: number): SignatureStatus {
  const commitment = commitmentAt(row, now);
  const confirmations = { processed: 0, confirmed: Math.max(0, now - row.slot), finalized: null }[commitment];
  return { slot: row.slot, err: row.err as SignatureStatus["err"], commitment, confirmations };
}
