import { IntentTx, ValidationError } from "intent-tx";
import { afterEach, describe, expect, test, vi } from "vitest";
import { BASE, BUILT, clientWith, failure, INTENT, KEY, WALLET } from "../harness.js";

const command = "swap 1 SOL for USDC";
type Client = ReturnType<typeof clientWith>["client"];

afterEach(() => vi.restoreAllMocks());

function silent(options: Parameters<typeof clientWith>[1] = {}, json: unknown = INTENT) {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  return { ...clientWith([{ json }], options), warn };
}

const parse = (client: Client, more: object) =>
  client.intents.parse({ walletAddress: WALLET, command, ...more });

// The contract states none of the rules that these calls break: they are decisions of the mock server.
const OPEN: readonly [string, (client: Client) => PromiseLike<unknown>][] = [
  ["priorityFee over 5,000,000", (c) => parse(c, { priorityFee: 9e6 })],
  ["a fraction of a basis point", (c) => parse(c, { slippage: 12.5 })],
  ["an unknown field of a body", (c) => parse(c, { memo: "x" })],
  ["an empty command", (c) => parse(c, { command: "" })],
  ["500 characters of two units", (c) => parse(c, { command: "🙂".repeat(500) })],
  [
    "an unknown field through request()",
    (c) =>
      c.request("transactions.build", {
        body: { intentId: "i", walletAddress: WALLET, ...{ dryRun: true } },
      }),
  ],
  ["an unknown type", (c) => c.transactions.list(WALLET, { type: "stake" })],
  ["a limit of 0", (c) => c.transactions.list(WALLET, { limit: 0 })],
  [
    "an unknown flag of a query",
    (c) => c.portfolio.retrieve(WALLET, { includeNFTs: false, ...{ includeDust: true } }),
  ],
  [
    "an unknown granularity",
    (c) => c.analytics.metrics({ startDate: "2026", endDate: "2027", granularity: "year" }),
  ],
  ["equal dates", (c) => c.analytics.metrics({ startDate: "2026-01-01", endDate: "2026-01-01" })],
  ["a key without a name", (c) => c.keys.create({ scopes: ["admin"] })],
  ["a key without scopes", (c) => c.keys.create({ name: "n" })],
  ["a key name of 65 characters", (c) => c.keys.create({ name: "n".repeat(65), scopes: [] })],
  ["an unknown scope, twice", (c) => c.keys.create({ name: "n", scopes: ["read:nfts", "read:nfts"] })],
  ["a date of the basic form", (c) => c.keys.create({ name: "n", scopes: ["admin"], expiresAt: "20270101" })],
];

describe("a request that the contract allows", () => {
  test.each(OPEN)("%s: is sent", async (_, run) => {
    const { client, seen } = silent();
    // The response does not matter here.
    await failure(run(client)).catch(() => {});
    expect(seen).toHaveLength(1);
  });

  test.each(OPEN)("%s: is refused by strict validation", async (_, run) => {
    const { client, seen } = silent({ validateRequests: "strict" });
    expect(await failure(run(client))).toBeInstanceOf(ValidationError);
    expect(seen).toHaveLength(0);
  });

  test("reaches the service as it was given", async () => {
    const { client, seen } = silent();
    await parse(client, { command: " ", slippage: 1.5, memo: [1] });
    expect(seen[0]?.body).toEqual({ walletAddress: WALLET, command: " ", slippage: 1.5, memo: [1] });
    await failure(client.transactions.list(WALLET, { type: "stake", ...{ status: "failed" } }));
    expect(seen[1]?.url.search).toBe("?type=stake&status=failed");
  });
});

const ISO =
  "2026 2026-01 2026-01-01 20260101 2026-W01 2026W01 2026-W53-7 2026W011 2026-001 2024366 2024-02-29 " +
  "2026-01-01T10 2026-01-01T10:00 20260101T1000 20260101T100000Z 2026-01-01T10:00:00,5+02 2026-W01-1T10:00Z " +
  "2026-001T10:00:00-0330 2026-01-01T24:00 +002026-01-01";
const NONE =
  "yesterday 2026-02-30 2026-13-01 202601 2026-W54 2026-367 2026-000 2026-01-01T25:00 2026-01-01T 01/02/2026";

test.each(ISO.split(" "))("the ISO 8601 form %s is sent as it is", async (startDate) => {
  const { client, seen } = silent();
  await failure(client.analytics.metrics({ startDate, endDate: new Date(0) }));
  expect(seen[0]?.url.searchParams.get("startDate")).toBe(startDate);
  expect(seen[0]?.url.searchParams.get("endDate")).toBe("1970-01-01T00:00:00.000Z");
});

test.each(NONE.split(" "))("%s is no date", async (startDate) => {
  const { client, seen } = silent();
  expect(await failure(client.analytics.metrics({ startDate, endDate: "2027" }))).toMatchObject({
    field: "startDate",
  });
  expect(seen).toHaveLength(0);
});

// Each breaks what the contract states, whatever the option.
const BROKEN: readonly [string, string, (client: Client) => PromiseLike<unknown>][] = [
  ["a malformed address", "walletAddress", (c) => parse(c, { walletAddress: "x" })],
  ["a missing field", "command", (c) => c.intents.parse({ walletAddress: WALLET } as never)],
  ["501 characters", "command", (c) => parse(c, { command: "x".repeat(501) })],
  ["slippage 0", "slippage", (c) => parse(c, { slippage: 0 })],
  ["slippage 0.5", "slippage", (c) => parse(c, { slippage: 0.5 })],
  ["slippage 1001", "slippage", (c) => parse(c, { slippage: 1001 })],
  ["a wrong type", "slippage", (c) => parse(c, { slippage: "50" })],
  ["null", "slippage", (c) => parse(c, { slippage: null })],
  ["NaN", "priorityFee", (c) => parse(c, { priorityFee: Number.NaN })],
  ["limit 101", "limit", (c) => c.transactions.list(WALLET, { limit: 101 })],
  ["a number as type", "type", (c) => c.transactions.list(WALLET, { type: 1 as never })],
  ["an object in a query", "filter", (c) => c.transactions.list(WALLET, { limit: 1, ...{ filter: {} } })],
  ["a string as flag", "includeNFTs", (c) => c.portfolio.retrieve(WALLET, { includeNFTs: "true" as never })],
  ["a malformed path parameter", "walletAddress", (c) => c.portfolio.retrieve("0OIl")],
  ["an empty segment", "tokenMint", (c) => c.prices.retrieve("")],
  ["half a surrogate pair", "keyId", (c) => c.keys.revoke("\ud800")],
  [
    "an invalid Date",
    "startDate",
    (c) => c.analytics.metrics({ startDate: new Date(Number.NaN), endDate: "2026-01-02" }),
  ],
  ["scopes as text", "scopes", (c) => c.keys.create({ name: "n", scopes: "admin" as never })],
];

test.each(BROKEN)("%s is refused under both readings", async (_, field, run) => {
  for (const validateRequests of ["contract", "strict"] as const) {
    const { client, seen } = silent({ validateRequests });
    const error = await failure(run(client));
    expect(error).toBeInstanceOf(ValidationError);
    const facts = { code: "validation_error", status: undefined, attempts: 0, field, details: { field } };
    expect(error).toMatchObject({ ...facts, message: expect.stringContaining(field) });
    expect(seen).toHaveLength(0);
  }
});

test.each([
  [
    "slippageBps",
    /slippageBps is not a field of this request(, so it would limit nothing)?; did you mean slippage, in basis points\?$/,
  ],
  ["slippageTolerance", /did you mean slippage, in basis points\?$/],
  ["slippagePercent", /did you mean slippage, in basis points\?$/],
  ["tolerance", /did you mean slippage, in basis points\?$/],
  ["bps", /did you mean slippage, in basis points\?$/],
  ["computeUnitPrice", /did you mean priorityFee\?$/],
  ["tipLamports", /did you mean priorityFee\?$/],
  ["minimumOutput", /: pass expect to execute or verifyTransaction\.$/],
  ["limitPrice", /: pass expect to execute or verifyTransaction\.$/],
  ["priorityFees", /did you mean priorityFee\?$/],
  ["prio_fee", /did you mean priorityFee\?$/],
  ["maxFees", /: pass maxFee to execute or verifyTransaction\.$/],
  ["max_fee", /: pass maxFee to execute or verifyTransaction\.$/],
])("%s, which was meant to limit a payment, is refused unsent", async (field, message) => {
  for (const run of [
    (c: Client) => parse(c, { [field]: 5 }),
    (c: Client) => c.transactions.build({ intentId: "i", walletAddress: WALLET, ...{ [field]: 5 } }),
  ]) {
    const { client, seen } = silent();
    const error = await failure(run(client));
    expect(error).toMatchObject({ name: "ValidationError", field });
    expect(seen).toHaveLength(0);
  }
  for (const validateRequests of ["contract", "strict"] as const) {
    const { client } = silent({ validateRequests });
    expect((await failure(parse(client, { [field]: 5 }))).message).toMatch(message);
  }
});

test("an intent can be spread into the request of its transaction, and a bigint is written as text", async () => {
  const { client, seen, warn } = silent({}, BUILT);
  const intent = { ...INTENT, parameters: { ...INTENT.parameters, amount: 10n ** 18n } };
  await client.transactions.build({ ...intent, walletAddress: WALLET });
  await client.request({ method: "POST", path: "/x" }, { body: { amount: 10n ** 18n, route: "kept" } });
  expect(seen.map(({ body }) => body)).toEqual([
    { intentId: INTENT.intentId, walletAddress: WALLET },
    { amount: "1000000000000000000", route: "kept" },
  ]);
  expect(warn).not.toHaveBeenCalled();
});

describe("a field or value that this version does not know", () => {
  const note = 5;
  const comand = "x";

  test("is warned of once on the console, with the nearest name", async () => {
    const { client, warn } = silent();
    await parse(client, { comand });
    await parse(client.withOptions({ maxRetries: 0 }), { comand });
    expect(warn.mock.calls).toEqual([
      [
        "intent-tx: intents.parse: this version does not recognize the field comand and sends it unchanged; did you mean command?",
      ],
    ]);
    await failure(client.transactions.list(WALLET, { type: "swaps" }));
    expect(warn).toHaveBeenCalledTimes(2);
    expect(warn.mock.lastCall?.[0]).toMatch(/type "swaps".*did you mean swap\?$/);
  });

  test("is warned of through the logger, at its level", async () => {
    const logger = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
    const { client, warn } = silent({ logger });
    await parse(client, { note });
    expect(logger.warn).toHaveBeenCalledOnce();
    const quiet = silent({ logger, logLevel: "error" });
    await parse(quiet.client, { note });
    expect(logger.warn).toHaveBeenCalledOnce();
    expect(warn).not.toHaveBeenCalled();
  });

  test("never shows a key", async () => {
    const { client, warn } = silent({}, { key: KEY });
    await client.keys.create({ name: "n", scopes: [KEY], ...{ [KEY]: 1 } });
    expect(warn).toHaveBeenCalledTimes(2);
    expect(String(warn.mock.calls)).not.toContain(KEY.slice(9));
  });
});

describe("an API key in place of a key's identifier is refused, unsent", () => {
  const calls: Record<string, (client: Client, key: string) => PromiseLike<unknown>> = {
    revoke: (c, key) => c.keys.revoke(key),
    rotate: (c, key) => c.keys.rotate(key),
    "request by name": (c, keyId) => c.request("keys.revoke", { params: { keyId } }),
    "request by path": (c, key) =>
      c.request({ method: "DELETE", path: `/keys/${encodeURIComponent(key)}` }, {}),
  };
  test.each(Object.entries(calls))("%s", async (_, run) => {
    for (const key of [KEY, "acme_test_0123456789abcdef", "an opaque key"]) {
      const apiKey = key.includes(" ") ? key.replaceAll(" ", "+") : KEY;
      const { client, seen } = clientWith([{ json: {} }], { apiKey });
      const error = await failure(run(client, key === "an opaque key" ? apiKey : key));
      expect(error).toMatchObject({ name: "ValidationError", field: "keyId" });
      expect(error.message).toBe(
        "The request was not sent: keyId is an API key. Pass the key's identifier, its keyId.",
      );
      expect(seen).toHaveLength(0);
    }
  });

  test("an identifier is sent", async () => {
    const { client, seen } = clientWith([{ json: {} }]);
    await client.keys.revoke("key_h2Vn8LqM4sXd0PfE");
    expect(seen).toHaveLength(1);
  });
});

test("validateRequests takes its two values only", () => {
  expect(() => new IntentTx({ apiKey: KEY, baseUrl: BASE, validateRequests: true as never })).toThrow(
    'validateRequests must be "contract" or "strict", not true.',
  );
});
