import { Connection } from "@solana/web3.js";
import bs58 from "bs58";
import { OPERATIONS, type OperationName } from "intent-tx/contract";
import { createMockServer } from "../mock-server/src/create.js";
import { IntentTx } from "../src/index.js";
import { submit, verifyAndSign } from "../src/solana/index.js";

/** A call as it went over the wire of a mock server of seed 1 whose clock stands still. */
export interface Sample {
  readonly path: string;
  readonly body?: unknown;
  readonly status: number;
  readonly answer: unknown;
}

const LONG = 96;

/** JSON as a page can show it: long texts and long lists of texts end with a sign that there is more. */
function shortened(value: unknown): unknown {
  if (typeof value === "string") return value.length > LONG ? `${value.slice(0, 64)}…` : value;
  if (Array.isArray(value)) {
    const texts = value.every((item) => typeof item === "string") && value.length > 4;
    return (texts ? [...value.slice(0, 3), "…"] : value).map(shortened);
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shortened(item)]));
}

type Input = { readonly params?: Record<string, string>; readonly query?: string; readonly body?: unknown };

/** A sample of every operation, in an order in which each finds what it needs. */
export async function samples(): Promise<Record<OperationName, Sample>> {
  const server = await createMockServer({ seed: 1, clock: { now: "2026-01-01T00:00:00Z", mode: "frozen" } });
  try {
    const call = async (name: OperationName, { params = {}, query = "", body }: Input): Promise<Sample> => {
      const { method, path: template } = OPERATIONS[name];
      const path = template.replaceAll(/\{(\w+)\}/g, (_, key: string) => params[key] ?? "") + query;
      const response = await server.fetch(`${server.baseUrl}${path}`, {
        method,
        headers: { Authorization: `Bearer ${server.keys["enterprise"]}`, "Content-Type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const answer: unknown = await response.json();
      if (!response.ok) throw new Error(`${name} answered ${response.status}: ${JSON.stringify(answer)}`);
      return { path, ...(body === undefined ? {} : { body }), status: response.status, answer };
    };
    const { address: walletAddress, secretKey } = server.wallets.alice;
    const parsed = await call("intents.parse", { body: { walletAddress, command: "swap 1 SOL for USDC" } });
    const { intentId } = parsed.answer as { intentId: string };
    const built = await call("transactions.build", { body: { intentId, walletAddress } });
    // One swap that landed, so that the history and the counts have something to show.
    const client = new IntentTx(server.clientOptions());
    const intent = await client.intents.parse({ walletAddress, command: "swap 2 SOL for USDC" });
    const transaction = await client.transactions.build({ intentId: intent.intentId, walletAddress });
    const signer = { publicKey: walletAddress, secretKey: bs58.decode(secretKey) };
    const connection = new Connection(server.rpc.live, { fetch: server.fetch });
    await submit(await verifyAndSign({ intent, built: transaction, signer }), { connection });
    const created = await call("keys.create", {
      body: { name: "worker", scopes: ["read:portfolio", "read:prices"] },
    });
    const { keyId } = created.answer as { keyId: string };
    const all: Record<OperationName, Sample> = {
      "intents.parse": parsed,
      "transactions.build": built,
      "transactions.list": await call("transactions.list", { params: { walletAddress }, query: "?limit=2" }),
      "portfolio.retrieve": await call("portfolio.retrieve", { params: { walletAddress } }),
      "prices.retrieve": await call("prices.retrieve", { params: { tokenMint: "SOL" } }),
      "analytics.metrics": await call("analytics.metrics", {
        query: "?startDate=2026-01-01&endDate=2026-01-02",
      }),
      "analytics.usage": await call("analytics.usage", {}),
      "keys.create": created,
      "keys.rotate": await call("keys.rotate", { params: { keyId } }),
      "keys.revoke": await call("keys.revoke", { params: { keyId } }),
    };
    const shown = Object.entries(all).map(([name, sample]) => [
      name,
      { ...sample, answer: shortened(sample.answer) },
    ]);
    return Object.fromEntries(shown) as Record<OperationName, Sample>;
  } finally {
    await server.close();
  }
}
