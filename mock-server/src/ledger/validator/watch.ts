import { WallTimer } from "../../kernel/timers.js";
import type { Landed, LedgerEvent } from "../ledger.js";
import { CONFIRMED } from "./decode.js";
import { type RpcSignature, readLandedTransactions, readStatuses } from "./history.js";
import type { RpcClient } from "./rpc-client.js";

const POLL_MS = 250;
/** Poll interval while the validator does not respond. */
const AWAY_MS = 2_000;
/** An unlanded transaction is sent again after this many polls (about five slots). */
const RESEND_POLLS = 8;
/** Number of reported signatures to remember, so that each is reported once. */
const REMEMBERED = 10_000;

/** A sent transaction that is not in a block yet. */
interface Sent {
  readonly wire: Uint8Array;
  readonly blockhash: string;
  polls: number;
}

/** A wallet with recent builds, which its owner might send without the service. */
interface Watched {
  /** Transactions before this slot are already known. */
  readonly fromSlot: number;
  /** Block height after which no build can land. */
  until: number;
}

/**
 * Watches a validator for transactions sent through the service and for transactions of wallets with recent builds. It
 * polls only while something is pending, and resends transactions that a leader has dropped.
 */
export class ValidatorWatch {
  readonly #listeners = new Set<(event: LedgerEvent) => void>();
  readonly #sent = new Map<string, Sent>();
  readonly #wallets = new Map<string, Watched>();
  readonly #reported = new Set<string>();
  /** A validator runs on real time, independently of the server clock. */
  readonly #timer = new WallTimer();
  #polling = false;

  /** @param known - returns true if an earlier process already reported that the transaction landed */
  constructor(
    private readonly client: RpcClient,
    private readonly known: (signature: string) => boolean,
  ) {}

  /** Calls `listener` with landed transactions; returns a function that unsubscribes. Polling requires a listener. */
  subscribe(listener: (event: LedgerEvent) => void): () => void {
    const own = (event: LedgerEvent) => listener(event);
    this.#listeners.add(own);
    this.#arm(POLL_MS);
    return () => {
      this.#listeners.delete(own);
      if (this.#listeners.size === 0) this.#timer.clear();
    };
  }

  /** Watches a transaction until it lands or expires. */
  sent(signature: string, wire: Uint8Array, blockhash: string): void {
    if (this.#reported.has(signature)) return;
    this.#sent.set(signature, { wire, blockhash, polls: 0 });
    this.#arm(POLL_MS);
  }

  /** Watches a wallet's transactions from a slot until the chain reaches a block height. */
  wallet(address: string, fromSlot: number, until: number): void {
    const watched = this.#wallets.get(address);
    if (watched) watched.until = Math.max(watched.until, until);
    else this.#wallets.set(address, { fromSlot, until });
    this.#arm(POLL_MS);
  }

  /** Called after the chain was reset: drops all pending transactions and wallets. */
  clear(): void {
    this.#sent.clear();
    this.#wallets.clear();
  }

  #arm(ms: number): void {
    if (this.#timer.isSet || this.#polling || this.#listeners.size === 0) return;
    if (this.#sent.size === 0 && this.#wallets.size === 0) return;
    this.#timer.set(ms, () => void this.#poll());
  }

  async #poll(): Promise<void> {
    this.#polling = true;
    let next = POLL_MS;
    try {
      const sent = await this.#readSent();
      // The wallets' lists are in block order. Their copies of sent transactions are the ones that count.
      const fresh = [...(await this.#readWallets()), ...sent];
      if (fresh.length > 0) this.#emit(await readLandedTransactions(this.client, [...new Set(fresh)]));
    } catch {
      // The next request to the validator will report the error, so the watch just polls again later.
      next = AWAY_MS;
    }
    this.#polling = false;
    this.#arm(next);
  }

  /** Returns the signatures of `#sent` that have landed. Others are sent again, or dropped if they have expired. */
  async #readSent(): Promise<string[]> {
    const signatures = [...this.#sent.keys()].slice(0, 256);
    const statuses = await readStatuses(this.client, signatures);
    const landed: string[] = [];
    for (const [at, signature] of signatures.entries()) {
      const status = statuses[at];
      if (!status) await this.#resend(signature);
      else if (status.commitment !== "processed") landed.push(signature);
    }
    return landed;
  }

  /** Resends a dropped transaction. A new validator drops all version 0 transactions until its first root. */
  async #resend(signature: string): Promise<void> {
    const sent = this.#sent.get(signature);
    if (!sent || ++sent.polls % RESEND_POLLS !== 0) return;
    const params = [sent.blockhash, CONFIRMED];
    const { value: valid } = await this.client.call<{ value: boolean }>("isBlockhashValid", params);
    if (!valid) this.#sent.delete(signature);
    else await sendBytes(this.client, sent.wire);
  }

  /** Returns the new signatures of `#wallets`, oldest first. */
  async #readWallets(): Promise<string[]> {
    const addresses = [...this.#wallets.keys()];
    if (addresses.length === 0) return [];
    const config = { ...CONFIRMED, limit: 100 };
    const [height, ...lists] = (await this.client.batch([
      { method: "getBlockHeight", params: [CONFIRMED] },
      ...addresses.map((address) => ({ method: "getSignaturesForAddress", params: [address, config] })),
    ])) as [number, ...RpcSignature[][]];
    const fresh: string[] = [];
    for (const [at, address] of addresses.entries()) {
      const { fromSlot = 0, until = 0 } = this.#wallets.get(address) ?? {};
      for (const { signature, slot } of lists[at] ?? []) {
        if (slot < fromSlot) break;
        if (!this.#reported.has(signature) && !this.known(signature)) fresh.push(signature);
      }
      // The height was read before the lists, so the lists include the last block.
      if (height > until) this.#wallets.delete(address);
    }
    return fresh.reverse();
  }

  #emit(landed: readonly Landed[]): void {
    // Listeners are called in the order of slots, and within a slot in the order of `landed`.
    for (const transaction of [...landed].sort((a, b) => a.slot - b.slot)) {
      this.#sent.delete(transaction.signature);
      if (this.#reported.size >= REMEMBERED) this.#reported.clear();
      this.#reported.add(transaction.signature);
      for (const listener of [...this.#listeners]) listener({ kind: "landed", transaction });
    }
  }
}

/** Sends a transaction to the leader without a preflight. */
export function sendBytes(client: RpcClient, wire: Uint8Array): Promise<string> {
  const config = { encoding: "base64", skipPreflight: true };
  return client.call<string>("sendTransaction", [Buffer.from(wire).toString("base64"), config]);
}
