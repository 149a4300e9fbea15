import { createPrivateKey, sign } from "node:crypto";
import bs58 from "bs58";
import { type SignAndSendOptions, type SolanaConnection, signAndSend } from "intent-tx/solana";
import { test as base, expect } from "vitest";
import { blockhash, build, keypair, sampleNamed } from "./samples.js";

export const sample = sampleNamed("a transfer of SOL");
export const built = { transaction: build([...sample.instructions]) };
export const alice = keypair(1);

type Status = Awaited<ReturnType<SolanaConnection["getSignatureStatuses"]>>["value"][number];

/** Slots are seven ahead of block heights, so that tests fail if the code confuses them. */
const SLOT = 7;
const FINALITY = 32;

/** A cluster whose time passes only in `clock.sleep`. Each call is one block and one second. */
export class Cluster implements SolanaConnection {
  height = 1000;
  sent: { bytes: Uint8Array; skipPreflight: boolean; height: number }[] = [];
  calls: string[] = [];
  /** The status that `getSignatureStatuses` returns, by block height. */
  status: (height: number) => Status = () => null;
  /** First (`born`) and last block height at which the blockhash is valid. */
  born = 900;
  lastValid = 1100;
  /** Errors that the next calls throw, by method. */
  failures = new Map<string, unknown[]>();
  logs: string[] | undefined;
  /** The runtime errors of the next simulations; null is a success. Later simulations succeed. */
  simulations: unknown[] = [];
  /** Transactions of the wallet, newest first. */
  history: { signature: string; slot: number; message: Uint8Array }[] = [];
  firstBlock = 0;
  genesis = "genesis";

  constructor(facts: Partial<Cluster> = {}) {
    Object.assign(this, facts);
  }

  readonly clock = {
    now: () => this.height * 1000,
    sleep: async (_: number, signal?: AbortSignal) => {
      signal?.throwIfAborted();
      this.height++;
    },
  };

  /** The slot that a response reports. */
  context(): { slot: number } {
    return { slot: this.height + SLOT };
  }

  protected called(name: string) {
    this.calls.push(name);
    const failure = this.failures.get(name)?.shift();
    if (failure !== undefined) throw failure;
  }

  async sendRawTransaction(bytes: Uint8Array, { skipPreflight = false } = {}) {
    this.called("send");
    this.sent.push({ bytes, skipPreflight, height: this.height });
    return bs58.encode(bytes.subarray(1, 65));
  }
  async getSignatureStatuses() {
    this.called("statuses");
    return { context: this.context(), value: [this.status(this.height)] };
  }
  async isBlockhashValid(hash: string, { commitment }: { commitment?: string } = {}) {
    this.called("valid");
    expect(hash).toBe(blockhash);
    const behind = commitment === "finalized" ? FINALITY : 0;
    const height = this.height - behind;
    return {
      context: { slot: this.context().slot - behind },
      value: height >= this.born && height <= this.lastValid,
    };
  }
  async getGenesisHash() {
    return this.genesis;
  }
  async getFirstAvailableBlock() {
    return this.firstBlock;
  }
  async simulateTransaction() {
    this.called("simulate");
    return {
      context: this.context(),
      value: { err: this.simulations.shift() ?? null, logs: this.logs ?? [] },
    };
  }
  async getSignaturesForAddress() {
    this.called("history");
    return this.history;
  }
  async getTransaction(signature: string) {
    this.called("transaction");
    const landed = this.history.find((one) => one.signature === signature);
    return {
      slot: landed?.slot ?? 0,
      ...(landed && { transaction: { message: { serialize: () => landed.message } } }),
      meta: { logMessages: this.logs ?? null },
    };
  }
}

/** `test` with a {@link Cluster}. */
export const test = base.extend("cluster", () => new Cluster());

export const landedAt =
  (
    landed: number,
    confirmationStatus: NonNullable<Status>["confirmationStatus"] = "confirmed",
    err: unknown = null,
  ) =>
  (height: number) =>
    height < landed ? null : { slot: landed + 7, err, confirmationStatus };

export function run(cluster: Cluster, options: Partial<SignAndSendOptions> = {}) {
  const defaults = {
    intent: sample.intent,
    built,
    signer: alice,
    connection: cluster,
    clock: cluster.clock,
    pollInterval: 1000,
  };
  return signAndSend({ ...defaults, ...options });
}

/** Alice's signature, created with Node's ed25519, which is independent of web3.js's. */
export function nodeSignature(message: Uint8Array): Uint8Array {
  const der = Buffer.concat([
    Buffer.from("302e020100300506032b657004220420", "hex"),
    alice.secretKey.subarray(0, 32),
  ]);
  return sign(null, message, createPrivateKey({ key: der, format: "der", type: "pkcs8" }));
}
