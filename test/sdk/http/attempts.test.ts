import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createMockServer } from "@intent-tx/mock-server";
import { ConfigurationError, IntentTx } from "intent-tx";
import { describe, expect, test, vi } from "vitest";
import { BASE, BUILT, clientWith, failure, KEY, PRICE, refused, type Seen, WALLET } from "../harness.js";

const DOWN = refused(503, "service_unavailable");
const unsent = { error: { code: "ECONNREFUSED" } };

test.each([
  [["ECONNREFUSED", "ECONNREFUSED"], false],
  [["ECONNREFUSED", "ECONNRESET"], true],
  [["ECONNRESET", "ECONNREFUSED"], true],
  [["ENOTFOUND", undefined], true],
])(
  "after failures to connect to several addresses with %j, a POST might have been sent: %s",
  async (codes, sent) => {
    const errors = codes.map((code) => Object.assign(new Error("no"), { code }));
    const failed = Object.assign(new TypeError("fetch failed"), { cause: new AggregateError(errors) });
    const { client, seen } = clientWith([{ error: failed }], { maxRetries: 2 });
    const error = await failure(client.keys.rotate("key_1"));
    expect(error).toMatchObject({ name: "ConnectionError", sent });
    // A rotation is repeated only if the request provably never left.
    expect(seen).toHaveLength(sent ? 1 : 3);
  },
);

test("the error in a retry event includes its attempt in the count", async () => {
  const { client } = clientWith([DOWN, DOWN, { json: PRICE }]);
  const counted: unknown[] = [];
  client.on("retry", ({ attempt, error }) =>
    counted.push([attempt, (error as { attempts?: number }).attempts]),
  );
  await client.prices.retrieve("SOL");
  expect(counted.join()).toBe("1,1,2,2");
});

test.each([
  ["no JSON", { text: "<html>" }],
  ["a wrong field", { json: { ...PRICE, price: "1" } }],
  ["an error in a 200", { json: { error: { code: "x" } } }],
  ["nothing", { text: "" }],
])("a response with %s emits its response event before the call fails", async (_, reply) => {
  const { client } = clientWith([{ ...reply, headers: { "X-Request-Id": "req_7" } }], { maxRetries: 0 });
  const story: unknown[] = [];
  client.on("response", ({ status, requestId }) => story.push([status, requestId]));
  client.on("error", ({ error }) => story.push(error.name));
  expect(await failure(client.prices.retrieve("SOL"))).toMatchObject({ requestId: "req_7", attempts: 1 });
  expect(story).toEqual([[200, "req_7"], "ResponseValidationError"]);
});

test("a truncated response is retried", async () => {
  const { client, seen } = clientWith([{ text: '{"mint": ' }, { text: "" }, { json: PRICE }]);
  expect((await client.prices.retrieve("SOL")).symbol).toBe(PRICE.symbol);
  expect(seen).toHaveLength(3);
});

test("with a faked queueMicrotask, an endless body is reported", async () => {
  vi.useFakeTimers({ toFake: ["queueMicrotask"] });
  try {
    const fetch = async () => new Response("x".repeat(1 << 20));
    const client = new IntentTx({ baseUrl: BASE, apiKey: KEY, fetch });
    const error = await failure(client.prices.retrieve("SOL"));
    expect(error).toMatchObject({
      name: "ConfigurationError",
      message: expect.stringMatching(/^queueMicrotask is faked/),
    });
    const server = await createMockServer({ seed: 1 });
    const own = new IntentTx(server.clientOptions());
    const { walletAddress } = await own.portfolio.retrieve(server.wallets.alice.address);
    await own.intents.parse({ walletAddress, command: "swap 1 SOL for USDC" });
    await server.close();
  } finally {
    vi.useRealTimers();
  }
});

test("an endpoint that this version does not know may answer without a body", async () => {
  const { client } = clientWith([{ status: 204 }]);
  for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"] as const)
    expect(await client.request({ method, path: "/x" }, {})).toBeUndefined();
  expect((await failure(client.prices.retrieve("SOL"))).name).toBe("ResponseValidationError");
});

describe("a build is retried once after an attempt that may have counted; other attempts do not use this up", () => {
  const request = { intentId: "intent_1", walletAddress: WALLET };

  test.each([
    ["a connection that was refused", unsent],
    ["a key that was replaced", refused(401, "unauthorized")],
  ])("%s", async (_, first) => {
    let key = 0;
    const apiKey = () => `svc_live_key_${++key}`;
    const { client, seen } = clientWith([first, DOWN, { json: BUILT }], { apiKey });
    expect((await client.transactions.build(request)).transaction).toBe(BUILT.transaction);
    expect(seen).toHaveLength(3);
  });

  test("a second lost attempt is not retried", async () => {
    const { client, seen } = clientWith([DOWN, DOWN, { json: BUILT }]);
    expect((await failure(client.transactions.build(request))).name).toBe("ServerError");
    expect(seen).toHaveLength(2);
  });
});

describe("the key provider", () => {
  test("is not called for an already aborted call", async () => {
    const apiKey = vi.fn(() => KEY);
    const { client } = clientWith([{ json: PRICE }], { apiKey });
    const error = await failure(client.prices.retrieve("SOL", { signal: AbortSignal.abort() }));
    expect([error.name, apiKey.mock.calls]).toEqual(["AbortedError", []]);
  });

  test("that fails once for many calls gives each a separate error", async () => {
    const apiKey = vi.fn(async () => Promise.reject(new Error("the vault is down")));
    const { client } = clientWith([{ json: PRICE }], { apiKey });
    const calls = Array.from({ length: 50 }, () => failure(client.prices.retrieve("SOL")));
    expect(new Set(await Promise.all(calls)).size).toBe(50);
    expect(apiKey).toHaveBeenCalledOnce();
  });

  test("whose own IntentTxError reaches two calls leaves each its own count of attempts", async () => {
    let asked = 0;
    let fail = (_: Error) => {};
    const waiting = () =>
      new Promise<string>((_, reject) => {
        fail = reject;
      });
    const apiKey = () => (asked++ === 0 ? KEY : waiting());
    const { client } = clientWith([DOWN, { json: PRICE }], { apiKey });
    const sent = failure(client.transactions.build({ intentId: "intent_1", walletAddress: WALLET }));
    await expect.poll(() => asked).toBe(2);
    const unsentYet = failure(client.prices.retrieve("SOL"));
    await new Promise(setImmediate);
    const cause = new Error("sealed");
    fail(Object.assign(new ConfigurationError("The vault is sealed.", { cause }), { hint: "unseal it" }));
    const errors = await Promise.all([sent, unsentYet]);
    expect(errors.map(({ attempts }) => attempts)).toEqual([1, 0]);
    for (const error of errors) {
      expect(error).toBeInstanceOf(ConfigurationError);
      expect(error).toMatchObject({ message: "The vault is sealed.", cause, hint: "unseal it" });
      expect(error.stack).toMatch(/^ConfigurationError: The vault is sealed\./);
    }
  });

  test("that never answers a call is called again by the next one", async () => {
    let asked = 0;
    const apiKey = () => (asked++ % 2 === 0 ? new Promise<string>(() => {}) : KEY);
    const { client } = clientWith([{ json: PRICE }], { apiKey });
    expect((await failure(client.prices.retrieve("SOL", { totalTimeout: 20 }))).name).toBe("TimeoutError");
    expect((await client.prices.retrieve("SOL")).symbol).toBe("SOL");
    const signal = AbortSignal.timeout(20);
    expect((await failure(client.prices.retrieve("SOL", { signal }))).name).toBe("AbortedError");
    expect((await client.prices.retrieve("SOL")).symbol).toBe("SOL");
  });

  test("is called once for a key that the service rejects in many calls", async () => {
    const rejections: unknown[] = [];
    const apiKey = async ({ rejected }: { rejected?: string } = {}) => {
      if (rejected === undefined) return KEY;
      rejections.push(rejected);
      await expect.poll(() => seen).toHaveLength(20);
      return "svc_live_next";
    };
    const reply = ({ headers }: Seen) =>
      headers.get("authorization") === `Bearer ${KEY}` ? refused(401, "unauthorized") : { json: PRICE };
    const { client, seen } = clientWith([reply], { apiKey });
    await Promise.all(Array.from({ length: 20 }, () => client.prices.retrieve("SOL")));
    expect(rejections).toEqual([KEY]);
  });
});

test("a client does not retain the key providers of derived clients", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const { client } = clientWith([]);
  const providers = Array.from({ length: 20 }, () => {
    const provider = async () => KEY;
    client.withOptions({ apiKey: provider });
    return new WeakRef(provider);
  });
  // A WeakRef keeps its target alive until the end of the turn that created it.
  await new Promise((resolve) => setImmediate(resolve));
  collect();
  expect(providers.filter((one) => one.deref() !== undefined)).toEqual([]);
  expect(client.baseUrl).toBeTruthy();
});
