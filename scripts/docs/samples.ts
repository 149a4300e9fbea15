import { Connection } from "@solana/web3.js";
import bs58 from "bs58";
import {
  COMMON_ERRORS,
  ERROR_CODES,
  type ErrorCode,
  OPERATIONS,
  type OperationName,
} from "intent-tx/contract";
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

/** An operation's responses: its kinds of success, and each possible error. */
export interface OperationSamples {
  readonly successes: readonly [Sample, ...Sample[]];
  readonly errors: readonly (Sample & { readonly code: ErrorCode })[];
}

const LONG = 96;

/** JSON shortened for a page: long strings and long lists of strings end with an ellipsis. */
function shortened(value: unknown): unknown {
  // A secret scanner would mistake the sample world's key for a real one.
  if (typeof value === "string" && /^svc_(live|test)_/.test(value)) return `${value.slice(0, 9)}EXAMPLE…`;
  if (typeof value === "string") return value.length > LONG ? `${value.slice(0, 64)}…` : value;
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

/** The error codes that an operation can return. */
export const codesOf = (name: OperationName): readonly ErrorCode[] => {
  const { errors, method } = OPERATIONS[name];
  const bodies: readonly ErrorCode[] =
    "body" in OPERATIONS[name] && method === "POST" ? ["payload_too_large", "unsupported_media_type"] : [];
  return [...new Set<ErrorCode>([...errors, ...COMMON_ERRORS, ...bodies])];
};

/** Requests that the service rejects without a fault. All other errors come from an armed fault. */
const REFUSED: Partial<Record<OperationName, Partial<Record<ErrorCode, Input>>>> = {
  "intents.parse": {
    parsing_error: { body: { command: "swap some SOL for USDC" } },
    validation_error: { body: { command: "swap 1 SOL for USDC", slippage: 2_000 } },
  },
  "transactions.build": { validation_error: { body: { simulate: "yes" } } },
  "transactions.list": { validation_error: { query: "?limit=1000" } },
  "analytics.metrics": { validation_error: { query: "?startDate=yesterday" } },
  "keys.create": { validation_error: { body: { scopes: ["write:everything"] } } },
};

/** Samples of every operation, in an order in which each has the data it needs. */
export async function samples(): Promise<Record<OperationName, OperationSamples>> {
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
    const refusals = async (name: OperationName, input: Input) => {
      const errors = [];
      for (const code of codesOf(name)) {
        const own = REFUSED[name]?.[code];
        const fault = { kind: "status", status: ERROR_CODES[code].status, code, retryAfter: "30" } as const;
        if (!own) server.faults.add({ nth: 1, fault });
        const body = input.body || own?.body ? { body: { ...input.body, ...own?.body } } : {};
        const sample = await ask(name, { ...input, ...own, ...body });
        const { error } = sample.answer as { readonly error?: { readonly code: string } };
        if (error?.code !== code) throw new Error(`${name} answers ${error?.code}, not ${code}`);
        errors.push({ code, ...sample });
      }
      return errors;
    };
    const both = async (name: OperationName, input: Input) => ({ success: await call(name, input), input });

    const { address: walletAddress, secretKey } = server.wallets.alice;
    const parsing = (command: string): Input => ({ body: { walletAddress, command } });
    const parsed = await both("intents.parse", parsing("swap 1 SOL for USDC"));
    const { intentId } = parsed.success.answer as { intentId: string };
    const built = await both("transactions.build", { body: { intentId, walletAddress } });
    // One landed swap, so that the history and the counts are not empty.
    const client = new IntentTx(server.clientOptions());
    const intent = await client.intents.parse({ walletAddress, command: "swap 2 SOL for USDC" });
    const transaction = await client.transactions.build({ intentId: intent.intentId, walletAddress });
    const signer = { publicKey: walletAddress, secretKey: bs58.decode(secretKey) };
    const connection = new Connection(server.rpc.live, { fetch: server.fetch });
    await submit(await verifyAndSign({ intent, built: transaction, signer }), { connection });
    const created = await both("keys.create", {
      body: { name: "worker", scopes: ["read:portfolio", "read:prices"] },
    });
    const { keyId } = created.success.answer as { keyId: string };
    const done = {
      "intents.parse": parsed,
      "transactions.build": built,
      "transactions.list": await both("transactions.list", { params: { walletAddress }, query: "?limit=2" }),
      "portfolio.retrieve": await both("portfolio.retrieve", { params: { walletAddress } }),
      "prices.retrieve": await both("prices.retrieve", { params: { tokenMint: "SOL" } }),
      "analytics.metrics": await both("analytics.metrics", {
        query: "?startDate=2026-01-01&endDate=2026-01-02",
      }),
      "analytics.usage": await both("analytics.usage", {}),
      "keys.create": created,
      "keys.rotate": await both("keys.rotate", { params: { keyId } }),
      "keys.revoke": await both("keys.revoke", { params: { keyId } }),
    };
    const all: Partial<Record<OperationName, OperationSamples>> = {};
    for (const name of Object.keys(done) as OperationName[]) {
      const { success, input } = done[name];
      all[name] = { successes: [success], errors: await refusals(name, input) };
    }
    all["intents.parse"] = {
      errors: all["intents.parse"]?.errors ?? [],
      successes: [
        { title: "swap", ...parsed.success },
        await call("intents.parse", parsing("send 25 USDC to bob.sol"), "transfer"),
        await call("intents.parse", parsing("how much USDC do I have?"), "query"),
      ],
    };
    return all as Record<OperationName, OperationSamples>;
  } finally {
    await server.close();
  }
}
