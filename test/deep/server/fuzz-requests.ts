import type { MockServer } from "@intent-tx/mock-server";
import { keypairOf, transactionOf, transferOf } from "../../server/lab.js";

/** The server that receives the requests. */
type Asked = Pick<MockServer, "baseUrl" | "controlUrl" | "rpc" | "fetch"> & {
  readonly wallets: Readonly<Record<"alice", MockServer["wallets"]["alice"]>>;
};

/** Pseudo-random numbers, the same for the same seed. */
export class Draw {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  below(count: number): number {
    this.#state = (Math.imul(this.#state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (this.#state >>> 8) % count;
  }

  of<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }
}

/** A request that passes schema validation. */
export interface Sample {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

interface Operation {
  readonly operationId?: string;
  readonly parameters?: readonly { name: string; in: string; example?: unknown }[];
  readonly requestBody?: { content?: Record<string, { schema?: { example?: unknown }; example?: unknown }> };
}

/** One request for each operation of the server's OpenAPI document. */
async function described(server: Asked, url: string, prefix: string): Promise<Sample[]> {
  const document = (await (await server.fetch(url)).json()) as {
    paths: Record<string, Record<string, Operation>>;
  };
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => /^(get|post|put|patch|delete)$/.test(method))
      .map(([method, operation]) => {
        const query = (operation.parameters ?? []).filter((one) => one.in === "query");
        const [content] = Object.values(operation.requestBody?.content ?? {});
        return {
          name: operation.operationId ?? `${method} ${path}`,
          method: method.toUpperCase(),
          path: prefix + path,
          query: Object.fromEntries(query.map(({ name, example }) => [name, String(example ?? "1")])),
          ...(operation.requestBody && { body: content?.example ?? content?.schema?.example ?? {} }),
        };
      }),
  );
}

const WALLET_METHODS =
  "getBalance getAccountInfo getTokenAccountsByOwner getSignaturesForAddress getMultipleAccounts getProgramAccounts " +
  "getTokenAccountBalance getTokenSupply getTokenLargestAccounts requestAirdrop getTokenAccountsByDelegate";
const CHAIN_METHODS =
  "getBlock getBlocks getBlocksWithLimit getBlockTime getSlot getEpochInfo getLatestBlockhash getSupply getVoteAccounts " +
  "getLargestAccounts getSignatureStatuses getTransaction getFeeForMessage getRecentPrioritizationFees isBlockhashValid " +
  "getMinimumBalanceForRentExemption getInflationReward getLeaderSchedule getRecentPerformanceSamples getVersion " +
  "getBlockProduction getBlockCommitment getStakeMinimumDelegation minimumLedgerSlot getGenesisHash";

/** Valid calls to every JSON-RPC method with parameters, and transactions. */
async function calls(server: Asked): Promise<Sample[]> {
  const alice = server.wallets.alice.address;
  const signer = keypairOf(server.wallets.alice);
  const transaction = await transactionOf(server, signer, transferOf(signer.publicKey, alice, 1));
  const wire = transaction.serialize().toString("base64");
  const config = { encoding: "base64", commitment: "confirmed" };
  const call = (method: string, ...params: unknown[]): Sample => ({
    name: method,
    method: "POST",
    path: "/rpc/live",
    body: { jsonrpc: "2.0", id: 1, method, params },
  });
  return [
    ...WALLET_METHODS.split(" ").map((method) => call(method, alice, config)),
    ...CHAIN_METHODS.split(" ").map((method) => call(method, 1, config)),
    call(
      "getTokenAccountsByOwner",
      alice,
      { programId: "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA" },
      config,
    ),
    call("getMultipleAccounts", [alice, alice], config),
    call("getProgramAccounts", "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA", {
      ...config,
      filters: [{ dataSize: 165 }, { memcmp: { offset: 32, bytes: alice } }],
    }),
    call("sendTransaction", wire, { encoding: "base64", skipPreflight: true }),
    call("simulateTransaction", wire, {
      encoding: "base64",
      sigVerify: false,
      accounts: { encoding: "base64", addresses: [alice] },
    }),
  ];
}

/** A valid request for every call that the server knows. */
export async function samples(server: Asked): Promise<Sample[]> {
  const origin = new URL(server.baseUrl).origin;
  const alice = server.wallets.alice.address;
  const intent = { walletAddress: alice, command: "swap 0.1 SOL for USDC", slippage: 50 };
  return [
    ...(await described(server, `${origin}/openapi.json`, "/v1")),
    ...(await described(server, `${server.controlUrl}/openapi.json`, "/_mock")),
    ...(await calls(server)),
    { name: "intent", method: "POST", path: "/v1/intents", body: intent },
    {
      name: "fund",
      method: "POST",
      path: "/_mock/fund",
      body: { walletAddress: alice, tokens: { SOL: "1" } },
    },
    {
      name: "fault",
      method: "POST",
      path: "/_mock/faults",
      body: { operation: "prices.retrieve", status: 503, times: 1 },
    },
  ];
}

const HOSTILE: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  1.5,
  2 ** 53,
  "",
  " ",
  "\u0000",
  "\ud800",
  "🙂",
  "__proto__",
  "constructor",
  "toString",
  "1e400",
  "18446744073709551616",
  "-1",
  "NaN",
  "2026-13-45",
  "9999-12-31T23:59:59Z",
  "../../etc/passwd",
  "x".repeat(5000),
  "1".repeat(3000),
  [],
  {},
  [[[[[[[[]]]]]]]],
  { __proto__: null, constructor: { prototype: 1 } },
];

/** A value with a random change somewhere inside. */
export function mutated(value: unknown, draw: Draw, depth = 0): unknown {
  const isLeaf = value === null || typeof value !== "object";
  if (isLeaf || depth > 6 || draw.below(6) === 0) return leaf(value, draw);
  if (Array.isArray(value)) {
    if (value.length === 0 || draw.below(5) === 0) return lengthened(value, draw);
    const at = draw.below(value.length);
    return value.map((one, place) => (place === at ? mutated(one, draw, depth + 1) : one));
  }
  const entries = Object.entries(value);
  if (entries.length === 0 || draw.below(5) === 0)
    return { ...value, [draw.of(["__proto__", "x", "constructor", "id", "environment"])]: draw.of(HOSTILE) };
  const at = draw.below(entries.length);
  if (draw.below(6) === 0) return Object.fromEntries(entries.filter((_, place) => place !== at));
  return Object.fromEntries(
    entries.map(([name, one], place) => [name, place === at ? mutated(one, draw, depth + 1) : one]),
  );
}

function leaf(value: unknown, draw: Draw): unknown {
  if (typeof value === "string" && value !== "" && draw.below(2) === 0) {
    const at = draw.below(value.length);
    return (
      value.slice(0, at) + draw.of(["", "A", "\u0000", "é", " ", value]) + value.slice(at + draw.below(2))
    );
  }
  if (typeof value === "number" && draw.below(2) === 0) return value + draw.of([-1, 1, 0.5, 1e9, -1e9]);
  return draw.of(HOSTILE);
}

function lengthened(value: readonly unknown[], draw: Draw): unknown {
  const [one = draw.of(HOSTILE)] = value;
  return Array.from({ length: draw.of([0, 2, 100, 1500]) }, () => one);
}

/** Encodes a value as a part of a URL. */
function addressed(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return encodeURIComponent(text.slice(0, 800).replace(/\p{Surrogate}/gu, ""));
}

/** A sample with random changes. */
export function almost(sample: Sample, draw: Draw): { url: string; init: RequestInit; said: string } {
  const segments = sample.path.split("/").map((part) => {
    if (!part.startsWith("{")) return part;
    return addressed(draw.below(2) === 0 ? "SOL" : draw.of(HOSTILE));
  });
  const query = Object.entries(sample.query ?? {})
    .filter(() => draw.below(3) > 0)
    .map(([name, value]) => `${name}=${addressed(mutated(value, draw))}`);
  const body = sample.body === undefined ? undefined : mutated(sample.body, draw);
  const method =
    draw.below(30) === 0 ? draw.of(["PUT", "DELETE", "POST", "PATCH", "OPTIONS"]) : sample.method;
  const path = segments.join("/") + (query.length > 0 ? `?${query.join("&")}` : "");
  const sends = body !== undefined && method !== "GET" && method !== "HEAD";
  return {
    url: path,
    init: {
      method,
      headers: { "Content-Type": "application/json", ...sample.headers },
      ...(sends && { body: JSON.stringify(body) ?? "null" }),
    },
    said: `${method} ${path.slice(0, 300)} ${(JSON.stringify(body) ?? "").slice(0, 600)}`,
  };
}
