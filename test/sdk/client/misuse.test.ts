import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createMockServer } from "@intent-tx/mock-server";
import { explore, exploreProcess } from "@intent-tx/mock-server/explore";
import { connectMock, mockWallet } from "@intent-tx/mock-server/testing";
import { ConfigurationError, IntentTx, KeyRotator, parseUnits } from "intent-tx";
import { intentTools, registerTools, toOpenAI } from "intent-tx/ai";
import { FileJournal, FileKeyStore } from "intent-tx/node";
import { tracedExecute } from "intent-tx/opentelemetry";
import { proxy } from "intent-tx/proxy";
import { intentTxQueries } from "intent-tx/react";
import { RedisJournal, RedisKeyStore } from "intent-tx/redis";
import {
  checkJournal,
  confirm,
  decodeTransaction,
  execute,
  intentTxPlugin,
  MemoryJournal,
  preview,
  resume,
  signAndSend,
  verifyTransaction,
} from "intent-tx/solana";
import { describe, expect, expectTypeOf, test, vi } from "vitest";
import { failure } from "../harness.js";

const client = () =>
  new IntentTx({
    apiKey: "svc_test_x",
    baseUrl: "https://api.example.com/v1",
    fetch: async () => Response.json({ data: [], pagination: { hasMore: false } }),
  });

test("an unknown operation is refused by its name", () => {
  const call = () => client().request("nope" as never, {} as never);
  expect(call).toThrow(ConfigurationError);
  expect(call).toThrow("There is no operation nope; pass { method, path } for another endpoint.");
});

test.each([
  ["signal must be an AbortSignal", { signal: new AbortController() }],
  ["headers must be an object", { headers: [["X-A", "1"]] }],
  ["headers must be an object", { headers: "X-A: 1" }],
  ["idempotencyKey must be a non-empty string", { idempotencyKey: "" }],
  ["idempotencyKey must be a non-empty string", { idempotencyKey: " " }],
  // Converted to text, each of these would be the same key for every request.
  ["idempotencyKey must be a non-empty string", { idempotencyKey: () => "made" }],
  ["idempotencyKey must be a non-empty string", { idempotencyKey: { id: 1 } }],
  ["idempotencyKey must be a non-empty string", { idempotencyKey: null }],
])("an option of the wrong type is refused, not ignored: %s", async (message, options) => {
  const refused = await failure(client().prices.retrieve("SOL", options as never));
  expect(refused).toBeInstanceOf(ConfigurationError);
  expect(refused.message).toContain(message);
});

const cycle: Record<string, unknown> = {};
cycle["self"] = cycle;

test.each([
  ["path", { method: "GET" }, {}],
  ["body", { method: "POST", path: "/things" }, { body: cycle }],
])("an invalid %s of a custom request is named", async (field, operation, input) => {
  const refused = await failure(client().request(operation as never, input as never));
  expect(refused).toMatchObject({ name: "ValidationError", field });
});

const WALLET = "6Px1aSgHPb5dJ8pyyWVYabEbmcXWU6LZuVcqhD3XPrXj";
const SWAP = "swap 1 SOL for USDC";
const intents = (body: unknown) => client().intents.parse(body as never);
const builds = (intentId: unknown) =>
  client().transactions.build({ intentId, walletAddress: WALLET } as never);

test.each([
  ["walletAddress is required, not wallet.", () => intents({ wallet: WALLET, command: SWAP })],
  ["walletAddress is required.", () => intents({ walletAddress: undefined, command: SWAP })],
  [
    "startDate is required, not start.",
    () => client().analytics.metrics({ start: "2026-01-01", end: "2026-01-02" } as never),
  ],
  [
    "walletAddress must be a string: pass its walletAddress.",
    () => client().portfolio.retrieve({ walletAddress: WALLET } as never),
  ],
  ["walletAddress is required: { walletAddress, command }.", () => intents({})],
  ["intentId must be a string: await it.", () => builds(Promise.resolve("intent_x"))],
  ["intentId must be a string: pass its intentId.", () => builds({ intentId: "intent_x" })],
  [
    "the input must be a JSON object: { limit, before, ",
    () => client().transactions.list(WALLET, 10 as never),
  ],
])("a value in the wrong place or form says what to pass: %s", async (message, call) => {
  const refused = await failure(call());
  expect(refused).toMatchObject({ name: "ValidationError", attempts: 0 });
  expect(refused.message).toContain(`The request was not sent: ${message}`);
});

test("an option of the wrong type has a text for what to pass", () => {
  expect(() => client().withOptions("svc_test_x" as never)).toThrow(
    "Options must be an object: new IntentTx({ apiKey, baseUrl }).",
  );
});

test("a signal instead of options is refused, since it would have no effect", async () => {
  const { signal } = new AbortController();
  const refused = client().prices.retrieve("SOL", signal as never);
  await expect(refused).rejects.toThrow("Options must be an object: { signal }.");
});

test("missing arguments in JavaScript are errors of the package", () => {
  expect(() => new IntentTx(null as never)).toThrow(ConfigurationError);
  expect(() => client().request(undefined as never, {})).toThrow(ConfigurationError);
  expect(() => client().on("retry", undefined as never)).toThrow("The listener must be a function.");
  expect(client().withOptions(undefined as never).baseUrl).toBe(client().baseUrl);
});

test("a request without input has no params, query or body", async () => {
  const refused = await failure(client().request("prices.retrieve", undefined as never));
  expect(refused).toMatchObject({ name: "ValidationError", field: "tokenMint" });
  await expect(
    client().request({ method: "GET", path: "/things" }, undefined as never),
  ).resolves.toBeDefined();
});

test("collecting without a bound is refused, naming the missing option", async () => {
  const list = client().transactions.list("6Px1aSgHPb5dJ8pyyWVYabEbmcXWU6LZuVcqhD3XPrXj");
  for (const options of [undefined, {}, { max: null }, { max: "2" }])
    await expect(list.toArray(options as never)).rejects.toThrow("toArray needs { max }");
});

test("https to an http port, and a mock server without its fetch, say what to change", async () => {
  const plain = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => plain.once("listening", resolve));
  const origin = `https://127.0.0.1:${(plain.address() as AddressInfo).port}`;
  const price = (options: object) =>
    failure(new IntentTx({ apiKey: "svc_test_x", maxRetries: 0, ...options }).prices.retrieve("SOL"));
  const spoken = await price({ baseUrl: `${origin}/v1` });
  plain.close();
  expect(spoken).toMatchObject({ name: "ConnectionError", sent: false });
  expect(spoken.message).toContain(`No response from ${origin}: `);
  expect(spoken.message).toContain("The port speaks http: correct baseUrl.");
  expect(spoken.message).not.toContain("\n"); // with which openssl ends its text

  const server = await createMockServer({ seed: 1 });
  const { baseUrl, fetch, controlUrl } = server;
  expect((await price({ baseUrl })).message).toContain(
    "Pass server.clientOptions(), which has the mock server's fetch.",
  );
  expect((await price({ baseUrl: controlUrl, fetch })).message).toBe(
    "This is the control plane, not the API: use baseUrl instead of controlUrl.",
  );
  expectTypeOf(server.keys.pro).toEqualTypeOf<string>();
  expectTypeOf(server.keys["gold"]).toEqualTypeOf<string | undefined>();
  await server.close();
  expect((await price({ baseUrl, fetch })).message).toBe(
    "No response from http://mock.invalid: fetch failed: this mock server was closed; create another one with createMockServer.",
  );
});

test("an intent of the other network is refused with the network of the key", async () => {
  await using server = await createMockServer({ seed: 1 });
  const walletAddress = server.wallets.alice.address;
  const order = { walletAddress, command: SWAP };
  const { intentId } = await new IntentTx(server.clientOptions()).intents.parse(order);
  const other = new IntentTx({ ...server.clientOptions(), apiKey: server.keys.test });
  expect((await failure(other.transactions.build({ intentId, walletAddress }))).message).toBe(
    `This account has no intent with the ID ${intentId} on the test network. Build an intent with a key of the account and network that parsed it.`,
  );
});

test.each<[object, string]>([
  [{ side: "exact-in", amount: 1n }, 'expect.side must be "input" or "output", not "exact-in".'],
  [{ side: "input", amount: 5 }, "expect.amount must be a bigint of base units, 1 or more, not 5."],
  [
    { side: "input", amount: 5n, minimum: 1n },
    "There is no option minimum; there are side, amount, inputToken",
  ],
  [
    { side: "input", amount: 5n, recipient: "bob.sol" },
    'expect.recipient must be a base58 address, not "bob.sol"',
  ],
  [
    { side: "input", amount: 5n, recipient: undefined },
    "expect.recipient is undefined, so it would not limit",
  ],
  [{ amount: 5n }, "expect lacks side."],
  [{ recipient: WALLET }, "expect lacks side and amount."],
  [
    5n as never,
    'expect must be { side: "input" or "output", amount: bigint }, and base58 inputToken, outputToken',
  ],
])("a wrong field of expect is named: %o", (expected, message) => {
  const walletAddress = "So11111111111111111111111111111111111111112";
  const verify = () => verifyTransaction("", {} as never, { walletAddress, expect: expected as never });
  expect(verify).toThrow(message);
});

describe("a call in another form says how to call it", () => {
  const form = (message: string, call: () => unknown) => [message, call] as const;
  const js = <T>(value: T) => value as unknown as (...input: unknown[]) => unknown;
  const signer = {};
  const journal = new MemoryJournal();
  const pays = (more: object) => js(execute)({ client: client(), signer, command: SWAP, ...more });
  const tools = (options: object) => js(intentTools)(client(), options);

  test.each([
    form("There is no option wallet; did you mean walletAddress?", () => tools({ wallet: WALLET })),
    form("There is no option wallet; did you mean signer?", () =>
      tools({ walletAddress: WALLET, wallet: signer }),
    ),
    form("Call it as intentTools(client, { walletAddress })", () => js(intentTools)({ wallet: WALLET })),
    form("There is no option signer; did you mean walletAddress?", () =>
      js(preview)({ client: client(), signer, command: SWAP }),
    ),
    form("Call it as execute({ client, ", () => js(execute)(client(), { signer, command: SWAP })),
    form("Call it as resume({ journal, connection })", () => js(resume)(new FileJournal("/tmp/none"), {})),
    form("Call it as confirm(signature, { connection })", () => js(confirm)({}, "signature")),
    form("did you mean priorityFee?", () => pays({ computeUnitPrice: 9 })),
    form("There is no option slippageTolerance; did you mean slippageBps?", () =>
      pays({ slippageTolerance: 50 }),
    ),
    form("decimals must be an integer from 0 to 255, not the bigint 6n", () => js(parseUnits)("1", 6n)),
    form("checkJournal(() => journal)", () => js(checkJournal)(new MemoryJournal())),
    form('mockWallet(server, "alice")', () => js(mockWallet)("alice")),
    form("did you mean maxWait?", () => pays({ timeout: 9 })),
    form("did you mean built?", () =>
      js(signAndSend)({ transaction: "", intent: {}, signer, connection: {} }),
    ),
    form("resume(options, { signatures })", () => js(resume)({ journal, connection: {}, signatures: {} })),
    form("There is no option order-17; there are signatures.", () =>
      js(resume)({ journal, connection: {} }, { "order-17": "5Xy" }),
    ),
    form("Call it as intentTxPlugin({ client })", () => js(intentTxPlugin)(client())),
    form("Call it as intentTxQueries(client).", () => js(intentTxQueries)({ baseUrl: "/api" })),
    form("The tools must be the result of intentTools.", () => js(toOpenAI)(client())),
    form("Call it as registerTools(server, tools).", () =>
      js(registerTools)(intentTools(client(), { walletAddress: WALLET }), { registerTool: () => undefined }),
    ),
    form("Pass either command or intent.", () => js(tracedExecute)()),
    // Each limits nothing.
    form("limits is empty, so it would not limit what is spent.", () =>
      tools({ walletAddress: WALLET, journal, limits: {} }),
    ),
    form("Options must be an object: proxy({ apiKey, baseUrl }).", () => js(proxy)("svc_test_x")),
    form("There is no option origin; did you mean origins?", () =>
      js(proxy)({ origin: "https://a.example" }),
    ),
    form("origins must be a list of origins such as https://app.example.com", () =>
      js(proxy)({ origins: ["https://a.example/app"] }),
    ),
    form('appInfo must be an object with a name, not "shop".', () =>
      client().withOptions({ appInfo: "shop" as never }),
    ),
    form("There is no option lookuptables; did you mean lookupTables?", () =>
      js(decodeTransaction)("", { lookuptables: {} }),
    ),
    form("lookupTables must be lists of base58 addresses by table address", () =>
      js(decodeTransaction)("", { lookupTables: new Map() }),
    ),
    form("swapPrograms must be decoders, which are functions, by program address", () =>
      pays({ swapPrograms: [] }),
    ),
    form("guard must be true, false, or { unknownPrograms }", () =>
      pays({ guard: { unknownPrograms: [], programs: [WALLET] } }),
    ),
    form("guard must be true, false, or { unknownPrograms }", () => pays({ guard: "yes" })),
    form("encryptionKey must be a CryptoKey", () =>
      js((options: object) => new RedisKeyStore(options as never))({
        redis: { call: async () => [] },
        encryptionKey: Promise.resolve({}),
      }),
    ),
  ])("%s", async (message, call) => {
    expect((await failure((async () => call())())).message).toContain(message);
  });
});

/** Pays under an ID, with all that a payment needs but a node. */
const pays = (paymentId: string) => {
  const order = { client: client(), connection: {}, signer: {}, command: SWAP, approve: () => true };
  return execute({ ...order, journal: new MemoryJournal(), paymentId } as never);
};

test.each(["undefined", `order-${undefined}`, "17:null", `${Number.NaN}`, `${{}}`, `${Promise.resolve(1)}`])(
  "a paymentId with a missing value is refused, because it would be one payment for many orders: %s",
  async (paymentId) => {
    await expect(pays(paymentId)).rejects.toMatchObject({
      outcome: "not-sent",
      message: expect.stringContaining(
        `paymentId contains a missing value: ${paymentId}. Pass the ID of this order. Nothing was sent.`,
      ),
    });
  },
);

test.each(["NAN-107", "Null, Ada", "nullable-3", "undefinedly"])("%s is a paymentId", async (paymentId) => {
  await expect(pays(paymentId)).rejects.not.toThrow("paymentId");
});

test("a proxy takes origins of pages, extensions and apps", () => {
  const origins = ["http://localhost:3000", "chrome-extension://abcdefghijklmnop", "capacitor://localhost"];
  const made = (origins: readonly string[]) =>
    proxy({ apiKey: "svc_test_0123456789abcdef", baseUrl: "https://api.example.com/v1", origins });
  expect(made(origins)).toBeDefined();
  // No browser sends these, so they would allow nothing.
  for (const never of [
    "https://Shop.example",
    "https://shop.example:443",
    "https://shop.example/",
    "https://*.shop.example",
  ])
    expect(() => made([never])).toThrow("origins must be a list of origins");
});

test("a key that is the text of a missing variable is refused, without being shown", () => {
  expect(() => new IntentTx({ apiKey: `${undefined}`, baseUrl: "https://api.example.com/v1" })).toThrow(
    "The API key is the text of a missing value",
  );
});

test("seconds for milliseconds are warned of, wherever a time is passed", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const redis = { call: async () => [] };
  client().withOptions({ rateLimit: { maxWait: 11 } });
  await client()
    .prices.retrieve("SOL", { timeout: 12 })
    .catch(() => undefined);
  for (const name of ["maxWait", "nodeTimeout", "journalTimeout"])
    await execute({ client: client(), [name]: 13 } as never).catch(() => undefined);
  new RedisJournal({ redis, timeout: 14 });
  new FileKeyStore("key.json", { lease: 15, refresh: 1000 });
  new KeyRotator({ store: { load: async () => undefined, save: async () => undefined }, maxAge: 16 });
  const clock = { now: () => 1_700_000_000, sleep: async () => undefined };
  client().withOptions({ clock });
  await execute({ client: client(), clock } as never).catch(() => undefined);
  // Never waits, and waits as long as it takes.
  client().withOptions({ rateLimit: { maxWait: 0 }, timeout: Number.POSITIVE_INFINITY });
  expect(warn.mock.calls.map(([text]) => String(text).split(" ").slice(1, 5).join(" "))).toEqual([
    "maxWait is only 11",
    "timeout is only 12",
    "maxWait is only 13",
    "nodeTimeout is only 13",
    "journalTimeout is only 13",
    "timeout is only 14",
    "lease is only 15",
    "maxAge is only 16",
    "clock.now() must return milliseconds",
    "clock.now() must return milliseconds",
  ]);
  warn.mockRestore();
});

test("seconds for milliseconds are warned of by the mock server", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  await (await createMockServer({ contract: { intentTtl: 60 } })).close();
  await (await createMockServer({ contract: { intentTtl: "1s" } })).close();
  expect(warn.mock.calls).toEqual([[expect.stringContaining("was it meant in seconds?")]]);
  warn.mockRestore();
});

test("messages of the mock server name what the caller wrote", async () => {
  await using server = await createMockServer({ seed: 1 });
  await expect(server.clock.advance("24" as never)).rejects.toThrow(/^clock\.advance\(…\) must be/);
  await expect(server.clock.set("soon")).rejects.toThrow(/^clock\.set\(…\) must be/);
  await expect(server.listen(0 as never)).rejects.toThrow("options must be an object, as in { port: … }");
  // Of the world, not of a fault's match.
  await expect(createMockServer({ world: { wallet: {} } as never })).rejects.toThrow("did you mean wallets");
  expect(() => mockWallet(server, "alice", { like: "metamask" as never })).toThrow(
    "like must be one of phantom",
  );
  expect(() => mockWallet(server, "alice", "phantom" as never)).toThrow("as in { like: … }");
  expect(() => mockWallet(server, "alice", { delays: 5 } as never)).toThrow(
    "delays is unknown; did you mean delay",
  );
  expect(() => connectMock("http://a.example", { sessionId: "a" } as never)).toThrow("sessionId is unknown");
  const app = { run: () => undefined, faults: { api: ["lose"] } } as never;
  await expect(explore(app)).rejects.toThrow("faults.api[0] must be one of refused, lost");
  await expect(exploreProcess({ command: ["node"], expects: "shop: +1 SOL" } as never)).rejects.toThrow(
    "expects is unknown; did you mean expect?",
  );
  expect(() => connectMock("127.0.0.1:4010")).toThrow('such as "http://127.0.0.1:4010"');
});

test("a proxy without a key says so when it is created", () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  proxy({});
  expect(warn.mock.lastCall?.[0]).toContain("proxy has no API key yet");
  proxy({ logLevel: "off" });
  expect(warn).toHaveBeenCalledTimes(1);
  warn.mockRestore();
});
