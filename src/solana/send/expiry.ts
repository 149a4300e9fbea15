import { HISTORY_PAGE } from "./connection.js";
import type { ClusterNode } from "./node.js";

/** A signed message, by which a transaction is found under any signature. */
export interface SignedMessage {
  readonly bytes: Uint8Array;
  /** Base58 SHA-256. */
  readonly hash: string;
  /** Base58 address of its fee payer. */
  readonly payer: string;
}

/** The facts that date a transaction. */
export interface Dated {
  /** Undefined where a nonce account dates it, or the bytes are not known: then nothing can be proved. */
  readonly blockhash: string | undefined;
  /** Slot of an answer that called the blockhash valid. */
  readonly validAt: number | undefined;
  /** Genesis hash of the cluster that called it valid. */
  readonly genesisHash: string | undefined;
}

/** Blocks of a blockhash's life, and skipped slots among them: how far before `validAt` the message may have landed. */
const SLOTS_BEFORE = 1000;

/** Pages of a wallet's history that are read; in a longer one nothing is proved. */
const MOST_PAGES = 3;

/**
 * Proves that a transaction can no longer land. Behind one address there can be many nodes, of which some lag or stand
 * still, so answers count by their slots: the blockhash must be invalid at `finalized` in a slot at or after one that called
 * it valid, and then the transaction absent from a full history as of the newest slot that was seen.
 */
export class Expiry {
  readonly #node: ClusterNode;
  readonly #message: SignedMessage | undefined;
  readonly #blockhash: string | undefined;
  #validAt: number | undefined;
  #genesisHash: string | undefined;
  #highest = 0;
  /** The newest slot that had been seen when the blockhash was found invalid. */
  #mark: number | undefined;
  /** The highest first block that a replica has named. */
  #firstBlock = 0;
  readonly #others = new Set<string>();
  /** Why nothing is proved, for the error that ends the wait. */
  reason: string | undefined;

  constructor(node: ClusterNode, message: SignedMessage | undefined, dated: Dated) {
    this.#node = node;
    this.#message = message;
    this.#blockhash = dated.blockhash;
    this.#validAt = dated.validAt;
    this.#genesisHash = dated.genesisHash;
  }

  /** Notes the slot of an answer. */
  saw(slot: number | undefined): void {
    if (slot !== undefined && slot > this.#highest) this.#highest = slot;
  }

  /** Whether no block after the newest slot that was seen can hold the transaction. */
  async blockhashExpired(): Promise<boolean> {
    if (this.#mark !== undefined) return true;
    if (this.#blockhash === undefined) {
      this.reason = "its blockhash is not known here, or a nonce account dates it";
      return false;
    }
    const born = this.#validAt;
    const { valid, slot } = await this.#node.blockhashValid(
      this.#blockhash,
      born === undefined ? "processed" : "finalized",
    );
    if (typeof valid !== "boolean")
      throw new TypeError("The node does not say whether the blockhash is valid.");
    this.saw(slot);
    if (born === undefined) {
      this.reason = "no node called its blockhash valid, so a node that calls it invalid may lag";
      if (valid && slot !== undefined) {
        this.#validAt = slot;
        this.#genesisHash = await this.#node.genesis?.();
      }
      return false;
    }
    if (valid || slot === undefined || slot < born) return false;
    this.#mark = this.#highest;
    return true;
  }

  /** Whether an answer of this slot knows every block in which the transaction could be. */
  covers(slot: number | undefined): boolean {
    return slot !== undefined && this.#mark !== undefined && slot >= this.#mark;
  }

  /** Whether the node's history is that of the cluster, and reaches back far enough. */
  async historyHolds(): Promise<boolean> {
    const { genesis, firstBlock } = this.#node;
    if (genesis === undefined || firstBlock === undefined || this.#genesisHash === undefined) {
      this.reason = "connection lacks getGenesisHash or getFirstAvailableBlock";
      return false;
    }
    if ((await genesis()) !== this.#genesisHash) {
      this.reason = "connection leads to another cluster than before";
      return false;
    }
    // The replica that answers need not be the one that had no status: one that has pruned is not forgotten.
    this.#firstBlock = Math.max(this.#firstBlock, await firstBlock());
    if (this.#firstBlock <= (this.#validAt ?? -1)) return true;
    this.reason = "the node has pruned its history";
    return false;
  }

  /**
   * Looks for the message under another signature. Wallets that share a key among several parties sign one message with a new
   * signature each time; the cluster lands only one of them.
   *
   * @returns The signature, null where there is none, undefined where that is not known.
   */
  async otherSignature(own: string | undefined): Promise<string | null | undefined> {
    const { signaturesOf, transaction } = this.#node;
    const message = this.#message;
    if (signaturesOf === undefined || transaction === undefined || message === undefined) {
      this.reason =
        "connection lacks getSignaturesForAddress or getTransaction, so another signature of it may have landed";
      return undefined;
    }
    const since = Math.max(0, (this.#validAt ?? this.#highest) - SLOTS_BEFORE);
    let before: string | undefined;
    for (let pages = 0; pages < MOST_PAGES; pages++) {
      const page = await signaturesOf(message.payer, {
        ...(before !== undefined && { before }),
        ...(this.#mark !== undefined && { minSlot: this.#mark }),
      });
      for (const { signature, slot } of page) {
        if (slot < since) return null;
        before = signature;
        if (signature === own || this.#others.has(signature)) continue;
        const landed = await transaction(signature);
        if (landed?.message === undefined) {
          this.reason = "the node does not return a transaction of the wallet's history";
          return undefined;
        }
        if (sameBytes(landed.message, message.bytes)) return signature;
        this.#others.add(signature);
      }
      if (page.length < HISTORY_PAGE) return null;
    }
    this.reason = "the wallet's history is too long to search";
    return undefined;
  }
}

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i]);
