import { createPrivateKey, sign } from "node:crypto";
import bs58 from "bs58";
import {
  type SignAndSendOptions,
  type SignatureStatus,
  type SolanaConnection,
  signAndSend,
} from "intent-tx/solana";
import { expect } from "vitest";
import { blockhash, build, keypair, sampleNamed } from "./solana-samples.js";

export const sample = sampleNamed("a transfer of SOL");
export const built = { transaction: build([...sample.instructions]) };
export const alice = keypair(1);

/** A cluster whose time passes only in `clock.sleep`: one block a second. */
export class Cluster implements SolanaConnection {
  height = 1000;
  sent: { bytes: Uint8Array; skipPreflight: boolean; height: number }[] = [];
  calls: string[] = [];
  /** The answer of `getSignatureStatuses`, by height. */
  status: (height: number) => SignatureStatus | null = () => null;
  /** Height after which the blockhash is too old. */
  lastValid = 1100;
  /** Thrown by the next calls of a method. */
  failures = new Map<string, unknown[]>();
  logs: string[] | undefined;

  readonly clock = {
    sleep: async (_: number, signal?: AbortSignal) => {
      signal?.throwIfAborted();
      this.height++;
    },
  };

  /** The slot of an answer; nodes behind one address may know different ones. */
  context(): { slot: number } {
    return { slot: this.height + 7 };
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
  async isBlockhashValid(hash: string) {
    this.called("valid");
    expect(hash).toBe(blockhash);
    return { context: this.context(), value: this.height <= this.lastValid };
  }
  async getBlockHeight() {
    this.called("height");
    return this.height;
  }
  async getTransaction() {
    this.called("transaction");
    return { meta: { logMessages: this.logs ?? null } };
  }
}

export const landedAt =
  (
    landed: number,
    confirmationStatus: SignatureStatus["confirmationStatus"] = "confirmed",
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

/** The wallet's signature, made by Node: an ed25519 implementation apart from web3.js's. */
export function nodeSignature(message: Uint8Array): Uint8Array {
  const der = Buffer.concat([
    Buffer.from("302e020100300506032b657004220420", "hex"),
    alice.secretKey.subarray(0, 32),
  ]);
  return sign(null, message, createPrivateKey({ key: der, format: "der", type: "pkcs8" }));
}
