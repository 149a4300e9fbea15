import { Connection } from "@solana/web3.js";
import bs58 from "bs58";
import { OPERATIONS, type OperationName } from "intent-tx/contract";
import { createMockServer } from "../../mock-server/src/create.js";
import type { MockServerOptions } from "../../mock-server/src/options.js";
import { IntentTx } from "../../src/index.js";
import { submit, verifyAndSign } from "../../src/solana/index.js";

/** A recorded call to a mock server with seed 1 and a frozen clock. */
export interface Sample {
  /** Title of the sample's tab, if the operation has several samples. */
  readonly title?: string;
  readonly path: string;
  readonly body?: unknown;
  readonly status: number;
  readonly answer: unknown;
}

const LONG = 96;

/** JSON shortened for a page: long strings and long lists of strings end with an ellipsis. */
export function shortened(value: unknown): unknown {
  // A secret scanner would mistake the sample world's key for a real one.
  if (typeof value === "string" && /^svc_(live|test)_/.test(value)) return `${value.slice(0, 9)}EXAMPLE…`;
  if (typeof value === "string") return value.length > LONG ? `${value.slice(0, 48)}…` : value;
  if (Array.isArray(value)) {
    const texts = value.every((item) => typeof item === "string") && value.length > 4;
    return (texts ? [...value.slice(0, 3), "…"] : value).map(shortened);
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shortened(item)]));
}

export interface SampleRequest {
  /** Default: the enterprise key. null sends no key. */
  readonly key?: string | null;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A mock server with seed 1 and a frozen clock, and a function that sends it a request such as `GET /prices/SOL`. */
export async function recorder(options: MockServerOptions = {}) {
  const clock = { now: "2026-01-01T00:00:00Z", mode: "frozen" } as const;
  const server = await createMockServer({ seed: 1, clock, ...options });
  const ask = async (
    request: string,
    { key = server.keys["enterprise"] ?? null, body, headers }: SampleRequest = {},
  ) => {
    const [method = "", path = ""] = request.split(" ");
    const response = await server.fetch(`${server.baseUrl}${path}`, {
      method,
      headers: {
        ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
        "Content-Type": "application/json",
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Readonly<Record<string, unknown>>;
    return { path, ...(body === undefined ? {} : { body }), status: response.status, answer };
  };
  return { server, ask };
}

/** The successful responses of every operation, recorded in an order in which each has the data it needs. */
export async function samples(): Promise<Record<OperationName, readonly [Sample, ...Sample[]]>> {
  const recording = await recorder();
  await using server = recording.server;
  const call = async (name: OperationName, path: string, body?: unknown, title?: string): Promise<Sample> => {
    const sample = await recording.ask(`${OPERATIONS[name].method} ${path}`, { body });
    const answer = shortened(sample.answer);
    if (sample.status >= 300) throw new Error(`${name} answered ${sample.status}: ${JSON.stringify(answer)}`);
    return { ...(title === undefined ? {} : { title }), ...sample, answer };
  };
  const { address: walletAddress, secretKey } = server.wallets.alice;
  const parse = (command: string, title: string) =>
    call("intents.parse", "/intents", { walletAddress, command }, title);
  const swap = await parse("swap 1 SOL for USDC", "swap");
  const { intentId } = swap.answer as { intentId: string };
  const built = await call("transactions.build", "/transactions/build", { intentId, walletAddress });
  // One landed swap, so that the history and the counts are not empty.
  const client = new IntentTx(server.clientOptions());
  const intent = await client.intents.parse({ walletAddress, command: "swap 2 SOL for USDC" });
  const transaction = await client.transactions.build({ intentId: intent.intentId, walletAddress });
  const signer = { publicKey: walletAddress, secretKey: bs58.decode(secretKey) };
  const connection = new Connection(server.rpc.live, { fetch: server.fetch });
  await submit(await verifyAndSign({ intent, built: transaction, signer }), { connection });
  const body = { name: "worker", scopes: ["read:portfolio", "read:prices"] };
  const created = await call("keys.create", "/keys", body);
  const { keyId } = created.answer as { keyId: string };
  return {
    "intents.parse": [
      swap,
      await parse("send 25 USDC to bob.sol", "transfer"),
      await parse("how much USDC do I have?", "query"),
    ],
    "transactions.build": [built],
    "transactions.list": [await call("transactions.list", `/transactions/${walletAddress}?limit=2`)],
    "portfolio.retrieve": [await call("portfolio.retrieve", `/portfolio/${walletAddress}`)],
    "prices.retrieve": [await call("prices.retrieve", "/prices/SOL")],
    "analytics.metrics": [
      await call("analytics.metrics", "/analytics/metrics?startDate=2026-01-01&endDate=2026-01-02"),
    ],
    "analytics.usage": [await call("analytics.usage", "/analytics/usage")],
    "keys.create": [created],
    "keys.rotate": [await call("keys.rotate", `/keys/${keyId}/rotate`)],
    "keys.revoke": [await call("keys.revoke", `/keys/${keyId}`)],
  };
}
