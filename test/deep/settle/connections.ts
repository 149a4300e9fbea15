// Connections to the model: a hand-written object, a Connection of web3.js and an rpc of kit, each over a transport
// that fails before or after the node has processed the call.
import {
  createSolanaRpcFromTransport,
  SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR,
  SolanaError,
} from "@solana/kit";
import { Connection } from "@solana/web3.js";
import type { AnyConnection, FollowOptions } from "intent-tx/solana";
import type { Random } from "../random.js";
import type { Answer, Model } from "./model.js";
import type { Timeline } from "./timeline.js";

const never = () => new Promise<never>(() => {});

/** A process that may be killed at any of its awaits: after that its calls have no effect and no answer. */
export class Process {
  #left: number;
  #crash: () => void = () => {};
  #dead = false;
  readonly crashed: Promise<void>;
  /** Called before each step. */
  onStep: () => void = () => {};
  /** Messages that the process sent. */
  readonly sent = new Set<string>();
  /** Time of the first send of the transaction that the process follows, ms. */
  handedOver: number | undefined;

  constructor(
    private readonly next: Random,
    private readonly timeline: Timeline,
    steps: number,
  ) {
    this.#left = steps;
    this.crashed = new Promise((resolve) => {
      this.#crash = resolve;
    });
  }

  /** Makes a call to the outside; a crash happens before, during or after the call. */
  async step<T>(thing: () => T | Promise<T>): Promise<T> {
    if (this.#dead) return never();
    this.onStep();
    if (this.#left-- <= 0) {
      this.#dead = true;
      const when = this.next(3);
      const done = when > 0 && (async () => thing())().catch(() => undefined);
      // A call to a mute node never ends.
      if (when === 2) await Promise.race([done, this.timeline.sleep(20_000)]);
      this.#crash();
      return never();
    }
    try {
      const result = await thing();
      return this.#dead ? never() : result;
    } catch (error) {
      if (this.#dead) return never();
      throw error;
    }
  }
}

export const FAULTS = [
  "ECONNREFUSED",
  "ECONNRESET",
  "mute",
  "slow",
  401,
  403,
  404,
  405,
  429,
  500,
  502,
  503,
  -32005,
  -32603,
  -32016,
  "null answer",
  "another signature",
  "lost answer",
] as const;
type Fault = (typeof FAULTS)[number];

type Reply = Answer | { readonly status: number; readonly retryAfter?: number };

const OTHER_SIGNATURE = "5".repeat(87);

const refusedBy = (code: string) =>
  Object.assign(new TypeError("fetch failed"), { cause: Object.assign(new Error(code), { code }) });

/** A transport to the model whose calls fail at a random rate, with random faults. */
export class Transport {
  readonly #rate: number;
  readonly #faults: readonly Fault[];
  readonly #sendOnly: boolean;
  /** Start and end of an outage, ms; meanwhile all calls fail. */
  readonly #outage: readonly [number, number];
  readonly #hurry: number;
  /** Each fault that occurred. */
  readonly met = new Set<string>();
  alreadyProcessed = 0;
  /** Called before a message is sent. */
  onSend: (message: string, process: Process) => void = () => {};

  constructor(
    private readonly next: Random,
    private readonly model: Model,
    private readonly timeline: Timeline,
  ) {
    const one = <T>(...of: readonly T[]) => of[next(of.length)] as T;
    this.#rate = one(0, 2, 10, 30, 60, 95);
    this.#sendOnly = next(3) === 0;
    const some = FAULTS.filter(() => next(3) === 0);
    this.#faults = next(2) === 0 || some.length === 0 ? FAULTS : some;
    const from = next(60_000);
    this.#outage = one([0, 0], [0, 0], [0, 0], [from, from + next(90_000)]) as [number, number];
    this.#hurry = one(1, 50, 400);
  }

  async call(process: Process, method: string, params: readonly unknown[]): Promise<Reply> {
    return process.step(() => {
      if (method === "sendTransaction") {
        const message = messageOf(String(params[0]));
        this.onSend(message, process);
        process.sent.add(message);
        process.handedOver ??= this.timeline.now;
      }
      return this.#call(method, params);
    });
  }

  async #call(method: string, params: readonly unknown[]): Promise<Reply> {
    const { next, timeline } = this;
    await timeline.sleep(next(this.#hurry));
    const sending = method === "sendTransaction";
    const { now } = timeline;
    const out = now >= this.#outage[0] && now < this.#outage[1];
    const failing = out || ((sending || !this.#sendOnly) && next(100) < this.#rate);
    if (!failing) return this.#answer(method, params);
    const fault = this.#faults[next(this.#faults.length)] as Fault;
    if (next(3) === 0 || fault === "lost answer" || fault === "another signature") {
      // The node processes the call, but the network, a gateway or a transport with several nodes loses the answer.
      const { alreadyProcessed } = this;
      this.#answer(method, params);
      this.alreadyProcessed = alreadyProcessed;
    }
    this.met.add(String(fault));
    if (typeof fault === "number" && fault !== 429)
      return fault > 0 ? { status: fault } : { error: { code: fault, message: "Node is unhealthy" } };
    switch (fault) {
      case "ECONNREFUSED":
      case "ECONNRESET":
        throw refusedBy(fault);
      case "lost answer":
        throw new TypeError("socket hang up");
      case "mute":
        return never();
      case "slow":
        // The node receives the call late, possibly after the caller has given up.
        await timeline.sleep(next(120_000));
        return this.#answer(method, params);
      case "null answer":
        return { result: null };
      case "another signature":
        return sending ? { result: OTHER_SIGNATURE } : { status: 504 };
      case 429:
        return { status: 429, retryAfter: [1, 10, 40, 3600][next(4)] as number };
    }
  }

  #answer(method: string, params: readonly unknown[]): Answer {
    const answer = this.model.answer(method, params);
    const { data } = "error" in answer ? answer.error : { data: undefined };
    if ((data as { err?: unknown } | undefined)?.err === "AlreadyProcessed") this.alreadyProcessed++;
    return answer;
  }
}

/** The clock of a process. */
export const clockOf = (timeline: Timeline, process: Process): NonNullable<FollowOptions["clock"]> => ({
  now: () => timeline.now,
  sleep: (ms) => process.step(() => timeline.sleep(ms)),
});

/** The message of a transaction with one signature, both base64. */
export const messageOf = (transaction: string): string =>
  Buffer.from(transaction, "base64").subarray(65).toString("base64");

export const WAYS = ["own", "web3.js", "kit"] as const;

export function connectionOf(
  way: (typeof WAYS)[number],
  transport: Transport,
  process: Process,
): AnyConnection {
  if (way === "own") return ownConnection(transport, process);
  if (way === "web3.js") {
    const fetch = async (_: unknown, init?: { body?: unknown }) => {
      const { id, method, params } = JSON.parse(String(init?.body));
      const reply = await transport.call(process, method, params);
      // The fields that web3.js reads; creating a Response would dominate a play's time.
      const status = "status" in reply ? reply.status : 200;
      const text = "status" in reply ? "refused" : JSON.stringify({ jsonrpc: "2.0", id, ...reply });
      return { ok: status === 200, status, statusText: "", text: async () => text };
    };
    return new Connection("http://127.0.0.1:1", {
      fetch: fetch as never,
      disableRetryOnRateLimit: true,
      commitment: "confirmed",
    });
  }
  return createSolanaRpcFromTransport((async ({ payload }: { payload: unknown }) => {
    const { id, method, params } = payload as { id: string; method: string; params: readonly unknown[] };
    const reply = await transport.call(process, method, params);
    if ("status" in reply)
      throw new SolanaError(SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR, {
        headers: headersOf(reply.retryAfter),
        message: "refused",
        statusCode: reply.status,
      });
    return bigints({ jsonrpc: "2.0", id, ...reply });
  }) as never) as never;
}

const headersOf = (retryAfter: number | undefined) =>
  new Headers(retryAfter === undefined ? {} : { "retry-after": String(retryAfter) });

/** Parses integers as kit's transport does. */
function bigints(value: unknown): unknown {
  if (typeof value === "number") return BigInt(value);
  if (Array.isArray(value)) return value.map(bigints);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, bigints(one)]));
}

function ownConnection(transport: Transport, process: Process): AnyConnection {
  const ask = async (method: string, ...params: unknown[]): Promise<never> => {
    const reply = await transport.call(process, method, params);
    if ("status" in reply)
      throw Object.assign(new Error(`${reply.status} refused`), { headers: headersOf(reply.retryAfter) });
    if ("error" in reply) throw Object.assign(new Error(reply.error.message), reply.error);
    return reply.result as never;
  };
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
  return {
    sendRawTransaction: (bytes, options) => ask("sendTransaction", base64(bytes), options),
    getSignatureStatuses: (signatures: string[], config?: unknown) =>
      ask("getSignatureStatuses", signatures, config),
    isBlockhashValid: (blockhash: string, config?: unknown) => ask("isBlockhashValid", blockhash, config),
    getGenesisHash: () => ask("getGenesisHash"),
    getFirstAvailableBlock: () => ask("getFirstAvailableBlock"),
    simulateTransaction: (transaction: { serialize(): Uint8Array }, config: never) =>
      ask("simulateTransaction", base64(transaction.serialize()), config),
    getSignaturesForAddress: (address: { toBase58(): string }, options, commitment) =>
      ask("getSignaturesForAddress", address.toBase58(), { ...options, commitment }),
    getTransaction: async (signature, config) => {
      const record = await ask("getTransaction", signature, { ...config, encoding: "base64" });
      if (record === null) return null;
      const { slot, meta, transaction } = record as { slot: number; meta: never; transaction: [string] };
      const message = Buffer.from(transaction[0], "base64").subarray(65);
      return { slot, meta, transaction: { message: { serialize: () => message } } };
    },
  };
}
