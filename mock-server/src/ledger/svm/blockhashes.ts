import { createHash } from "node:crypto";
import type { Environment } from "intent-tx/contract";
import { addressAt, decodeAddress } from "../../chain/addresses.js";
import { perText } from "../../kernel/memo.js";

/** A blockhash is valid for this many blocks: up to its own block height + 150. */
export const BLOCKHASH_BLOCKS = 150;
/** A blockhash is remembered for this many blocks: `getFeeForMessage` accepts it that long. */
export const BLOCKHASH_MEMORY = 300;
/** Size of the cache of blockhashes. */
const REMEMBERED = 1000;

/**
 * Computes each slot's blockhash on request, without storing it. A process that restores a State computes the same
 * hashes, and advancing the clock by days costs nothing.
 *
 * A landed transaction changes its slot's hash; the slot's earlier hashes remain valid. On a frozen clock, a repeated
 * order therefore builds a different transaction, not a duplicate.
 */
export class Blockhashes {
  /** The bytes of a block's hash. Programs read those of hundreds of past slots. */
  readonly #digestOf = perText(REMEMBERED, (block) =>
    createHash("sha256").update(`${this.seed}\nblockhash\n${this.environment}\n${block}`).digest(),
  );
  /** Slot and index of every hash that was returned or computed by a search: hundreds of thousands in a busy minute. */
  readonly #blocks = new DigestTable();
  /** Number of hashes that searches have computed, by slot. */
  readonly #searched = new Map<number, number>();
  #oldest = 0;

  constructor(
    readonly seed: string,
    readonly environment: Environment,
    private readonly landedIn: (slot: number) => number,
  ) {}

  /** The current blockhash of a slot, base58. */
  latest(slot: number): string {
    // An old block does not move `#oldest` back, because the whole search would then be repeated.
    if (slot - BLOCKHASH_MEMORY > this.#oldest) this.#forgetBefore(slot - BLOCKHASH_MEMORY);
    return this.of(slot, this.landedIn(slot));
  }

  /** The blockhash of a slot in which `landed` transactions have landed, base58. */
  of(slot: number, landed = 0): string {
    const digest = this.#digest(slot, landed);
    if (slot >= this.#oldest) this.#blocks.set(digest, { slot, index: landed });
    return addressAt(digest, 0);
  }

  /**
   * True if a transaction with this blockhash may still land in a slot.
   *
   * @param blocks for how many blocks the blockhash is valid, at most {@link BLOCKHASH_MEMORY}. Default 150
   */
  isValid(blockhash: string, slot: number, blocks = BLOCKHASH_BLOCKS): boolean {
    const block = this.#find(blockhash, slot);
    if (!block || block.slot < slot - blocks || block.slot > slot) return false;
    // A restored State can be older than the transactions from which this hash was derived.
    return block.index <= this.landedIn(block.slot);
  }

  /** A hash that this process returned is found directly. Any other hash needs a search over all remembered slots. */
  #find(blockhash: string, slot: number): SlotPlace | undefined {
    this.#forgetBefore(slot - BLOCKHASH_MEMORY);
    const digest = decodeAddress(blockhash);
    if (!digest) return undefined;
    const known = this.#blocks.get(digest);
    if (known) return known;
    this.#search(slot);
    return this.#blocks.get(digest);
  }

  /** Computes the hashes up to a slot. Each hash is computed only once, so searches for unknown hashes stay cheap. */
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
    // After a restore, the clock can be at an earlier slot, whose hashes are forgotten and must be computed again.
    if (oldest < this.#oldest) this.#searched.clear();
    for (const known of this.#searched.keys()) if (known < oldest) this.#searched.delete(known);
    this.#blocks.forgetBefore(oldest);
    this.#oldest = oldest;
  }

  digestOf(slot: number): Uint8Array {
    return this.#digest(slot, this.landedIn(slot));
  }

  #digest(slot: number, landed: number): Buffer {
    return this.#digestOf(landed === 0 ? `${slot}` : `${slot}\n${landed}`);
  }
}

/** A slot, and an index within the slot. */
interface SlotPlace {
  readonly slot: number;
  readonly index: number;
}

/** Maps digests to positions. Old slots can be dropped. */
class DigestTable {
  readonly #places = new Map<string, SlotPlace>();
  /** Keys of `#places` by slot, so that dropping a slot does not scan all keys. */
  readonly #keys = new Map<number, string[]>();

  get(digest: Uint8Array): SlotPlace | undefined {
    return this.#places.get(keyOf(digest));
  }

  set(digest: Uint8Array, place: SlotPlace): void {
    const key = keyOf(digest);
    const isKnown = this.#places.get(key)?.slot === place.slot;
    this.#places.set(key, place);
    if (isKnown) return;
    const keys = this.#keys.get(place.slot);
    if (keys) keys.push(key);
    else this.#keys.set(place.slot, [key]);
  }

  forgetBefore(oldest: number): void {
    for (const [slot, keys] of this.#keys) {
      if (slot >= oldest) continue;
      for (const key of keys) if ((this.#places.get(key)?.slot ?? oldest) < oldest) this.#places.delete(key);
      this.#keys.delete(slot);
    }
  }

  clear(): void {
    this.#places.clear();
    this.#keys.clear();
  }
}

const keyOf = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString("latin1");
