import { publicChain } from "../sign/standard.js";
import type { Rpc } from "./connections.js";
import { isRefusal, refusalOf } from "./errors.js";
import { HISTORY_PAGE, type NodeRpc } from "./rpc.js";

/** The facts that determine when a transaction expires. */
export interface Lifetime {
  /** Undefined if a nonce account replaces the blockhash or the bytes are unknown. Nothing can then be proved. */
  readonly blockhash: string | undefined;
  /** Blockhash of the transaction that a wallet was asked to sign. It may send that one as well as what it signed. */
  readonly builtBlockhash?: string | undefined;
  /** Slot in which, or before which, a node reported each blockhash as valid. */
  readonly validAt: number | undefined;
  /** Genesis hash of the node's cluster. */
  readonly genesisHash: string | undefined;
}

/** The transaction to find in a wallet's history. */
export interface Sought {
  /** Base58 address of the fee payer. */
  readonly payer: string;
  /** The first slot in which it can have landed. Default: any. */
  readonly since?: number | undefined;
  /** Whether it is a landed transaction. Undefined if that is not known. */
  readonly isIn: (landed: Landed) => Promise<boolean | undefined>;
}

export type Landed = NonNullable<Awaited<ReturnType<NonNullable<Rpc["transaction"]>>>>;

/** How many slots before `validAt` the message may have landed: a blockhash's life in blocks, plus skipped slots. */
const SLOTS_BEFORE = 1000;

/** Maximum number of history pages to read. A longer history proves nothing. */
const MAX_PAGES = 3;

const TOO_LONG = "the wallet's history is too long to search within maxWait";

/**
 * A node keeps the statuses of 300 blocks, even if it prunes its history. A valid blockhash expires after at most 150
 * more blocks. So for 150 slots after it was valid at `finalized`, no status is missing.
 */
const STATUSES_KEPT = 150;

/**
 * Proves that a transaction can no longer land. Nodes behind one URL can lag, hang or have pruned their history, so
 * each response is valid only for its slot. First, the blockhash must be invalid at `finalized`, no earlier than a slot
 * in which it was valid. Then the transaction must be missing at the newest slot seen, in a response that shows that
 * its node would have the transaction.
 */
export class Expiry {
  #validAt: number | undefined;
  #genesisHash: string | undefined;
  #highest = 0;
  /** The newest slot in which a node reported the blockhash as valid at `finalized`. */
  #lastValid: number | undefined;
  /** The newest slot seen when the blockhash was found invalid. */
  #invalidAt: number | undefined;
  /** The highest number that a node reported for its first available block. */
  #firstBlock = 0;
  readonly #others = new Set<string>();
  /** Which transaction of the history a node refused to return. */
  #refused: string | undefined;
  /** Why nothing is proved, for the error that ends the wait. */
  reason: string | undefined;

  constructor(
    private readonly rpc: Rpc,
    /** Undefined if the bytes are unknown. */
    private readonly sought: Sought | undefined,
    private readonly lifetime: Lifetime,
    /** Whether the time or the signal has ended the wait. A search reads hundreds of transactions. */
    private readonly isOver: () => boolean,
  ) {
    this.#validAt = lifetime.validAt;
    this.#genesisHash = lifetime.genesisHash;
  }

  #unproved(reason: string): undefined {
    this.reason = reason;
  }

  observe(slot: number | undefined): void {
    if (slot !== undefined && slot > this.#highest) this.#highest = slot;
  }

  /** True if blocks after the newest slot seen cannot contain the transaction, false if they can, else undefined. */
  async blockhashExpired(): Promise<boolean | undefined> {
    if (this.#invalidAt !== undefined) return true;
    const { blockhash, builtBlockhash } = this.lifetime;
    if (blockhash === undefined)
      return this.#unproved("its blockhash is unknown, or it uses a durable nonce");
    const validAt = this.#validAt;
    const commitment = validAt === undefined ? "processed" : "finalized";
    for (const one of new Set([blockhash, builtBlockhash ?? blockhash])) {
      const { valid, slot } = await this.rpc.blockhashValid(one, commitment);
      if (typeof valid !== "boolean")
        throw new TypeError("The node does not say whether the blockhash is valid.");
      this.observe(slot);
      if (validAt === undefined) {
        this.reason =
          "no node has reported its blockhash as valid, so a node that reports it as invalid may be behind";
        if (valid && slot !== undefined) {
          this.#validAt = slot;
          this.#genesisHash = await this.rpc.genesis?.();
        }
        return valid ? false : undefined;
      }
      if (valid && slot !== undefined) this.#lastValid = Math.max(this.#lastValid ?? 0, slot);
      if (valid || slot === undefined || slot < validAt) return valid ? false : undefined;
    }
    this.#invalidAt = this.#highest;
    return true;
  }

  /**
   * Interprets a response without a status, as of `slot`. Without a signature there is no response, and only the wallet's
   * history is a proof. Returns null if no block contains the transaction, the signature under which it landed, or
   * undefined if unknown. Without `oneSignature`, it may have landed under another signature: wallets that share a key
   * among several parties create a new signature each time.
   */
  async found(
    slot: number | undefined,
    own: string | undefined,
    oneSignature: boolean,
  ): Promise<string | null | undefined> {
    const at = own === undefined ? this.#invalidAt : slot;
    if (at === undefined || this.#invalidAt === undefined || at < this.#invalidAt) return undefined;
    if (!(await this.#sameCluster())) return undefined;
    if (!this.#isPublic && !(await this.#hasHistory())) return undefined;
    const hasStatuses = this.#lastValid !== undefined && at <= this.#lastValid + STATUSES_KEPT;
    // A private cluster usually has a single node.
    const isKnown = own !== undefined && oneSignature;
    if (isKnown && (hasStatuses || (!this.#isPublic && this.rpc.signaturesOf === undefined))) return null;
    return this.search(own, isKnown).catch(() => undefined);
  }

  /** Whether many nodes can share one URL, as on Solana's mainnet, devnet and testnet. */
  get #isPublic(): boolean {
    return publicChain(this.#genesisHash) !== undefined;
  }

  async #sameCluster(): Promise<boolean | undefined> {
    const { genesis } = this.rpc;
    if (genesis === undefined) return this.#unproved("connection lacks getGenesisHash");
    if (this.#genesisHash === undefined) return this.#unproved("validAt needs genesisHash");
    if ((await genesis()) === this.#genesisHash) return true;
    return this.#unproved("connection now points to a different cluster");
  }

  /** Whether the node's history reaches back far enough. Useless on a public cluster: another node may respond next. */
  async #hasHistory(): Promise<boolean | undefined> {
    const { firstBlock } = this.rpc;
    if (firstBlock === undefined) return this.#unproved("connection lacks getFirstAvailableBlock");
    this.#firstBlock = Math.max(this.#firstBlock, await firstBlock());
    if (this.#firstBlock <= (this.sought?.since ?? this.#validAt ?? -1)) return true;
    return this.#unproved("the node has pruned its history");
  }

  /** Searches the wallet's history on each node. Returns the same as `found`. */
  async search(own: string | undefined, oneSignature: boolean): Promise<string | null | undefined> {
    const failures: unknown[] = [];
    let isProved = true;
    for (const node of this.rpc.all)
      try {
        const found = await this.#searchOn(node, own, oneSignature);
        if (typeof found === "string") return found;
        isProved &&= found === null;
      } catch (error) {
        failures.push(error);
      }
    if (failures.length > 0) throw failures[0];
    return isProved ? null : undefined;
  }

  /** Searches the history of a node, which shows how far back it reaches. */
  async #searchOn(
    { signaturesOf, transaction }: NodeRpc,
    own: string | undefined,
    oneSignature: boolean,
  ): Promise<string | null | undefined> {
    const { sought } = this;
    if (signaturesOf === undefined || transaction === undefined || sought === undefined)
      return this.#unproved("connection lacks getSignaturesForAddress or getTransaction");
    // A wallet sends nothing before it is asked.
    const since = sought.since ?? Math.max(0, (this.#validAt ?? this.#highest) - SLOTS_BEFORE);
    let before: string | undefined;
    let refused: string | undefined;
    const absent = () => (refused === undefined ? null : this.#unproved(refused));
    for (let pages = 0; pages < MAX_PAGES; pages++) {
      if (pages > 0 && this.isOver()) return this.#unproved(TOO_LONG);
      const page = await signaturesOf(sought.payer, before, this.#invalidAt);
      for (const { signature, slot } of page) {
        if (signature === own) return signature;
        // A history that contains an older transaction contains all later ones.
        if (slot < since) return absent();
        before = signature;
        if (oneSignature || this.#others.has(signature) || slot < (sought.since ?? 0)) continue;
        if (this.isOver()) return this.#unproved(this.#refused ?? TOO_LONG);
        const landed = await transaction(signature).catch((error: unknown) => {
          if (!isRefusal(error)) throw error;
          refused = `the node does not return transaction ${signature} of the wallet's history: ${refusalOf(error)}`;
          this.#refused = refused;
          return null;
        });
        // The transaction may still be a later one of the history, but its absence is no longer proved.
        if (landed === null) continue;
        if (landed?.message === undefined)
          return this.#unproved("the node does not return a transaction of the wallet's history");
        const isIn = await sought.isIn(landed);
        if (isIn === undefined)
          return this.#unproved(`transaction ${signature} of the wallet may be this payment`);
        if (isIn) return signature;
        this.#others.add(signature);
      }
      // Gateways may return fewer entries than requested, so on a public cluster no page is known to be the last.
      if (page.length > 0 && (this.#isPublic || page.length >= HISTORY_PAGE)) continue;
      if (!this.#isPublic) return absent();
      return this.#unproved("the wallet's history does not go back as far as the transaction");
    }
    return this.#unproved("the wallet's history is too long to search");
  }
}
