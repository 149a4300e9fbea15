import bs58 from "bs58";
import { messageHash, messageOf } from "../../chain/transaction.js";
import { TimeSlice } from "../../kernel/time-slice.js";
import type { LedgerTransactionRow, PastStatusesRow } from "../../state/rows.js";
import type { Table } from "../../state/table.js";
import type { StatusRow } from "../commitment.js";
import { BLOCKHASH_BLOCKS, BLOCKHASH_MEMORY } from "../svm/blockhashes.js";
import { DigestTable } from "./digest-table.js";

/** Digest length in bytes, for signatures and messages. */
const DIGEST = 16;
/** Entry length: the digests of the signature and of the message. */
const ENTRY = 2 * DIGEST;

/**
 * Statuses of pruned transactions. While a slot's blockhash is valid, the status of each of its transactions is kept.
 * After that, while the blockhash is remembered, the slot's number of transactions is kept.
 */
export class PastStatuses {
  readonly #places = new DigestTable();
  readonly #messages = new DigestTable();

  constructor(private readonly rows: Table<PastStatusesRow>) {}

  /** Stores a slot's transaction statuses, or only their number if the slot is old; `now` is the current slot. */
  fold(slot: number, transactions: readonly LedgerTransactionRow[], now: number): void {
    this.#prune(now);
    if (slot < now - BLOCKHASH_MEMORY) return;
    if (slot < now - BLOCKHASH_BLOCKS) {
      this.rows.put(String(slot), { landed: transactions.length });
      return;
    }
    const digests = Buffer.alloc(ENTRY * transactions.length);
    for (const [index, row] of transactions.entries()) {
      digestOf(row.signature)?.copy(digests, index * ENTRY);
      messageDigest(messageHashOf(row)).copy(digests, index * ENTRY + DIGEST);
    }
    this.#index(slot, digests);
    const others = transactions.flatMap(({ err, heldAt, heldUntilSlot }, index) =>
      err === null && heldAt === undefined
        ? []
        : [{ index, err, ...(heldAt && { heldAt }), ...(heldUntilSlot !== undefined && { heldUntilSlot }) }],
    );
    const row = { landed: transactions.length, digests: digests.toString("base64") };
    this.rows.put(String(slot), { ...row, ...(others.length > 0 && { others }) });
  }

  /** Number of transactions in a pruned slot; 0 if the slot is no longer remembered. */
  landedIn(slot: number): number {
    return this.rows.get(String(slot))?.landed ?? 0;
  }

  get(signature: string): StatusRow | undefined {
    if (this.rows.size === 0) return undefined;
    const digest = digestOf(signature);
    const place = digest && this.#places.get(digest);
    if (!place) return undefined;
    const other = this.rows.get(String(place.slot))?.others?.find(({ index }) => index === place.index);
    const { err = null, heldAt, heldUntilSlot } = other ?? {};
    return {
      slot: place.slot,
      err,
      ...(heldAt && { heldAt }),
      ...(heldUntilSlot !== undefined && { heldUntilSlot }),
    };
  }

  hasMessage(hash: string): boolean {
    return this.rows.size > 0 && this.#messages.get(messageDigest(hash)) !== undefined;
  }

  /** Rebuilds the index from State, and yields to other work at intervals. */
  async restore(): Promise<void> {
    this.#places.clear();
    this.#messages.clear();
    const slice = new TimeSlice(1);
    for (const [slot, { digests }] of this.rows.entries()) {
      this.#index(Number(slot), Buffer.from(digests ?? "", "base64"));
      if (slice.isOver) await slice.next();
    }
  }

  #index(slot: number, digests: Buffer): void {
    for (let index = 0; index * ENTRY < digests.length; index++) {
      const entry = digests.subarray(index * ENTRY, (index + 1) * ENTRY);
      this.#places.set(entry.subarray(0, DIGEST), { slot, index });
      this.#messages.set(entry.subarray(DIGEST), { slot, index });
    }
  }

  /** Rows are sorted by slot, so expired ones come first. */
  #prune(now: number): void {
    this.#places.forgetBefore(now - BLOCKHASH_BLOCKS);
    this.#messages.forgetBefore(now - BLOCKHASH_BLOCKS);
    for (const [key, { landed, digests }] of this.rows.entries()) {
      const slot = Number(key);
      if (slot >= now - BLOCKHASH_BLOCKS) return;
      if (slot < now - BLOCKHASH_MEMORY) this.rows.deleteLater(key);
      else if (digests !== undefined) this.rows.putLater(key, { landed });
    }
  }
}

/** Returns why an imported row is invalid; undefined for a valid row. */
export function problemOfStatuses({ landed, digests, others = [] }: PastStatusesRow): string | undefined {
  if (digests !== undefined && Buffer.from(digests, "base64").length !== landed * ENTRY) {
    return `has digests that are not ${ENTRY} bytes for each of the ${landed} landed transactions`;
  }
  const stray = others.find(({ index }) => index >= landed);
  return stray && `has transaction ${stray.index}, but only ${landed} have landed`;
}

/** Combines bytes from both halves of a signature, because two signatures can have the same first half. */
function digestOf(signature: string): Buffer | undefined {
  const bytes = bs58.decodeUnsafe(signature);
  return bytes && Buffer.concat([bytes.subarray(0, DIGEST / 2), bytes.subarray(32, 32 + DIGEST / 2)], DIGEST);
}

export function messageHashOf({ wire }: LedgerTransactionRow): string {
  return messageHash(messageOf(Buffer.from(wire, "base64")));
}

function messageDigest(hash: string): Buffer {
  return Buffer.from(hash, "base64").subarray(0, DIGEST);
}
