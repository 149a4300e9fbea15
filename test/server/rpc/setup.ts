import { createMockServer, type MockServer } from "@intent-tx/mock-server";
import {
  type Keypair,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import { expect, onTestFinished, vi } from "vitest";
import { keypairOf } from "../lab.js";

export const START = "2026-01-15T10:20:30.000Z";
const SLOT_MS = 400;

/** JSON-RPC of a server, on a frozen clock. */
export class RpcSetup {
  /** A setup that is closed after the test, or after the file if `after` is `afterAll`; fails if the server failed. */
  static async open(after: (end: () => Promise<void>) => void = onTestFinished): Promise<RpcSetup> {
    const failed = vi.spyOn(console, "error");
    const server = await createMockServer({ seed: 1, clock: { now: START, mode: "frozen" } });
    after(async () => {
      await server.close();
      expect(failed).not.toHaveBeenCalled();
      failed.mockRestore();
    });
    return new RpcSetup(server);
  }

  private constructor(readonly server: MockServer) {}

  /** Posts a body and returns the response. */
  async post(body: string, headers: Record<string, string> = {}, method = "POST") {
    const response = await this.server.fetch(this.server.rpc.live, {
      method,
      headers: { "content-type": "application/json", ...headers },
      ...(method === "POST" && { body }),
    });
    return { status: response.status, headers: response.headers, body: await response.text() };
  }

  /** Calls a method and returns the full response. */
  async call(method: string, ...params: unknown[]) {
    return JSON.parse((await this.post(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }))).body);
  }

  /** The result of a method that must not fail. */
  async result(method: string, ...params: unknown[]) {
    const { result, error } = await this.call(method, ...params);
    if (error) throw new Error(`${method}: ${JSON.stringify(error)}`);
    return result;
  }

  /** A transaction with a current blockhash, paid for by the first of its signers, in base64. */
  async wire(
    instructions: TransactionInstruction[],
    signers: Keypair[] = [this.keypair("alice")],
    hash?: string,
  ): Promise<string> {
    const recentBlockhash = hash ?? (await this.result("getLatestBlockhash")).value.blockhash;
    const payerKey = signers[0]!.publicKey;
    const message = new TransactionMessage({ payerKey, recentBlockhash, instructions }).compileToV0Message();
    const transaction = new VersionedTransaction(message);
    transaction.sign(signers);
    return Buffer.from(transaction.serialize()).toString("base64");
  }

  /** Advances the clock by slots. */
  slots(count: number): Promise<unknown> {
    return this.server.clock.advance(count * SLOT_MS);
  }

  /** A wallet of the world as a web3.js signer. */
  keypair(name: string): Keypair {
    return keypairOf(this.server.wallets[name]!);
  }

  /** Opens a socket; returns its address. */
  async listen(): Promise<string> {
    await this.server.listen();
    return this.server.rpc.live;
  }
}
