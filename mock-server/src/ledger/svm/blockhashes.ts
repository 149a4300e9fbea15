import { createHash } from "node:crypto";
import type { Environment } from "intent-tx/contract";
import { base58, decodeAddress } from "../../chain/addresses.js";

import { DigestTable, type SlotPlace } from "../log/digest-table.js";

/** Blocks for which a blockhash is valid: last at its own height + 150. */
export const BLOCKHASH_BLOCKS = 150;
/** Blocks for which a blockhash is remembered, and the fee of a message that names it can be queried. */
export const BLOCKHASH_MEMORY = 300;
/** Cache size, so that asking twice does not hash twice. */
const REMEMBERED = 1000;

/**
 * The blockhash of every slot, computed on request. Nothing is stored: a process that restores a State computes the
 * same hashes, and days without a block between two requests cost nothing.
 *
 * A transaction that lands in a slot changes the slot's hash, as a block's contents do. On a frozen clock, the same
 * order given again is therefore another transaction, not a duplicate. All earlier hashes of a slot remain valid.
 */
export class Blockhashes {
  /** Most recently returned hashes, and the position of each. */
  readonly #hashes = new Map<string, string>();
  /** Position of every hash returned or searched. A busy minute has hundreds of thousands. */
  readonly #blocks = new DigestTable();
  /** Number of a slot's hashes that a search has computed. */
  readonly #searched = new Map<number, number>();
  /** Hashes of past slots, of which programs read hundreds. */
  readonly #ended = new Map<string, Buffer>();
  #oldest = 0;

  constructor(
    readonly seed: string,
    readonly environment: Environment,
    private readonly landedIn: (slot: number) => number,
  ) {}

  /** The current blockhash of a slot, base58. */
  latest(slot: number): string {
    // Old blocks are read here too. The search position never moves back: everything would be searched again.
    if (slot - BLOCKHASH_MEMORY > this.#oldest) this.#forgetBefore(slot - BLOCKHASH_MEMORY);
    return this.of(slot, this.landedIn(slot));
  }

  /** The blockhash of a slot after this many of its transactions had landed, base58. */
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
   * Whether a transaction with this blockhash may still land in a slot.
   *
   * @param blocks for how many blocks a blockhash is valid, at most the chain's memory. Default 150
   */
  isValid(blockhash: string, slot: number, blocks = BLOCKHASH_BLOCKS): boolean {
    const block = this.#find(blockhash, slot);
    if (!block || block.slot < slot - blocks || block.slot > slot) return false;
    // A restored State can be older than the transactions behind this hash.
    return block.index <= this.landedIn(block.slot);
  }

  /** A hash returned by this process is found at once; one of another process only among all remembered ones. */
  #find(blockhash: string, slot: number): SlotPlace | undefined {
    this.#forgetBefore(slot - BLOCKHASH_MEMORY);
    const digest = decodeAddress(blockhash);
    if (!digest) return undefined;
    const known = this.#blocks.get(digest);
    if (known) return known;
    this.#search(slot);
    return this.#blocks.get(digest);
  }

  /**
   * Computes the hashes up to a slot that no search has covered: each once, however often an unknown one is requested.
   */
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
    // After a restore the clock may be at an earlier slot, whose hashes may no longer be known.
    if (oldest < this.#oldest) this.#searched.clear();
    for (const known of this.#searched.keys()) if (known < oldest) this.#searched.delete(known);
    this.#blocks.forgetBefore(oldest);
    this.#oldest = oldest;
  }

  #digest(slot: number, landed: number): Buffer {
    const block = landed === 0 ? `${slot}` : `${slot}\n${landed}`;
    return createHash("sha256").update(`${this.seed}\nblockhash\n${this.environment}\n${block}`).digest();
  }

  /** The hash of a past slot, as bytes. */
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
