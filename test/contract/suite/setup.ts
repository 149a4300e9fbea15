import type { Addresses, MockServerOptions, SessionRequest } from "@intent-tx/mock-server";
import { Keypair, VersionedTransaction } from "@solana/web3.js";
import bs58 from "bs58";
import { type ClientOptions, IntentTx } from "intent-tx";
import type { Environment, OperationPayload, Scope, Tier } from "intent-tx/contract";
import { expect, onTestFinished, test } from "vitest";
import { Answer } from "./answer.js";

/** The initial time of every setup's clock, unless a test sets another. */
export const NOW = "2026-01-01T00:00:00.000Z";

/** Options of a test's world. */
export interface SetupOptions extends Pick<MockServerOptions, "limits" | "world">, SessionRequest {
  /** The initial time of the clock. Default {@link NOW}. */
  readonly now?: string;
}

/** How tests reach the service: in-process, over a socket, in a session, or on a validator. */
export interface Target {
  readonly name: string;
  /**
   * `shared`: one validator chain for all setups. It advances in real time and keeps all changes, so its state cannot
   * be set in advance, moved in time or broken. Default `own`.
   */
  readonly chain?: "own" | "shared";
  /** Opens a new world. */
  open(options?: SetupOptions): Promise<Setup>;
}

/** `test` for cases that need the setup's own chain: a history from the start, a settable clock, a moved pool. */
export const testOwnChain = ({ chain }: Target) => test.skipIf(chain === "shared");

/** `test` with a new world of a target. */
export const testOf = (target: Target) =>
  test.extend("setup", async () => {
    const setup = await target.open();
    onTestFinished(() => setup[Symbol.asyncDispose]());
    return setup;
  });

/** A `fetch` over the target's transport. */
export type SetupFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

interface SetupParts extends Addresses {
  readonly chain?: Target["chain"];
  readonly keys: Readonly<Record<string, string | undefined>>;
  readonly keyIds: Readonly<Record<string, string | undefined>>;
  readonly wallets: Readonly<Record<string, { readonly address: string; readonly secretKey: string }>>;
  readonly fetch: SetupFetch;
  readonly close: () => Promise<void>;
}

/** How a request is sent. */
export interface Ask {
  /** Name of one of the world's keys, a secret, or null for no key. Default `enterprise`. */
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body, sent unchanged. */
  readonly raw?: BodyInit;
}

/** A world in a contract test. Tests access it over HTTP and the SDK, never through the server's internals. */
export class Setup {
  readonly #parts: SetupParts;

  constructor(parts: SetupParts) {
    this.#parts = parts;
  }

  get parts(): SetupParts {
    return this.#parts;
  }

  get alice(): string {
    return this.wallet("alice");
  }

  get bob(): string {
    return this.wallet("bob");
  }

  wallet(name: string): string {
    return this.#parts.wallets[name]!.address;
  }

  keypair(name = "alice"): Keypair {
    return Keypair.fromSecretKey(bs58.decode(this.#parts.wallets[name]!.secretKey));
  }

  key(name: string): string {
    return this.#parts.keys[name] ?? name;
  }

  keyId(name: string): string {
    return this.#parts.keyIds[name]!;
  }

  /** Sends a request to the API; `path` is below `/v1`. A non-string body is sent as JSON. */
  async request(method: string, path: string, body?: unknown, ask: Ask = {}): Promise<Answer> {
    const key = ask.key === undefined ? "enterprise" : ask.key;
    const headers = {
      ...(key !== null && { Authorization: `Bearer ${this.key(key)}` }),
      ...((body !== undefined || ask.raw !== undefined) && { "Content-Type": "application/json" }),
      ...ask.headers,
    };
    const payload = ask.raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const url = this.#parts.baseUrl + path;
    const response = await this.#parts.fetch(url, {
      method,
      headers,
      // A streamed body has no known length, so it is sent in chunks.
      ...(payload !== undefined && { body: payload, duplex: "half" }),
    } as RequestInit);
    return new Answer(response.status, response.headers, await response.text());
  }

  get(path: string, ask?: Ask): Promise<Answer> {
    return this.request("GET", path, undefined, ask);
  }

  post(path: string, body?: unknown, ask?: Ask): Promise<Answer> {
    return this.request("POST", path, body, ask);
  }

  /** Calls the control plane. Throws if the call fails. */
  async control<T = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await this.#parts.fetch(this.#parts.controlUrl + path, {
      method,
      ...(body !== undefined && {
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
      }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === "" ? ({} as T) : JSON.parse(text);
  }

  async advance(by: string | number): Promise<void> {
    await this.control("POST", "/clock/advance", { by });
  }

  async fund(walletAddress: string, tokens: object, environment: Environment = "live"): Promise<void> {
    await this.control("POST", "/fund", { environment, walletAddress, tokens });
  }

  async fault(fault: object): Promise<void> {
    await this.control("POST", "/faults", { fault });
  }

  async now(): Promise<number> {
    return Date.parse((await this.control<{ now: string }>("GET", "/clock")).now);
  }

  /** Issues a key of an account. Without `account`, creates a new account. */
  issue(request: {
    readonly tier: Tier;
    readonly environment?: Environment;
    readonly scopes?: readonly Scope[];
    readonly account?: string;
    readonly expiresAt?: string;
  }): Promise<OperationPayload<"keys.create"> & { account: string }> {
    return this.control("POST", "/keys", { environment: "live", ...request });
  }

  /** Parses a command for alice. Throws if the service refuses the command. */
  async parse(command: string, extra: Record<string, unknown> = {}, ask?: Ask) {
    const answer = await this.post("/intents", { walletAddress: this.alice, command, ...extra }, ask);
    return answer.as<"intents.parse">();
  }

  /** Parses a command that must be refused with 422; returns the error's details. */
  async refused(command: string, extra: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
    const answer = await this.post("/intents", { walletAddress: this.alice, command, ...extra });
    return answer.refusal(422, "parsing_error").details;
  }

  build(intentId: string, extra: Record<string, unknown> = {}, ask?: Ask): Promise<Answer> {
    return this.post("/transactions/build", { intentId, walletAddress: this.alice, ...extra }, ask);
  }

  /** Calls a JSON-RPC method. Throws if it returns an error. */
  async rpc<T>(method: string, params: unknown[], environment: Environment = "live"): Promise<T> {
    const response = await this.#parts.fetch(this.#parts.rpc[environment], {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    const answer = (await response.json()) as { result: T; error?: unknown };
    if (answer.error) throw new Error(`${method}: ${JSON.stringify(answer.error)}`);
    return answer.result;
  }

  /** Funds alice with 100 SOL if she has at most 5 left, for example after other tests on a shared chain. */
  async topUp(): Promise<void> {
    const { value } = await this.rpc<{ value: number }>("getBalance", [
      this.alice,
      { commitment: "confirmed" },
    ]);
    if (value > 5e9) return;
    await this.fund(this.alice, { SOL: "100" });
  }

  /** Signs a built transaction with a wallet's key, and returns it as base64. */
  signed(transaction: string, by = "alice"): string {
    const signed = VersionedTransaction.deserialize(Buffer.from(transaction, "base64"));
    signed.sign([this.keypair(by)]);
    return Buffer.from(signed.serialize()).toString("base64");
  }

  /** Signs a built transaction and sends it; returns its signature. */
  send(
    transaction: string,
    { by = "alice", skipPreflight = false, environment = "live" as Environment } = {},
  ): Promise<string> {
    return this.sendWire(this.signed(transaction, by), { skipPreflight, environment });
  }

  /** Sends a signed base64 transaction. On a shared chain, waits until it is confirmed. */
  async sendWire(
    wire: string,
    { skipPreflight = false, environment = "live" as Environment } = {},
  ): Promise<string> {
    // The blockhash is only confirmed, so a preflight against the finalized bank would reject it.
    const config = { encoding: "base64", skipPreflight, preflightCommitment: "confirmed" };
    const signature = await this.rpc<string>("sendTransaction", [wire, config], environment);
    if (this.#parts.chain === "shared" && environment === "live") await this.confirmed(signature);
    return signature;
  }

  /** Waits until a signature is confirmed: immediately on a frozen clock, by polling on a running chain. */
  async confirmed(signature: string): Promise<void> {
    const commitment = async () => {
      const params = [[signature], { searchTransactionHistory: true }];
      const { value } = await this.rpc<{ value: ({ confirmationStatus: string } | null)[] }>(
        "getSignatureStatuses",
        params,
      );
      return value[0]?.confirmationStatus ?? "unknown";
    };
    await expect.poll(commitment, { interval: 100 }).toMatch(/^(confirmed|finalized)$/);
  }

  /** Parses a command, then builds, signs and sends its transaction. Returns all results. */
  async execute(
    command: string,
    {
      by = "alice",
      ...options
    }: { by?: string; key?: string; build?: Record<string, unknown>; skipPreflight?: boolean } = {},
  ) {
    const walletAddress = this.wallet(by);
    const ask = options.key === undefined ? {} : { key: options.key };
    const intent = await this.parse(command, { walletAddress }, ask);
    const answer = await this.build(intent.intentId, { walletAddress, ...options.build }, ask);
    const built = answer.as<"transactions.build">();
    const { skipPreflight = false } = options;
    const environment = options.key?.includes("test") ? "test" : "live";
    return {
      intent,
      built,
      signature: await this.send(built.transaction, { by, skipPreflight, environment }),
    };
  }

  async portfolio(wallet: string, query = "", ask?: Ask) {
    return (await this.get(`/portfolio/${wallet}${query}`, ask)).as<"portfolio.retrieve">();
  }

  async history(wallet: string, query = "", ask?: Ask) {
    return (await this.get(`/transactions/${wallet}${query}`, ask)).as<"transactions.list">();
  }

  async price(token: string, ask?: Ask) {
    return (await this.get(`/prices/${token}`, ask)).as<"prices.retrieve">();
  }

  /** An SDK client of this world that throws at a rate limit instead of waiting. */
  client(key = "enterprise", options: ClientOptions = {}): IntentTx {
    const { baseUrl, fetch } = this.#parts;
    return new IntentTx({ apiKey: this.key(key), baseUrl, fetch, rateLimit: "throw", ...options });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#parts.close();
  }
}
