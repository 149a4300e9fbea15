import {
  Keypair,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import bs58 from "bs58";
import { expect, onTestFinished } from "vitest";
import { makeWorld } from "../../../mock-server/src/fixtures/world-data.js";
import { Listener } from "../../../mock-server/src/http/listener.js";
import type { HttpRequest } from "../../../mock-server/src/http/message.js";
import { Clock } from "../../../mock-server/src/kernel/clock.js";
import { Random } from "../../../mock-server/src/kernel/random.js";
import { Genesis } from "../../../mock-server/src/ledger/genesis/genesis.js";
import { Ledgers } from "../../../mock-server/src/ledger/ledgers.js";
import { LedgerRows } from "../../../mock-server/src/ledger/log/ledger-rows.js";
import { RecordedAccounts } from "../../../mock-server/src/ledger/log/recorded-accounts.js";
import { createSvmLedger } from "../../../mock-server/src/ledger/svm/svm-ledger.js";
import { Rpc } from "../../../mock-server/src/rpc/rpc.js";
import { State } from "../../../mock-server/src/state/state.js";

export const START = Date.parse("2026-01-15T10:20:30.000Z");
const SLOT_MS = 400;

/** JSON-RPC over the in-process ledgers of a world, on a frozen clock. */
export class RpcSetup {
  /** A setup that is closed after the test, or after the file if `after` is `afterAll`; fails if the server failed. */
  static open(after: (end: () => Promise<void>) => void = onTestFinished): RpcSetup {
    const setup = new RpcSetup();
    after(async () => {
      await setup.close();
      expect(setup.failures).toEqual([]);
    });
    return setup;
  }

  readonly clock = new Clock({ now: START, running: false });
  readonly state = new State();
  readonly rows = { live: new LedgerRows(this.state, "live"), test: new LedgerRows(this.state, "test") };
  readonly random = new Random("1");
  readonly world = makeWorld(this.random, {});
  readonly ledgers = new Ledgers({
    open: (environment) => {
      const { clock, state, random, world, rows } = this;
      return createSvmLedger({ environment, clock, state, rows: rows[environment], random, world });
    },
    remote: () => false,
    check: () => Promise.reject(new Error("there is no validator")),
    recorded: (environment) => new RecordedAccounts(this.rows[environment].accounts, new Genesis(this.world)),
  });
  readonly rpc = new Rpc({
    ledger: (environment) => this.ledgers.get(environment),
    clock: this.clock,
    random: this.random,
    onFailure: (error) => this.failures.push(error),
  });
  /** Errors of the server itself. */
  readonly failures: unknown[] = [];
  #listener: Listener | undefined;

  /** Posts a body and returns the response. */
  post(body: string, headers: Record<string, string> = {}, method = "POST") {
    const all: Record<string, string> = { "content-type": "application/json", ...headers };
    const bytes = new TextEncoder().encode(body);
    const request: HttpRequest = {
      method,
      path: "/rpc/live",
      query: "",
      header: (name) => all[name],
      body: async (limit) => (bytes.length > limit ? undefined : bytes),
      remoteAddress: "test",
    };
    return this.rpc.handle("live", request);
  }

  /** Calls a method and returns the full response. */
  async call(method: string, ...params: unknown[]) {
    const reply = await this.post(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }));
    return JSON.parse(String(reply.body));
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
  slots(count: number): Promise<void> {
    return this.clock.advance(count * SLOT_MS);
  }

  /** A wallet of the world as a web3.js signer. */
  keypair(name: string): Keypair {
    const found = this.world.wallets.find((wallet) => wallet.name === name);
    return Keypair.fromSecretKey(bs58.decode(found!.wallet.secretKey));
  }

  /** Opens a socket; returns its address. */
  async listen(): Promise<string> {
    this.#listener = new Listener(
      (request) => this.rpc.handle("live", request),
      (request, socket, head) => this.rpc.upgrade("live", request, socket, head),
    );
    const { port } = await this.#listener.listen({});
    return `http://127.0.0.1:${port}/rpc/live`;
  }

  async close(): Promise<void> {
    this.rpc.close();
    await this.#listener?.close();
    this.clock.close();
  }
}
