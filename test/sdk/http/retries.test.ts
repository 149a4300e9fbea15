import type { IntentTx } from "intent-tx";
import { expect, onTestFinished, test, vi } from "vitest";
import {
  BASE,
  BUILT,
  clientWith,
  failure,
  INTENT,
  KEY_RECORD,
  PRICE,
  refused,
  USAGE,
  WALLET,
} from "../harness.js";

const secret = { ...KEY_RECORD, key: "svc_live_fresh_secret" };
const OPERATIONS = {
  "intents.parse": [(c: IntentTx) => c.intents.parse({ walletAddress: WALLET, command: "x" }), INTENT],
  "transactions.build": [
    (c: IntentTx) => c.transactions.build({ intentId: "i", walletAddress: WALLET }),
    BUILT,
  ],
  "prices.retrieve": [(c: IntentTx) => c.prices.retrieve("SOL"), PRICE],
  "analytics.usage": [(c: IntentTx) => c.analytics.usage(), USAGE],
  "keys.create": [(c: IntentTx) => c.keys.create({ name: "n", scopes: ["admin"] }), secret],
  "keys.revoke": [(c: IntentTx) => c.keys.revoke("key_1"), KEY_RECORD],
  "keys.rotate": [(c: IntentTx) => c.keys.rotate("key_1"), secret],
} as const;
type Name = keyof typeof OPERATIONS;

const lost = () => ({ error: { code: "ECONNRESET" } });
const unsent = () => ({ error: { code: "ECONNREFUSED" } });

// The number of requests that a permanent failure causes if eight retries are allowed.
test.each<[Name, { e500: number; e429: number; lost: number; cut: number; unsent: number }]>([
  ["intents.parse", { e500: 9, e429: 9, lost: 9, cut: 9, unsent: 9 }],
  ["prices.retrieve", { e500: 9, e429: 9, lost: 9, cut: 9, unsent: 9 }],
  ["analytics.usage", { e500: 9, e429: 9, lost: 9, cut: 9, unsent: 9 }],
  ["keys.revoke", { e500: 9, e429: 9, lost: 9, cut: 9, unsent: 9 }],
  ["transactions.build", { e500: 2, e429: 9, lost: 2, cut: 2, unsent: 9 }],
  ["keys.create", { e500: 1, e429: 9, lost: 1, cut: 1, unsent: 9 }],
  ["keys.rotate", { e500: 1, e429: 9, lost: 1, cut: 1, unsent: 9 }],
])("decision 35: %s is retried only as its retry class allows", async (name, expected) => {
  const replies = {
    e500: refused(500, "internal_error"),
    e429: { ...refused(429, "rate_limit_exceeded"), headers: { "Retry-After": "1" } },
    lost: lost(),
    cut: { text: '{"mint": ' },
    unsent: unsent(),
  };
  for (const [kind, reply] of Object.entries(replies)) {
    const { client, seen } = clientWith([reply], { maxRetries: 8, totalTimeout: 1e9 });
    const error = await failure(OPERATIONS[name][0](client));
    const count = expected[kind as keyof typeof expected];
    expect([kind, seen.length, error["attempts"]]).toEqual([kind, count, count]);
    if (kind === "cut") expect(error).toMatchObject({ status: 200, unreadable: true });
  }
});

test.each([408, 425, 500, 502, 503, 504, 520, 530, 429])(
  "%i is transient: one more attempt succeeds",
  async (status) => {
    const { client, seen } = clientWith([{ status, json: {} }, { json: PRICE }]);
    await client.prices.retrieve("SOL");
    expect(seen).toHaveLength(2);
  },
);

test.each([
  [400, "simulation_failed"],
  [400, "validation_error"],
  [401, "unauthorized"],
  [403, "insufficient_scope"],
  [404, "token_not_found"],
  [405, "method_not_allowed"],
  [409, "key_not_rotatable"],
  [410, "intent_expired"],
  [413, "payload_too_large"],
  [415, "unsupported_media_type"],
  [422, "parsing_error"],
  [501, "internal_error"],
])("%i %s is final: it is never retried", async (status, code) => {
  const { client, seen } = clientWith([refused(status, code)]);
  await failure(client.prices.retrieve("SOL"));
  expect(seen).toHaveLength(1);
});

test("maxRetries: 0 means one request, for the client and for a call", async () => {
  const { client, seen } = clientWith([{ status: 503, json: {} }], { maxRetries: 0 });
  await failure(client.prices.retrieve("SOL"));
  expect(seen).toHaveLength(1);
  await failure(client.withOptions({ maxRetries: 5 }).prices.retrieve("SOL", { maxRetries: 0 }));
  expect(seen).toHaveLength(2);
});

test("waits double from half a second, up to a maximum, with jitter", async () => {
  const { client, clock } = clientWith([{ status: 503, json: {} }], { maxRetries: 6 });
  await failure(client.prices.retrieve("SOL"));
  expect(clock.slept).toHaveLength(6);
  clock.slept.forEach((ms, i) => {
    const most = Math.min(8000, 500 * 2 ** i);
    expect(ms).toBeGreaterThanOrEqual(most / 2);
    expect(ms).toBeLessThanOrEqual(most);
  });
});

test("Retry-After of a 503 is followed, and a long one fails at once", async () => {
  const busy = (seconds: string) => ({
    ...refused(503, "service_unavailable"),
    headers: { "Retry-After": seconds },
  });
  const short = clientWith([busy("7"), { json: PRICE }]);
  await short.client.prices.retrieve("SOL");
  expect(short.clock.slept).toEqual([7000]);
  const long = clientWith([busy("3600"), { json: PRICE }]);
  expect((await failure(long.client.prices.retrieve("SOL"))).name).toBe("ServerError");
  expect(long.seen).toHaveLength(1);
});

test("retry-after-ms is followed like Retry-After, and x-should-retry can only forbid a retry", async () => {
  const busy = (headers: Record<string, string>) => ({ ...refused(503, "internal_error"), headers });
  const short = clientWith([busy({ "retry-after-ms": "70.5", "Retry-After": "9" }), { json: PRICE }]);
  await short.client.prices.retrieve("SOL");
  expect(short.clock.slept).toEqual([71]);
  for (const headers of [{ "retry-after-ms": "3600000" }, { "x-should-retry": "false" }]) {
    const { client, seen } = clientWith([busy(headers)]);
    await failure(client.prices.retrieve("SOL"));
    expect(seen).toHaveLength(1);
  }
  const once = clientWith([busy({ "x-should-retry": "true" })]);
  await failure(once.client.keys.create({ name: "n", scopes: ["admin"] }));
  expect(once.seen).toHaveLength(1);
});

test("retries send their count, but not from a page of another origin", async () => {
  const counts = async (href?: string) => {
    if (href) vi.stubGlobal("location", { href });
    onTestFinished(() => void vi.unstubAllGlobals());
    const { client, seen } = clientWith([{ status: 503 }, { status: 503 }, { json: PRICE }], {
      apiKey: "opaque",
    });
    await client.prices.retrieve("SOL");
    return seen.map(({ headers }) => headers.get("x-retry-count"));
  };
  expect(await counts()).toEqual([null, "1", "2"]);
  expect(await counts(`${BASE}/page`)).toEqual([null, "1", "2"]);
  expect(await counts("https://app.example.com/")).toEqual([null, null, null]);
});

test("the quota headers of a 503 do not cause a wait for the window", async () => {
  const headers = {
    "X-RateLimit-Limit": "30",
    "X-RateLimit-Remaining": "0",
    "X-RateLimit-Reset": "1767225659",
  };
  const { client, clock } = clientWith([{ status: 503, json: {}, headers }, { json: PRICE }]);
  await client.prices.retrieve("SOL");
  expect(clock.slept[0]).toBeLessThanOrEqual(500);
});

test("an idempotency key is sent when given, and never otherwise", async () => {
  const { client, seen } = clientWith([{ json: INTENT }]);
  await client.intents.parse({ walletAddress: WALLET, command: "x" }, { idempotencyKey: "once-7" });
  await client.intents.parse({ walletAddress: WALLET, command: "x" });
  expect(seen.map(({ headers }) => headers.get("idempotency-key"))).toEqual(["once-7", null]);
});

test("a rotated key is replaced once by the provider's current one", async () => {
  const keys = ["svc_live_old_key", "svc_live_new_key", "svc_live_third_key"];
  const asked: (string | undefined)[] = [];
  const apiKey = ({ rejected }: { rejected?: string } = {}) => {
    asked.push(rejected);
    return keys[asked.length - 1]!;
  };
  const { client, seen } = clientWith([refused(401, "unauthorized")], { apiKey });
  expect((await failure(client.keys.rotate("key_1"))).name).toBe("AuthenticationError");
  expect(asked).toEqual([undefined, "svc_live_old_key"]);
  expect(seen.map(({ headers }) => headers.get("authorization"))).toEqual([
    "Bearer svc_live_old_key",
    "Bearer svc_live_new_key",
  ]);
});

test("undefined options count as omitted: a custom POST is not retried when the outcome is unknown", async () => {
  const { client, seen } = clientWith([lost], {
    maxRetries: 3,
    rateLimit: { mode: undefined, pace: undefined },
  });
  const operation = { method: "POST", path: "/payouts", retry: undefined } as const;
  await failure(client.request(operation, { body: { amount: 1 }, query: undefined, params: undefined }));
  expect(seen).toHaveLength(1);
});

test.each([
  ["There is no retry class always", { retry: "always" }],
  ["There is no retry class null", { retry: null }],
  ["There is no option body", { body: { amount: 1 } }],
])("%s: a custom operation is refused before anything is sent", (message, field) => {
  const { client, seen } = clientWith([lost()]);
  const operation = { method: "POST", path: "/payouts", ...field };
  expect(() => client.request(operation as never, {})).toThrow(message);
  expect(seen).toHaveLength(0);
});
