import type { MockServer } from "@intent-tx/mock-server";
import { Keypair, VersionedTransaction } from "@solana/web3.js";
import bs58 from "bs58";

/** Intents that somebody may still build. */
const RECENT = 50;
const PEOPLE = 200;
/** One request of so many goes over a socket. */
const SOCKET_EVERY = 20;

/** Numbers that look drawn, the same in each run. */
function drawer(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >>> 8) % below;
  };
}

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A day's work of a server: what apps ask for, in about the shares in which they do, and what they get wrong. */
export class MixedRequests {
  /** Answers by status: a 5xx is the server's own failure. */
  readonly statuses = new Map<number, number>();
  landed = 0;
  readonly #server: MockServer;
  readonly #port: number;
  readonly #draw: (below: number) => number;
  readonly #signer: Keypair;
  readonly #people = Array.from({ length: PEOPLE }, () => Keypair.generate().publicKey.toBase58());
  readonly #intents: string[] = [];
  #sent = 0;

  constructor(server: MockServer, port: number, seed: number) {
    this.#server = server;
    this.#port = port;
    this.#draw = drawer(seed);
    this.#signer = Keypair.fromSecretKey(bs58.decode(server.wallets["alice"]?.secretKey ?? ""));
  }

  /** Sends the next one and waits for its answer. */
  async next(): Promise<void> {
    const draw = this.#draw;
    const wallet = this.#signer.publicKey.toBase58();
    const kind = draw(1000);
    if (kind < 250) await this.#get(`/v1/prices/${this.#of(["SOL", "USDC", "JUP", "BONK", "NONE"])}`);
    else if (kind < 350) await this.#parse(wallet);
    else if (kind < 385) await this.#build(wallet, kind < 355);
    else if (kind < 390) await this.#land(wallet);
    else if (kind < 470) await this.#get(`/v1/portfolio/${wallet}?includeNFTs=${draw(2) === 0}`);
    else if (kind < 550) await this.#get(`/v1/transactions/${wallet}?limit=${this.#of([1, 20, 50])}`);
    else if (kind < 590)
      await this.#get("/v1/analytics/metrics?startDate=2025-12-01&endDate=2026-01-01T12:03:04.567Z");
    else if (kind < 630) await this.#get("/v1/analytics/usage");
    else if (kind < 790)
      await this.#rpc(this.#of(["getSlot", "getBalance", "getAccountInfo", "getLatestBlockhash"]), [wallet]);
    else if (kind < 850) await this.#get(`/v1/${"x".repeat(1 + draw(200))}/${draw(1_000_000)}`);
    else if (kind < 910)
      await this.#post("/v1/intents", { walletAddress: wallet, command: "", slippage: draw(5000) });
    else if (kind < 940) await this.#get(`/_mock/${this.#of(["health", "clock", "contract", "faults"])}`);
    else if (kind < 970)
      await this.#get("/v1/prices/SOL", { Authorization: `Bearer svc_live_${draw(1_000_000)}` });
    else await this.#get(`/v1/transactions/${this.#of(this.#people)}`);
  }

  async #parse(walletAddress: string): Promise<void> {
    const command = this.#of([
      `swap ${1 + this.#draw(900)} USDC for SOL`,
      `swap 0.0${1 + this.#draw(99)} SOL for ${this.#of(["USDC", "JUP", "BONK"])}`,
      `send ${1 + this.#draw(9)} USDC to bob.sol`,
      `send 0.00${1 + this.#draw(9)} SOL to ${this.#of(this.#people)}`,
      "what is my balance?",
      "please do something with my money",
    ]);
    const { body } = await this.#post("/v1/intents", { walletAddress, command });
    if (body["action"] === undefined || body["action"] === "query") return;
    this.#intents[this.#draw(RECENT)] = String(body["intentId"]);
  }

  #build(walletAddress: string, simulate: boolean): Promise<Answer> {
    const intentId = this.#intents[this.#draw(RECENT)] ?? "intent_0000000000000000";
    return this.#post("/v1/transactions/build", { walletAddress, simulate, intentId });
  }

  async #land(walletAddress: string): Promise<void> {
    const { body } = await this.#build(walletAddress, false);
    if (typeof body["transaction"] !== "string") return;
    const transaction = VersionedTransaction.deserialize(Buffer.from(body["transaction"], "base64"));
    transaction.sign([this.#signer]);
    const wire = Buffer.from(transaction.serialize()).toString("base64");
    const sent = await this.#rpc("sendTransaction", [wire, { encoding: "base64" }]);
    if (sent.body["result"] !== undefined) this.landed++;
  }

  #of<T>(list: readonly T[]): T {
    return list[this.#draw(list.length)] as T;
  }

  #get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.#send(path, {
      headers: { Authorization: `Bearer ${this.#server.keys.enterprise}`, ...headers },
    });
  }

  #post(path: string, body: unknown): Promise<Answer> {
    return this.#send(path, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${this.#server.keys.enterprise}`,
        "Content-Type": "application/json",
      },
      body: JSON.stringify(body),
    });
  }

  #rpc(method: string, params: unknown[]): Promise<Answer> {
    const takes = method === "getSlot" || method === "getLatestBlockhash" ? [] : params;
    return this.#post("/rpc/live", { jsonrpc: "2.0", id: 1, method, params: takes });
  }

  async #send(path: string, init: RequestInit): Promise<Answer> {
    const overSocket = ++this.#sent % SOCKET_EVERY === 0;
    const response = overSocket
      ? await fetch(`http://127.0.0.1:${this.#port}${path}`, init)
      : await this.#server.fetch(new URL(path, this.#server.baseUrl).href, init);
    const text = await response.text();
    this.statuses.set(response.status, (this.statuses.get(response.status) ?? 0) + 1);
    return { status: response.status, body: text.startsWith("{") ? JSON.parse(text) : {} };
  }
}
