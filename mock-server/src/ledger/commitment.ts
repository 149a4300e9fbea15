import type { LedgerTransactionRow } from "../state/rows-ledger.js";
import type { Commitment, SignatureStatus } from "./ledger.js";

import { FINALIZATION_SLOTS } from "./slots.js";

type Place = "slot" | "heldAt" | "heldUntilSlot";

/** The columns of a transaction's row that determine its status. */
export type StatusRow = Pick<LedgerTransactionRow, Place | "err">;

/** Whether `reached` is at least `wanted`. */
export function hasReached(reached: Commitment, wanted: Commitment): boolean {
  const order: readonly Commitment[] = ["processed", "confirmed", "finalized"];
  return order.indexOf(reached) >= order.indexOf(wanted);
}

/**
 * Commitment of a transaction's block: confirmed in the slot in which it lands, finalized 32 slots later, unless a
 * fault delays it.
 */
export function commitmentAt(row: Pick<LedgerTransactionRow, Place>, now: number): Commitment {
  if (row.heldAt && (row.heldUntilSlot === undefined || now < row.heldUntilSlot)) return row.heldAt;
  return now - row.slot >= FINALIZATION_SLOTS ? "finalized" : "confirmed";
}

/** Whether a fault holds a transaction permanently. */
export function isHeldForGood({ heldAt, heldUntilSlot }: Pick<LedgerTransactionRow, Place>): boolean {
  return heldAt !== undefined && heldUntilSlot === undefined;
}

/** A transaction's status as of a slot. */
export function statusAt(row: StatusRow, now: number): SignatureStatus {
  const commitment = commitmentAt(row, now);
  const confirmations = { processed: 0, confirmed: Math.max(0, now - row.slot), finalized: null }[commitment];
  return { slot: row.slot, err: row.err as SignatureStatus["err"], commitment, confirmations };
}
