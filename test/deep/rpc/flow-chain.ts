import {
  Keypair,
  type PublicKey,
  SystemProgram,
  Transaction,
  type TransactionInstruction,
} from "@solana/web3.js";
import bs58 from "bs58";
import type { Commitment } from "../../../mock-server/src/ledger/ledger.js";
import { type Answer, finalized, type Target, worldKeypair } from "./targets.js";

/** The parts of an error that flows compare: the JSON-RPC code, and the error of the transaction. */
export type Refusal = { readonly code: number; readonly err?: unknown };

/** An account with its data decoded. */
export interface Shown {
  readonly lamports: number;
  readonly owner: string;
  readonly data: Buffer;
}

/** A chain for one flow: its own payer, and shorthand calls. */
export class FlowChain {
  readonly payer = Keypair.generate();

  constructor(readonly target: Target) {}

  /** Gives the payer 0.2 SOL, and waits until the transfer is finalized. */
  async begin(): Promise<this> {
    const [alice] = [worldKeypair("alice")];
    const transfer = SystemProgram.transfer({
      fromPubkey: alice.publicKey,
      toPubkey: this.payer.publicKey,
      lamports: 200_000_000,
    });
    await this.lands([transfer], { payer: alice });
    await this.finalized();
    return this;
  }

  slots(count: number): Promise<void> {
    return this.target.slots(count);
  }

  finalized(): Promise<void> {
    return finalized(this.target);
  }

  call(method: string, ...params: unknown[]): Promise<Answer> {
    return this.target.call(method, params);
  }

  async result<T>(method: string, ...params: unknown[]): Promise<T> {
    const { result, error } = await this.call(method, ...params);
    if (error) throw new Error(`${method}: ${JSON.stringify(error)}`);
    return result as T;
  }

  async value<T>(method: string, ...params: unknown[]): Promise<T> {
    return (await this.result<{ value: T }>(method, ...params)).value;
  }

  async blockhash(commitment: Commitment = "confirmed"): Promise<string> {
    return (await this.value<{ blockhash: string }>("getLatestBlockhash", { commitment })).blockhash;
  }

  /** A signed transaction, base64. */
  async wire(instructions: readonly TransactionInstruction[], options: WireOptions = {}): Promise<string> {
    const { payer = this.payer, signers = [], blockhash = await this.blockhash() } = options;
    const transaction = new Transaction({ recentBlockhash: blockhash, feePayer: payer.publicKey });
    transaction.add(...instructions).sign(payer, ...signers);
    return transaction.serialize().toString("base64");
  }

  /** Sends bytes; returns "sent", or the error. */
  async send(wire: string, config: object = { preflightCommitment: "confirmed" }): Promise<"sent" | Refusal> {
    const { error } = await this.call("sendTransaction", wire, { encoding: "base64", ...config });
    return error ? refusalOf(error) : "sent";
  }

  /** Simulates bytes; returns the slot, the error and the return data. */
  async simulate(wire: string, config: object = {}) {
    const { result, error } = await this.call("simulateTransaction", wire, { encoding: "base64", ...config });
    if (error) return { slot: 0, value: { err: refusalOf(error), returnData: null } };
    const { context, value } = result as {
      context: { slot: number };
      value: { err: unknown; returnData: { data: [string, string] } | null };
    };
    return { slot: context.slot, value };
  }

  /** Sends bytes without preflight, which land, and returns null or the error. */
  async outcome(wire: string): Promise<unknown> {
    await this.send(wire, { skipPreflight: true });
    return (await this.status(wire))?.err;
  }

  /** Sends bytes without preflight, and returns "dropped" if they do not land within 12 slots. */
  async dropped(wire: string): Promise<unknown> {
    await this.send(wire, { skipPreflight: true });
    return (await this.status(wire, 12)) ?? "dropped";
  }

  /** The status of sent bytes after confirmation; undefined if they are not confirmed within this many slots. */
  async status(
    wire: string,
    slots = 150,
  ): Promise<{ readonly slot: number; readonly err: unknown } | undefined> {
    const signature = bs58.encode(Buffer.from(wire, "base64").subarray(1, 65));
    for (let tries = 0; tries < slots; tries++) {
      const [status] = await this.value<
        ({ slot: number; err: unknown; confirmationStatus: string } | null)[]
      >("getSignatureStatuses", [signature]);
      if (status && status.confirmationStatus !== "processed") return status;
      await this.slots(1);
    }
    return undefined;
  }

  /** Lands instructions, which must succeed, and returns the slot. */
  async lands(instructions: readonly TransactionInstruction[], options: WireOptions = {}): Promise<number> {
    const wire = await this.wire(instructions, options);
    const sent = await this.send(wire);
    if (sent !== "sent") throw new Error(JSON.stringify(sent));
    const status = await this.status(wire);
    if (!status) throw new Error("a transaction did not land");
    if (status.err) throw new Error(JSON.stringify(status.err));
    return status.slot;
  }

  async accounts(addresses: readonly (PublicKey | string)[], commitment: Commitment = "confirmed") {
    const { context, value } = await this.result<{
      context: { slot: number };
      value: ({ lamports: number; owner: string; data: [string, string] } | null)[];
    }>("getMultipleAccounts", addresses.map(String), { commitment, encoding: "base64" });
    const accounts = value.map(
      (account) => account && { ...account, data: Buffer.from(account.data[0], "base64") },
    );
    return { slot: context.slot, accounts: accounts as (Shown | null)[] };
  }

  balance(address: PublicKey, commitment: Commitment = "confirmed"): Promise<number> {
    return this.value("getBalance", address.toBase58(), { commitment });
  }
}

interface WireOptions {
  readonly payer?: Keypair;
  readonly signers?: readonly Keypair[];
  readonly blockhash?: string;
}

export function refusalOf({ code, data }: NonNullable<Answer["error"]>): Refusal {
  const { err } = Object(data) as { err?: unknown };
  return err === undefined ? { code } : { code, err };
}
