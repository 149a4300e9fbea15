import { createHash } from "node:crypto";
import type { Environment } from "intent-tx/contract";
import { addressAt, decodeAddress } from "../../formats/addresses.js";
import { perText } from "../../kernel/memo.js";
import { BLOCKHASH_BLOCKS } from "../slots.js";

/** Size of the cache of blockhashes. */
const REMEMBERED = 1000;
/** A hash's random bytes. The other twelve contain its slot and index, encrypted with a key that these bytes select. */
const RANDOM_BYTES = 20;

/**
 * Computes each slot's blockhash on request, without storing it. A hash contains its slot, so that it is recognized
 * without a table. A process that restores a State computes the same hashes, and advancing the clock by days costs
 * nothing.
 *
 * A landed transaction changes its slot's hash; the slot's earlier hashes remain valid. On a frozen clock, a repeated
 * order therefore builds a different transaction, not a duplicate.
 */
export class Blockhashes {
  /** The bytes of a hash by `SLOT INDEX`. Programs read those of hundreds of past slots. */
  readonly #digestOf = perText(REMEMBERED, (block) => {
    const random = this.#hash("blockhash", block).subarray(0, RANDOM_BYTES);
    const [slot = 0, index = 0] = block.split(" ").map(Number);
    const place = Buffer.alloc(12);
    place.writeUIntBE(slot, 0, 6);
    place.writeUIntBE(index, 6, 6);
    return Buffer.concat([random, this.#crypt(random, place)]);
  });

  constructor(
    readonly seed: string,
    readonly environment: Environment,
    private readonly landedIn: (slot: number) => number,
  ) {}

  /** The current blockhash of a slot, base58. */
  latest(slot: number): string {
    return this.of(slot, this.landedIn(slot));
  }

  /** The blockhash of a slot in which `landed` transactions have landed, base58. */
  of(slot: number, landed = 0): string {
    return addressAt(this.#digestOf(`${slot} ${landed}`), 0);
  }

  /** The bytes of a slot's current blockhash. */
  digestOf(slot: number): Uint8Array {
    return this.#digestOf(`${slot} ${this.landedIn(slot)}`);
  }

  /**
   * True if a transaction with this blockhash may still land in a slot.
   *
   * @param blocks for how many blocks the blockhash is valid, at most 300. Default 150
   */
  isValid(blockhash: string, slot: number, blocks = BLOCKHASH_BLOCKS): boolean {
    const digest = decodeAddress(blockhash);
    if (!digest) return false;
    const place = this.#crypt(digest.subarray(0, RANDOM_BYTES), digest.subarray(RANDOM_BYTES));
    const [own, index] = [place.readUIntBE(0, 6), place.readUIntBE(6, 6)];
    if (own < slot - blocks || own > slot || this.of(own, index) !== blockhash) return false;
    // A restored State can be older than the transactions from which this hash was derived. Pruned slots have no count.
    return own < slot - BLOCKHASH_BLOCKS || index <= this.landedIn(own);
  }

  #hash(purpose: string, value: string): Buffer {
    return createHash("sha256").update(`${this.seed}\n${purpose}\n${this.environment}\n${value}`).digest();
  }

  /** Encrypts or decrypts a slot and an index: applied twice, the result is the original. */
  #crypt(random: Uint8Array, place: Uint8Array): Buffer {
    const key = this.#hash("blockhash place", Buffer.from(random).toString("latin1"));
    return Buffer.from(place.map((byte, at) => byte ^ (key[at] ?? 0)));
  }
}
