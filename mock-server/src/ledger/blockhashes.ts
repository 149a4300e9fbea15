import { createHash } from "node:crypto";
import type { Environment } from "intent-tx/contract";
import { decodeAddress } from "../chain/addresses.js";
import { base58 } from "../chain/base58.js";
import { Breath } from "../kernel/breath.js";

/** Blocks for which a blockhash is good: at its own height + 150 for the last time. */
export const BLOCKHASH_BLOCKS = 150;
/** Blocks for which a blockhash is remembered: the fee of a message that has expired is told for so long. */
export const BLOCKHASH_MEMORY = 300;
/** How many blockhashes are remembered, so that asking twice does not hash twice. */
const REMEMBERED = 1000;

interface Block {
  readonly slot: number;
  readonly landed: number;
}

/**
 * The blockhash of every slot, worked out when it is asked for. Nothing is stored: a process that takes over a State
 * knows the same hashes, and days without a block between two requests cost nothing.
 *
 * A transaction that lands in a slot changes the slot's hash, as a block's contents do. On a frozen clock,
 * the same order given again is therefore another transaction, not a repetition of the first. Every hash that
 * a slot has had stays valid.
 */
export class Blockhashes {
  readonly #blocks = new Map<string, Block>();
  readonly #hashes = new Map<string, string>();
  /** Hashes that a search has worked out, by slot, and what each is of; base64, which costs a tenth of base58. */
  readonly #searched = new Map<number, string[]>();
  readonly #found = new Map<string, Block>();

  constructor(
    readonly seed: string,
    readonly environment: Environment,
    private readonly landedIn: (slot: number) => number,
  ) {}

  /** The blockhash of a slot as it stands, base58. */
  latest(slot: number): string {
    return this.of(slot, this.landedIn(slot));
  }

  /** The blockhash that a slot had when so many transactions had landed in it, base58. */
  of(slot: number, landed = 0): string {
    const block = `${slot}\n${landed}`;
    const known = this.#hashes.get(block);
    if (known !== undefined) return known;
    const hash = base58(this.#digest(slot, landed));
    if (this.#hashes.size >= REMEMBERED) {
      this.#hashes.clear();
      this.#blocks.clear();
    }
    this.#hashes.set(block, hash);
    this.#blocks.set(hash, { slot, landed });
    return hash;
  }

  /**
   * Whether a transaction with this blockhash may still land in a slot.
   *
   * @param blocks for how many blocks a blockhash counts; those for which it is good by default, at most those of the chain's memory
   */
  isValid(blockhash: string, slot: number, blocks = BLOCKHASH_BLOCKS): boolean {
    // One that was handed out is found at once; one of another process only among all that are remembered.
    const remembered = Math.max(0, slot - BLOCKHASH_MEMORY);
    const block = this.#blocks.get(blockhash) ?? this.#search(blockhash, slot, remembered);
    if (!block || block.slot < slot - blocks || block.slot > slot) return false;
    // A restored State can be from before the transactions that this hash is of.
    return block.landed <= this.landedIn(block.slot);
  }

  /**
   * Works out what a later question would have to search for, and lets others have their turn in between: a block may have many
   * thousand hashes. Undefined when nothing has to be waited for.
   */
  prepare(blockhash: string, slot: number): Promise<void> | undefined {
    return this.#blocks.has(blockhash) ? undefined : this.#searchAhead(slot);
  }

  async #searchAhead(slot: number): Promise<void> {
    const breath = new Breath();
    for (const _ of this.#unsearched(slot, Math.max(0, slot - BLOCKHASH_MEMORY))) {
      if (breath.due) await breath.take();
    }
  }

  /** Each hash is worked out once, however often somebody asks for one that never was. */
  #search(blockhash: string, newest: number, oldest: number): Block | undefined {
    for (const _ of this.#unsearched(newest, oldest));
    const bytes = decodeAddress(blockhash);
    return bytes && this.#found.get(Buffer.from(bytes).toString("base64"));
  }

  /** Works out, step by step, the hashes of these slots that are not known yet. */
  *#unsearched(newest: number, oldest: number): Generator<void> {
    for (const [slot] of this.#searched) if (slot < oldest || slot > newest) this.#forget(slot);
    for (let slot = oldest; slot <= newest; slot++) {
      const hashes = this.#searched.get(slot) ?? [];
      this.#searched.set(slot, hashes);
      while (hashes.length <= this.landedIn(slot)) {
        const landed = hashes.length;
        const hash = this.#digest(slot, landed).toString("base64");
        hashes.push(hash);
        this.#found.set(hash, { slot, landed });
        yield;
      }
    }
  }

  #forget(slot: number): void {
    for (const hash of this.#searched.get(slot) ?? []) this.#found.delete(hash);
    this.#searched.delete(slot);
  }

  #digest(slot: number, landed: number): Buffer {
    const block = landed === 0 ? `${slot}` : `${slot}\n${landed}`;
    return createHash("sha256").update(`${this.seed}\nblockhash\n${this.environment}\n${block}`).digest();
  }

  /** The slots before one, newest first, as far back as a blockhash is good. */
  before(slot: number): { readonly slot: number; readonly hash: string }[] {
    const length = Math.min(slot, BLOCKHASH_BLOCKS);
    return Array.from({ length }, (_, back) => ({ slot: slot - 1 - back, hash: this.of(slot - 1 - back) }));
  }
}
