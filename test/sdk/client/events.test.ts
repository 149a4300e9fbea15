import type { ClientEvents, IntentTx } from "intent-tx";
import { expect, expectTypeOf, test } from "vitest";
import { clientWith, failure, PRICE, refused } from "../harness.js";

const NAMES = ["request", "response", "retry", "rateLimit", "error"] as const;

test("a call emits its events in order", async () => {
  const limits = { "X-RateLimit-Limit": "30", "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1" };
  const { client } = clientWith([
    { ...refused(429, "rate_limit_exceeded"), headers: { ...limits, "Retry-After": "1" } },
    { json: PRICE, headers: { "X-Request-Id": "req_2" } },
  ]);
  const story: [string, ClientEvents[keyof ClientEvents]][] = [];
  for (const name of NAMES) client.on(name, (event) => story.push([name, event]));
  await client.prices.retrieve("SOL");
  expect(story.map(([name]) => name)).toEqual([
    "request",
    "response",
    "rateLimit",
    "retry",
    "request",
    "response",
  ]);
  const facts = { call: 1, operation: "prices.retrieve", method: "GET", path: "/prices/SOL" };
  expect(story[0]![1]).toEqual({ ...facts, attempt: 1 });
  expect(story[1]![1]).toMatchObject({ ...facts, attempt: 1, status: 429, requestId: "req_1" });
  expect(story[2]![1]).toMatchObject({ retryAfterMs: 1000, rateLimit: { limit: 30, remaining: 0 } });
  expect(story[3]![1]).toMatchObject({ delayMs: 1000, source: "service", error: { name: "RateLimitError" } });
  expect(story[5]![1]).toMatchObject({
    attempt: 2,
    status: 200,
    requestId: "req_2",
    durationMs: expect.any(Number),
  });
});

test("a failed call emits one error event, also when nothing was sent", async () => {
  const { client } = clientWith([{ status: 404, json: {} }]);
  const errors: string[] = [];
  client.on("error", ({ operation, error }) => errors.push(`${operation} ${error.name}`));
  await failure(client.prices.retrieve("X"));
  await failure(client.prices.retrieve(""));
  expect(errors).toEqual(["prices.retrieve NotFoundError", "prices.retrieve ValidationError"]);
});

test("on() returns an unsubscribe function; throwing listeners and loggers break nothing", async () => {
  const broken = () => {
    throw new Error("listener");
  };
  const logger = { debug: broken, info: broken, warn: broken, error: broken };
  const { client } = clientWith([{ json: PRICE }], { logger, logLevel: "debug" });
  let heard = 0;
  const listener = () => {
    heard++;
  };
  client.on("request", broken);
  const stop = client.on("request", listener);
  client.on("request", listener);
  await client.prices.retrieve("SOL");
  stop();
  stop();
  await client.prices.retrieve("SOL");
  expect(heard).toBe(3);
});

test("logLevel selects the lines that are logged", async () => {
  const lines: string[] = [];
  const at = (level: string) => (message: string) => void lines.push(`${level} ${message}`);
  const logger = { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
  const replies: Parameters<typeof clientWith>[0] = [
    { ...refused(429, "rate_limit_exceeded"), headers: { "Retry-After": "1" } },
    { json: PRICE },
  ];
  await clientWith(replies, { logger }).client.prices.retrieve("SOL");
  expect(lines).toEqual(["warn intent-tx: rateLimit"]);
  await clientWith(replies, { logger, logLevel: "off" }).client.prices.retrieve("SOL");
  expect(lines).toHaveLength(1);
  await clientWith(replies, { logger, logLevel: "debug" }).client.prices.retrieve("SOL");
  expect(lines.slice(1)).toEqual([
    "debug intent-tx: request",
    "debug intent-tx: response",
    "warn intent-tx: rateLimit",
    "info intent-tx: retry",
    "debug intent-tx: request",
    "debug intent-tx: response",
  ]);
});

test("request() is typed by the operation, and reaches endpoints unknown to this version", async () => {
  const { client, seen } = clientWith([
    { json: PRICE },
    { json: { data: { up: true }, meta: { requestId: "r" } } },
    { status: 500 },
  ]);
  const price = await client.request("prices.retrieve", { params: { tokenMint: "SOL" } });
  expectTypeOf(price).toEqualTypeOf<import("intent-tx").TokenPrice>();
  const status = await client.request(
    { method: "POST", path: "/status/{part}" },
    { params: { part: "a?b" }, query: { deep: true, none: undefined }, body: { x: 1 } },
  );
  expect(status).toEqual({ up: true });
  expect([seen[1]!.method, seen[1]!.url.pathname, seen[1]!.url.search, seen[1]!.body]).toEqual([
    "POST",
    "/v1/status/a%3Fb",
    "?deep=true",
    { x: 1 },
  ]);
  await failure(client.request({ method: "DELETE", path: "/x" }, {}));
  expect(seen).toHaveLength(3);
});

/** The relevant part of pino's types: the fields come first. */
interface PinoLogFn {
  <T>(facts: T, message?: string, ...args: unknown[]): void;
  (message: string, ...args: unknown[]): void;
}

test("a pino logger gets the fields before the message", async () => {
  const lines: unknown[] = [];
  const log: PinoLogFn = (...line: unknown[]) => void lines.push(line);
  const logger = { debug: log, info: log, warn: log, error: log, bindings: () => ({}) };
  const replies = [{ status: 503, json: {} }, { json: PRICE }];
  await clientWith(replies, { logger, logLevel: "info" }).client.prices.retrieve("SOL");
  expect(lines).toEqual([[expect.objectContaining({ attempt: 1, source: "backoff" }), "intent-tx: retry"]]);
});

test("listeners may be async, or return anything", () => {
  expectTypeOf<ReturnType<Parameters<IntentTx["on"]>[1]>>().toEqualTypeOf<unknown>();
});
