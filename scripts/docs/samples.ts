import { Connection } from "@solana/web3.js";
import bs58 from "bs58";
import { OPERATIONS, type OperationName } from "intent-tx/contract";
import { createMockServer } from "../../mock-server/src/create.js";
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

interface Input {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** The successful responses of every operation, recorded in an order in which each has the data it needs. */
export async function samples(): Promise<Record<OperationName, readonly [Sample, ...Sample[]]>> {
  const server = await createMockServer({ seed: 1, clock: { now: "2026-01-01T00:00:00Z", mode: "frozen" } });
  try {
    const ask = async (name: OperationName, { params = {}, query = "", body }: Input): Promise<Sample> => {
      const { method, path: template } = OPERATIONS[name];
      const path = template.replaceAll(/\{(\w+)\}/g, (_, key: string) => params[key] ?? "") + query;
      const response = await server.fetch(`${server.baseUrl}${path}`, {
        method,
        headers: { Authorization: `Bearer ${server.keys["enterprise"]}`, "Content-Type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const answer: unknown = shortened(await response.json());
      return { path, ...(body === undefined ? {} : { body }), status: response.status, answer };
    };
    const call = async (name: OperationName, input: Input, title?: string): Promise<Sample> => {
      const sample = await ask(name, input);
      if (sample.status >= 300)
        throw new Error(`${name} answered ${sample.status}: ${JSON.stringify(sample.answer)}`);
      return title === undefined ? sample : { title, ...sample };
    };
    const { address: walletAddress, secretKey } = server.wallets.alice;
    const parsing = (command: string): Input => ({ body: { walletAddress, command } });
    const swap = await call("intents.parse", parsing("swap 1 SOL for USDC"), "swap");
    const { intentId } = swap.answer as { intentId: string };
    const built = await call("transactions.build", { body: { intentId, walletAddress } });
    // One landed swap, so that the history and the counts are not empty.
    const client = new IntentTx(server.clientOptions());
    const intent = await client.intents.parse({ walletAddress, command: "swap 2 SOL for USDC" });
    const transaction = await client.transactions.build({ intentId: intent.intentId, walletAddress });
    const signer = { publicKey: walletAddress, secretKey: bs58.decode(secretKey) };
    const connection = new Connection(server.rpc.live, { fetch: server.fetch });
    await submit(await verifyAndSign({ intent, built: transaction, signer }), { connection });
    const body = { name: "worker", scopes: ["read:portfolio", "read:prices"] };
    const created = await call("keys.create", { body });
    const { keyId } = created.answer as { keyId: string };
    return {
      "intents.parse": [
        swap,
        await call("intents.parse", parsing("send 25 USDC to bob.sol"), "transfer"),
        await call("intents.parse", parsing("how much USDC do I have?"), "query"),
      ],
      "transactions.build": [built],
      "transactions.list": [
        await call("transactions.list", { params: { walletAddress }, query: "?limit=2" }),
      ],
      "portfolio.retrieve": [await call("portfolio.retrieve", { params: { walletAddress } })],
      "prices.retrieve": [await call("prices.retrieve", { params: { tokenMint: "SOL" } })],
      "analytics.metrics": [
        await call("analytics.metrics", { query: "?startDate=2026-01-01&endDate=2026-01-02" }),
      ],
      "analytics.usage": [await call("analytics.usage", {})],
      "keys.create": [created],
      "keys.rotate": [await call("keys.rotate", { params: { keyId } })],
      "keys.revoke": [await call("keys.revoke", { params: { keyId } })],
    };
  } finally {
    await server.close();
  }
}
