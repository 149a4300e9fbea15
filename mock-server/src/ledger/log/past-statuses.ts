import { messageHash, messageOf } from "../../chain/transaction.js";
import { TimeSlice } from "../../kernel/time-slice.js";
import type { LedgerTransactionRow, PastStatusesRow } from "../../state/rows.js";
import type { Table } from "../../state/table.js";
import type { StatusRow } from "../commitment.js";
import { BLOCKHASH_BLOCKS, BLOCKHASH_MEMORY } from "../svm/blockhashes.js";

/**
 * Statuses of pruned transactions. While a slot's blockhash is valid, the status of each of its transactions is kept.
 * After that, while the blockhash is remembered, the slot's number of transactions is kept.
 */
export class PastStatuses {
  readonly #bySignature = new Map<string, StatusRow>();
  /** The slot of each message, by the message's hash. */
  readonly #messages = new Map<string, number>();

  constructor(private readonly rows: Table<PastStatusesRow>) {}

  /** Stores a slot's transaction statuses, or only their number if the slot is old; `now` is the current slot. */
  fold(slot: number, transactions: readonly LedgerTransactionRow[], now: number): void {
    this.#prune(now);
    if (slot < now - BLOCKHASH_MEMORY) return;
    const landed = transactions.length;
    if (slot < now - BLOCKHASH_BLOCKS) {
      this.rows.put(String(slot), { landed });
      return;
    }
    const statuses = transactions.map((row) => {
      const { signature, err, heldAt, heldUntilSlot } = row;
      const held = { ...(heldAt && { heldAt }), ...(heldUntilSlot !== undefined && { heldUntilSlot }) };
      return { signature, message: messageHashOf(row), err, ...held };
    });
    this.rows.put(String(slot), { landed, statuses });
    this.#index(slot, statuses);
  }

  /** Number of transactions in a pruned slot; 0 if the slot is no longer remembered. */
  landedIn(slot: number): number {
    return this.rows.get(String(slot))?.landed ?? 0;
  }

  get(signature: string): StatusRow | undefined {
    return this.#bySignature.get(signature);
  }

  hasMessage(hash: string): boolean {
    return this.#messages.has(hash);
  }

  /** Rebuilds the index from State, and yields to other work at intervals. */
  async restore(): Promise<void> {
    this.#bySignature.clear();
    this.#messages.clear();
    const slice = new TimeSlice(1);
    for (const [slot, { statuses }] of this.rows.entries()) {
      this.#index(Number(slot), statuses);
      if (slice.isOver) await slice.next();
    }
  }

  #index(slot: number, statuses: PastStatusesRow["statuses"] = []): void {
    for (const { signature, message, ...status } of statuses) {
      this.#bySignature.set(signature, { slot, ...status });
      this.#messages.set(message, slot);
    }
  }

  /** Rows are sorted by slot, so expired ones come first. */
  #prune(now: number): void {
    for (const [key, { landed, statuses }] of this.rows.entries()) {
      const slot = Number(key);
      if (slot >= now - BLOCKHASH_BLOCKS) return;
      if (slot < now - BLOCKHASH_MEMORY) this.rows.deleteLater(key);
      else if (statuses !== undefined) this.rows.putLater(key, { landed });
      for (const { signature, message } of statuses ?? []) {
        this.#bySignature.delete(signature);
        this.#messages.delete(message);
      }
    }
  }
}

/** Returns why an imported row is invalid; undefined for a valid row. */
export function problemOfStatuses({ landed, statuses }: PastStatusesRow): string | undefined {
  if (statuses === undefined || statuses.length === landed) return undefined;
  return `has ${statuses.length} statuses, but ${landed} transactions have landed`;
}

export function messageHashOf({ wire }: LedgerTransactionRow): string {
  return messageHash(messageOf(Buffer.from(wire, "base64")));
}
