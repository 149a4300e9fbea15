import { createHash } from "node:crypto";
import type { Environment } from "intent-tx/contract";
import { base58, decodeAddress } from "../../chain/addresses.js";
import { DigestTable, type SlotPlace } from "../log/digest-table.js";

/** Blocks for which a blockhash is valid, up to its own height + 150. */
export const BLOCKHASH_BLOCKS = 150;
/** Blocks for which a blockhash is remembered and `getFeeForMessage` accepts it. */
export const BLOCKHASH_MEMORY = 300;
/** Cache size for hashes of recent requests. */
const REMEMBERED = 1000;

/**
 * Computes each slot's blockhash on request, without storing it. A process that restores a State computes the same
 * hashes, and a jump of days costs nothing.
 *
 * A landed transaction changes its slot's hash. On a frozen clock, a repeated order therefore builds a different
 * transaction, not a duplicate. Earlier hashes of the slot remain valid.
 */
export class Blockhashes {
  readonly #hashes = new Map<string, string>();
  /** Position of every returned or searched hash; hundreds of thousands in a busy minute. */
  readonly #blocks = new DigestTable();
  /** Number of each slot's hashes that a search has computed. */
  readonly #searched = new Map<number, number>();
  /** Hashes of past slots: programs read hundreds of them. */
  readonly #ended = new Map<string, Buffer>();
  #oldest = 0;

  constructor(
    readonly seed: string,
    readonly environment: Environment,
    private readonly landedIn: (slot: number) => number,
  ) {}

  /** The current blockhash of a slot, base58. */
  latest(slot: number): string {
    // This is also called for old blocks. The search position never moves back for one: the whole search would be
    // repeated.
    if (slot - BLOCKHASH_MEMORY > this.#oldest) this.#forgetBefore(slot - BLOCKHASH_MEMORY);
    return this.of(slot, this.landedIn(slot));
  }

  /** The blockhash of a slot after `landed` of its transactions, base58. */
  of(slot: number, landed = 0): string {
    const block = `${slot}\n${landed}`;
    const known = this.#hashes.get(block);
    if (known !== undefined) return known;
    const digest = this.#digest(slot, landed);
    const hash = base58(digest);
    if (this.#hashes.size >= REMEMBERED) this.#hashes.clear();
    this.#hashes.set(block, hash);
    if (slot >= this.#oldest) this.#blocks.set(digest, { slot, index: landed });
    return hash;
  }

  /**
   * True if a transaction with this blockhash may still land in a slot.
   *
   * @param blocks validity in blocks, at most the chain's memory. Default 150
   */
  isValid(blockhash: string, slot: number, blocks = BLOCKHASH_BLOCKS): boolean {
    const block = this.#find(blockhash, slot);
    if (!block || block.slot < slot - blocks || block.slot > slot) return false;
    // A restored State can be older than the transactions behind this hash.
    return block.index <= this.landedIn(block.slot);
  }

  /**
   * A hash from this process is found directly; a hash from another process needs a search over all remembered ones.
   */
  #find(blockhash: string, slot: number): SlotPlace | undefined {
    this.#forgetBefore(slot - BLOCKHASH_MEMORY);
    const digest = decodeAddress(blockhash);
    if (!digest) return undefined;
    const known = this.#blocks.get(digest);
    if (known) return known;
    this.#search(slot);
    return this.#blocks.get(digest);
  }

  /** Computes the uncovered hashes up to a slot. Each is computed once, so unknown hashes stay cheap. */
  #search(newest: number): void {
    for (let slot = this.#oldest; slot <= newest; slot++) {
      const landed = this.landedIn(slot);
      for (let index = this.#searched.get(slot) ?? 0; index <= landed; index++)
        this.#blocks.set(this.#digest(slot, index), { slot, index });
      this.#searched.set(slot, landed + 1);
    }
  }

  #forgetBefore(slot: number): void {
    const oldest = Math.max(0, slot);
    if (oldest === this.#oldest) return;
    // After a restore the clock may be at an earlier slot, whose hashes may be forgotten.
    if (oldest < this.#oldest) this.#searched.clear();
    for (const known of this.#searched.keys()) if (known < oldest) this.#searched.delete(known);
    this.#blocks.forgetBefore(oldest);
    this.#oldest = oldest;
  }

  #digest(slot: number, landed: number): Buffer {
    const block = landed === 0 ? `${slot}` : `${slot}\n${landed}`;
    return createHash("sha256").update(`${this.seed}\nblockhash\n${this.environment}\n${block}`).digest();
  }

  digestOf(slot: number): Uint8Array {
    const landed = this.landedIn(slot);
    const block = `${slot}\n${landed}`;
    const known = this.#ended.get(block);
    if (known) return known;
    const digest = this.#digest(slot, landed);
    if (this.#ended.size >= REMEMBERED) this.#ended.clear();
    this.#ended.set(block, digest);
    return digest;
  }
}
