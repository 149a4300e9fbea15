import { type ClientOptions, type FetchLike, IntentTx } from "intent-tx";

export const KEY = "svc_live_canary0123456789abcdef0123456789";
export const BASE = "https://api.example.com/v1";
export const WALLET = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
export const SOL = "So11111111111111111111111111111111111111112";
export const USDC = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";

export interface Reply {
  status?: number;
  headers?: Record<string, string>;
  json?: unknown;
  text?: string;
  /** The error that `fetch` throws instead of responding. */
  error?: unknown;
}

export interface Seen {
  method: string;
  url: URL;
  headers: Headers;
  body: unknown;
}

/** A `fetch` that returns the replies in order (the last one repeatedly) and records the requests. */
export function fakeFetch(...replies: (Reply | ((seen: Seen) => Reply | Promise<Reply>))[]) {
  const seen: Seen[] = [];
  const fetch = async (url: string, init: Parameters<FetchLike>[1]): Promise<Response> => {
    const one: Seen = {
      method: init.method,
      url: new URL(url),
      headers: new Headers(init.headers),
      body: init.body === undefined ? undefined : JSON.parse(init.body),
    };
    seen.push(one);
    const next = replies[Math.min(seen.length, replies.length) - 1]!;
    const reply = typeof next === "function" ? await next(one) : next;
    if (reply.error) throw reply.error;
    const status = reply.status ?? 200;
    const body = reply.text ?? (reply.json === undefined ? undefined : JSON.stringify(reply.json));
    return new Response(status === 204 ? null : (body ?? null), {
      status,
      headers: { "Content-Type": "application/json", ...reply.headers },
    });
  };
  return { fetch, seen };
}

/** A frozen clock that only `sleep` advances. */
export function fakeClock(now = Date.parse("2026-01-01T00:00:00Z")) {
  const slept: number[] = [];
  let time = now;
  return {
    slept,
    now: () => time,
    sleep: async (ms: number, signal?: AbortSignal) => {
      signal?.throwIfAborted();
      slept.push(ms);
      time += ms;
    },
  };
}

/** A client whose fetch returns these replies and whose waits take no time. */
export function clientWith(replies: Parameters<typeof fakeFetch>, options: ClientOptions = {}) {
  const { fetch, seen } = fakeFetch(...replies);
  const clock = fakeClock();
  const client = new IntentTx({ apiKey: KEY, baseUrl: BASE, fetch, clock, ...options });
  return { client, seen, clock };
}

/** A promise, and the function that resolves it. */
export function deferred<T = void>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** The error that a promise rejects with. */
export async function failure<E = Record<string, unknown>>(
  promise: PromiseLike<unknown>,
): Promise<Error & E> {
  try {
    await promise;
  } catch (error) {
    return error as Error & E;
  }
  throw new Error("The promise was expected to reject.");
}

/** The error that a payment rejects with. */
export const rejection = (payment: PromiseLike<unknown>) =>
  failure<{ signature: string; outcome: string; logs?: readonly string[] }>(payment);

export const PRICE = {
  mint: SOL,
  symbol: "SOL",
  price: 142.5,
  change24h: -1.25,
  volume24h: 1e9,
  marketCap: 7e10,
  lastUpdated: "2026-01-01T00:00:00.000Z",
};

export const INTENT = {
  intentId: "intent_0123456789abcdef",
  action: "swap",
  parameters: { inputToken: SOL, outputToken: USDC, amount: 1000000000 },
  route: {
    inAmount: "1000000000",
    outAmount: "142500000",
    priceImpact: 0.1,
    marketInfos: [
      {
        id: WALLET,
        label: "AMM SOL/USDC",
        inputMint: SOL,
        outputMint: USDC,
        inAmount: "1000000000",
        outAmount: "142500000",
        fee: 3000000,
      },
    ],
  },
  confidence: 0.98,
};

export const BUILT = {
  transaction: "AQAB",
  simulation: { success: true, computeUnits: 42_000, logs: ["Program log: ok"] },
  expectedOutput: { outputAmount: "142500000", priceImpact: 0.1, fee: 5042 },
};

export const KEY_RECORD = {
  keyId: "key_0123456789abcdef",
  name: "dashboard",
  scopes: ["read:prices"],
  environment: "live",
  status: "active",
  createdAt: "2026-01-01T00:00:00.000Z",
};

/** A transaction of a history. */
export const RECORD = { signature: "s1", type: "swap", timestamp: "t", status: "confirmed", details: {} };

export const USAGE = {
  billingPeriod: { start: "2026-01-01T00:00:00.000Z", end: "2026-02-01T00:00:00.000Z" },
  requests: { used: 1, limit: 1339200, percentage: 0 },
  transactions: { used: 0, limit: 3100, percentage: 0 },
  tier: "free",
};

export const refused = (status: number, code: string, rest: Record<string, unknown> = {}): Reply => ({
  status,
  json: {
    error: { code, message: `refused: ${code}`, ...rest },
    meta: { requestId: "req_1", timestamp: "t" },
  },
});
