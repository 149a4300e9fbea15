import bs58 from "bs58";
import { messageHash, messageOf } from "../../chain/transaction.js";
import { TimeSlice } from "../../kernel/time-slice.js";
import type { LedgerTransactionRow, PastStatusesRow } from "../../state/rows-ledger.js";
import type { Table } from "../../state/table.js";
import type { StatusRow } from "../commitment.js";
import { BLOCKHASH_BLOCKS, BLOCKHASH_MEMORY } from "../svm/blockhashes.js";

import { DigestTable } from "./digest-table.js";

/** Bytes by which a signature or a message is recognised. */
const DIGEST = 16;
/** Bytes of one transaction: the digest of its signature, then that of its message. */
const ENTRY = 2 * DIGEST;

/**
 * The rest of transactions whose rows were let go: for as long as a blockhash is good, that each of them landed, and how; for
 * as long as one is remembered, how many landed in its slot.
 */
export class PastStatuses {
  readonly #places = new DigestTable();
  readonly #messages = new DigestTable();

  constructor(private readonly rows: Table<PastStatusesRow>) {}

  /** Keeps of a slot's transactions what has to be kept; `now` is the slot of now. */
  fold(slot: number, transactions: readonly LedgerTransactionRow[], now: number): void {
    this.#forget(now);
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

  /** How many landed in a slot; 0 when that is not known any more. */
  landedIn(slot: number): number {
    return this.rows.get(String(slot))?.landed ?? 0;
  }

  /** How a transaction landed. */
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

  /** Whether one of them had a message, given by its hash. */
  hasMessage(hash: string): boolean {
    return this.rows.size > 0 && this.#messages.get(messageDigest(hash)) !== undefined;
  }

  /** Finds all of State's rows again, and lets others have their turn in between. */
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

  /** The slots ascend: those that have had their time come first. */
  #forget(now: number): void {
    this.#places.forgetBefore(now - BLOCKHASH_BLOCKS);
    this.#messages.forgetBefore(now - BLOCKHASH_BLOCKS);
    for (const [key, { landed, digests }] of this.rows.entries()) {
      const slot = Number(key);
      if (slot >= now - BLOCKHASH_BLOCKS) return;
      if (slot < now - BLOCKHASH_MEMORY) this.rows.forget(key);
      else if (digests !== undefined) this.rows.note(key, { landed });
    }
  }
}

/** Why a row from outside is none that `fold` makes; undefined when it may be one. */
export function problemOfStatuses({ landed, digests, others = [] }: PastStatusesRow): string | undefined {
  if (digests !== undefined && Buffer.from(digests, "base64").length !== landed * ENTRY) {
    return `has digests that are not ${ENTRY} bytes for each of the ${landed} that landed`;
  }
  const stray = others.find(({ index }) => index >= landed);
  return stray && `has a transaction ${stray.index}, and ${landed} landed`;
}

/** Half of each part of a signature: its second part differs where somebody signs twice with the same first one. */
function digestOf(signature: string): Buffer | undefined {
  const bytes = bs58.decodeUnsafe(signature);
  return bytes && Buffer.concat([bytes.subarray(0, DIGEST / 2), bytes.subarray(32, 32 + DIGEST / 2)], DIGEST);
}

/** The hash of a row's message. */
export function messageHashOf({ wire }: LedgerTransactionRow): string {
  return messageHash(messageOf(Buffer.from(wire, "base64")));
}

function messageDigest(hash: string): Buffer {
  return Buffer.from(hash, "base64").subarray(0, DIGEST);
}
