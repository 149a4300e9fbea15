import { createHash } from "node:crypto";
import type { Environment } from "intent-tx/contract";
import { base58, decodeAddress } from "../../chain/addresses.js";

import { DigestTable, type SlotPlace } from "../log/digest-table.js";

/** Blocks for which a blockhash is good: at its own height + 150 for the last time. */
export const BLOCKHASH_BLOCKS = 150;
/** Blocks for which a blockhash is remembered: the fee of a message that has expired is told for so long. */
export const BLOCKHASH_MEMORY = 300;
/** How many blockhashes are remembered, so that asking twice does not hash twice. */
const REMEMBERED = 1000;

/**
 * The blockhash of every slot, worked out when it is asked for. Nothing is stored: a process that takes over a State
 * knows the same hashes, and days without a block between two requests cost nothing.
 *
 * A transaction that lands in a slot changes the slot's hash, as a block's contents do. On a frozen clock,
 * the same order given again is therefore another transaction, not a repetition of the first. Every hash that
 * a slot has had stays valid.
 */
export class Blockhashes {
  /** Hashes that were handed out last, and what each is of. */
  readonly #hashes = new Map<string, string>();
  /** The same of all that were handed out, or worked out in a search: a busy minute has hundreds of thousands. */
  readonly #blocks = new DigestTable();
  /** How many hashes of a slot a search has worked out. */
  readonly #searched = new Map<number, number>();
  /** Hashes of slots that are over, of which programs read hundreds. */
  readonly #ended = new Map<string, Buffer>();
  #oldest = 0;

  constructor(
    readonly seed: string,
    readonly environment: Environment,
    private readonly landedIn: (slot: number) => number,
  ) {}

  /** The blockhash of a slot as it stands, base58. */
  latest(slot: number): string {
    // Who reads an old block asks as well. Nothing goes back for that: all that was searched would be searched again.
    if (slot - BLOCKHASH_MEMORY > this.#oldest) this.#forgetBefore(slot - BLOCKHASH_MEMORY);
    return this.of(slot, this.landedIn(slot));
  }

  /** The blockhash that a slot had when so many transactions had landed in it, base58. */
  of(slot: number, landed = 0): string {
    const block = `${slot}\n${landed}`;
    const known = this.#hashes.get(block);
    if (known !== undefined) return known;
    const digest = this.#digest(slot, landed);
    const hash = base58(digest);
    if (this.#hashes.size >= REMEMBERED) this.#hashes.clear();
    this.#hashes.set(block, hash);
    this.#blocks.set(digest, { slot, index: landed });
    return hash;
  }

  /**
   * Whether a transaction with this blockhash may still land in a slot.
   *
   * @param blocks for how many blocks a blockhash counts; those for which it is good by default, at most those of the chain's memory
   */
  isValid(blockhash: string, slot: number, blocks = BLOCKHASH_BLOCKS): boolean {
    const block = this.#find(blockhash, slot);
    if (!block || block.slot < slot - blocks || block.slot > slot) return false;
    // A restored State can be from before the transactions that this hash is of.
    return block.index <= this.landedIn(block.slot);
  }

  /** One that was handed out is found at once; one of another process only among all that are remembered. */
  #find(blockhash: string, slot: number): SlotPlace | undefined {
    this.#forgetBefore(slot - BLOCKHASH_MEMORY);
    const digest = decodeAddress(blockhash);
    if (!digest) return undefined;
    const known = this.#blocks.get(digest);
    if (known) return known;
    this.#search(slot);
    return this.#blocks.get(digest);
  }

  /** Works out the hashes up to a slot that no search has: each once, however often somebody asks for one that never was. */
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
    // After a restore the clock may stand at an earlier slot, of which nothing may be known any more.
    if (oldest < this.#oldest) this.#searched.clear();
    for (const known of this.#searched.keys()) if (known < oldest) this.#searched.delete(known);
    this.#blocks.forgetBefore(oldest);
    this.#oldest = oldest;
  }

  #digest(slot: number, landed: number): Buffer {
    const block = landed === 0 ? `${slot}` : `${slot}\n${landed}`;
    return createHash("sha256").update(`${this.seed}\nblockhash\n${this.environment}\n${block}`).digest();
  }

  /** The hash of a slot that is over, as bytes. */
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
