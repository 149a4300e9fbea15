import { type ClientOptions, ConfigurationError, IntentTx, KeyRotator, swapCommand } from "intent-tx";
import { FileKeyStore } from "intent-tx/node";
import { RedisJournal, RedisKeyStore, RedisRateLimit } from "intent-tx/redis";
import { signAndSend, verifyTransaction } from "intent-tx/solana";
import { expect, test, vi } from "vitest";
import { BASE, clientWith, failure, KEY, PRICE } from "../harness.js";
import { OLD } from "../rotation/rotation-harness.js";

const store = { load: async () => OLD, save: async () => {} };

test.each<[Record<string, unknown>, RegExp]>([
  [{ apikey: KEY }, /no option apikey; did you mean apiKey\?/],
  [{ baseURL: BASE }, /no option baseURL; did you mean baseUrl\?/],
  // Options of other SDKs.
  [{ key: KEY }, /no option key; did you mean apiKey\?/],
  [{ url: BASE }, /no option url; did you mean baseUrl\?/],
  [{ retries: 3 }, /no option retries; did you mean maxRetries\?/],
  [{ timeOut: 5 }, /did you mean timeout\?/],
  [{ maxRetry: 1 }, /did you mean maxRetries\?/],
  [{ dangerouslyAllowBrowsers: true }, /did you mean dangerouslyAllowBrowser\?/],
  [{ frobnicate: 1 }, /no option frobnicate; there are apiKey, baseUrl, fetch/],
  [{ rateLimit: { maxWai: 5 } }, /no option maxWai; did you mean maxWait\?/],
  [{ traceparent: "00-1" }, /traceparent must be a function/],
  [{ clock: { now: () => 0 } }, /clock must be an object with now\(\), sleep\(\)/],
  [{ validateResponses: "false" }, /validateResponses must be a boolean/],
  [
    { apiKey: new KeyRotator({ store, baseUrl: BASE }) },
    /must not be the rotator itself: pass rotator\.apiKey\./,
  ],
  [{ apiKey: Promise.resolve(KEY) }, /The API key is a promise: await it, or pass a function/],
  [{ baseUrl: `${BASE}/v1/` }, /baseUrl has \/v1 twice/],
  [{ rateLimit: new RedisRateLimit({ redis: { call: async () => [] } }) }, /pass rateLimit: \{ store \}/],
  [{ headers: { "X-Tenant": 7 } }, /The header X-Tenant must be a string, not of type number/],
  [{ credentials: "all" }, /credentials must be "omit" or "same-origin" or "include"/],
])("the client refuses %j", (options, message) => {
  const make = () => new IntentTx({ apiKey: KEY, baseUrl: BASE, ...options } as ClientOptions);
  expect(make).toThrow(ConfigurationError);
  expect(make).toThrow(message);
  const derive = () => clientWith([]).client.withOptions(options as ClientOptions);
  expect(derive).toThrow(message);
});

test("a key function without a key, a store without a path, and seconds as milliseconds are named", async () => {
  const { client } = clientWith([], { apiKey: async () => undefined as never });
  expect((await failure(client.prices.retrieve("SOL"))).message).toBe(
    "The API key must be a string of visible ASCII characters without spaces, not undefined.",
  );
  expect(() => new FileKeyStore({ path: "key.json" } as never)).toThrow(
    'needs a path: new FileKeyStore("key.json")',
  );
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  clientWith([], { timeout: 30 });
  clientWith([], { timeout: 1000 });
  expect(warn.mock.calls).toEqual([["intent-tx: timeout is only 30 milliseconds: was it meant in seconds?"]]);
  warn.mockRestore();
});

const redis = { call: async () => [] };
const SOL = "So11111111111111111111111111111111111111112";

test.each<[string, string, () => unknown]>([
  ["maxWaitMs", "maxWait", () => clientWith([], { rateLimit: { maxWaitMs: 1 } as never })],
  ["maxAgeMs", "maxAge", () => new KeyRotator({ store, maxAgeMs: 1 } as never)],
  ["refreshMs", "refresh", () => new KeyRotator({ store: { ...store, refreshMs: 1 } as never })],
  ["leaseMs", "lease", () => new FileKeyStore("key.json", { leaseMs: 1 } as never)],
  ["refreshMs", "refresh", () => new FileKeyStore("key.json", { refreshMs: 1 } as never)],
  ["key", "name", () => new RedisKeyStore({ redis, key: "n" } as never)],
  ["leaseMs", "lease", () => new RedisKeyStore({ redis, leaseMs: 1 } as never)],
  ["key", "name", () => new RedisRateLimit({ redis, key: "n" } as never)],
  ["timeoutMs", "timeout", () => new RedisJournal({ redis, timeoutMs: 1 } as never)],
  ["away", "disconnected", () => new RedisKeyStore({ redis }).on("away" as never, () => {})],
  ["back", "reconnected", () => new RedisRateLimit({ redis }).on("back" as never, () => {})],
  ["slippage", "slippageBps", () => verifyTransaction("", {} as never, { slippage: 50 } as never)],
  ["slippage", "slippageBps", () => signAndSend({ slippage: 50 } as never)],
  ["slippage", "slippageBps", () => swapCommand({ slippage: 50 } as never)],
  ["before", "cursor", () => clientWith([]).client.transactions.list(SOL, { before: "x" } as never)],
])("the old name %s throws with %s", async (old, now, use) => {
  const error = await failure((async () => use())());
  expect(error).toBeInstanceOf(ConfigurationError);
  expect(error.message).toMatch(new RegExp(`${old} is called ${now} since version 0\\.1`));
});

test("a call refuses unknown input before it is sent", async () => {
  const { client, seen } = clientWith([{ json: PRICE }]);
  const error = await failure(client.prices.retrieve("SOL", { maxretries: 0 } as never));
  expect(error).toBeInstanceOf(ConfigurationError);
  expect(error.message).toContain("did you mean maxRetries?");
  expect(seen).toHaveLength(0);
});

test("unknown events and operations are refused with the nearest name", () => {
  const { client } = clientWith([]);
  expect(() => client.on("ratelimit" as never, () => {})).toThrow(
    /no event ratelimit; did you mean rateLimit\?/,
  );
  expect(() => client.request("price.retrieve" as never, {} as never)).toThrow(
    /did you mean prices.retrieve\?/,
  );
  const rotator = new KeyRotator({ store, baseUrl: BASE });
  expect(() => rotator.on("rotated" as never, () => {})).toThrow(/no event rotated/);
});

test("a rotator refuses a missing store and misspelt options, but accepts unrelated fields", () => {
  expect(() => new KeyRotator({} as never)).toThrow(/needs a store/);
  expect(() => new KeyRotator({ store, maxAg: 1 } as never)).toThrow(/did you mean maxAge\?/);
  expect(new KeyRotator({ store, ourOwnSetting: 1 } as never)).toBeInstanceOf(KeyRotator);
});

test.each(["30d", Number.NaN, 0])("a maxAge of %j, which would expire every key, is refused", (maxAge) => {
  expect(() => new KeyRotator({ store, maxAge: maxAge as number })).toThrow(
    /^maxAge must be a number, 1 or greater/,
  );
});

test("missing arguments in JavaScript are named", async () => {
  const { client } = clientWith([], { validateRequests: "strict" });
  const calls: [() => PromiseLike<unknown>, string][] = [
    [() => client.intents.parse(undefined as never), "walletAddress"],
    [() => client.keys.create(undefined as never), "name"],
    [() => client.analytics.metrics(undefined as never), "startDate"],
    [() => client.transactions.list(undefined as never, null as never), "walletAddress"],
  ];
  for (const [call, field] of calls)
    expect(await failure(call())).toMatchObject({ name: "ValidationError", field });
});
