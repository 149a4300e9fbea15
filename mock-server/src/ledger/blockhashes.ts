import { createHash } from "node:crypto";
import bs58 from "bs58";
import type { Environment } from "intent-tx/contract";
import { BLOCKHASH_BLOCKS } from "./slots.js";

/** How many blockhashes are remembered, so that asking twice does not hash twice. */
const REMEMBERED = 1000;

/**
 * The blockhash of every slot, worked out when it is asked for. Nothing is stored: a process that takes over a State
 * knows the same hashes, and days without a block between two requests cost nothing.
 */
export class Blockhashes {
  readonly #slots = new Map<string, number>();
  readonly #hashes = new Map<number, string>();

  constructor(
    readonly seed: string,
    readonly environment: Environment,
  ) {}

  /** The blockhash of a slot, base58. */
  of(slot: number): string {
    const known = this.#hashes.get(slot);
    if (known !== undefined) return known;
    const text = `${this.seed}\nblockhash\n${this.environment}\n${slot}`;
    const hash = bs58.encode(createHash("sha256").update(text).digest());
    if (this.#hashes.size >= REMEMBERED) {
      this.#hashes.clear();
      this.#slots.clear();
    }
    this.#hashes.set(slot, hash);
    this.#slots.set(hash, slot);
    return hash;
  }

  /** Whether a transaction with this blockhash may still land in a slot. */
  isValid(blockhash: string, slot: number): boolean {
    const oldest = Math.max(0, slot - BLOCKHASH_BLOCKS);
    // One that was handed out is found at once; one of another process only among all that are still good.
    if (!this.#slots.has(blockhash)) for (let at = slot; at >= oldest; at--) this.of(at);
    const at = this.#slots.get(blockhash);
    return at !== undefined && at >= oldest && at <= slot;
  }

  /** The slots before one, newest first, as far back as a blockhash is good. */
  before(slot: number): { readonly slot: number; readonly hash: string }[] {
    const length = Math.min(slot, BLOCKHASH_BLOCKS);
    return Array.from({ length }, (_, back) => ({ slot: slot - 1 - back, hash: this.of(slot - 1 - back) }));
  }
}
