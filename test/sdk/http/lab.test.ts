import type { ServerResponse } from "node:http";
import { inspect } from "node:util";
import {
  AbortedError,
  ApiError,
  ConnectionError,
  PaginationError,
  RateLimitError,
  ResponseValidationError,
  ServerError,
  TimeoutError,
} from "intent-tx";
import { expect, test } from "vitest";
import { failure, fakeClock, INTENT, KEY, KEY_RECORD, PRICE, WALLET } from "../harness.js";
import { json, lab } from "./lab-server.js";

// The behaviour lab: scenarios that the clients in the research fail, over a real socket.

const limited = (response: ServerResponse, headers: Record<string, string>) =>
  json(response, 429, { error: { code: "rate_limit_exceeded", message: "slow down" } }, headers);
const command = { walletAddress: WALLET, command: "swap 1 SOL for USDC" };

test("S1 a body that stalls is ended by the attempt's deadline", async () => {
  const { client } = await lab(
    (_, response) => {
      response.writeHead(200, { "Content-Type": "application/json" });
      response.write('{"mint":');
    },
    { timeout: 200, maxRetries: 0 },
  );
  const error = await failure(client.prices.retrieve("SOL"));
  expect(error).toBeInstanceOf(TimeoutError);
  expect(error).toMatchObject({ phase: "attempt", timeoutMs: 200, attempts: 1 });
});

test("S2 a GET waits for Retry-After and succeeds", async () => {
  const clock = fakeClock(Date.now());
  const { client, count } = await lab(
    (_, response, n) => (n === 1 ? limited(response, { "Retry-After": "1" }) : json(response, 200, PRICE)),
    { clock },
  );
  expect(await client.prices.retrieve("SOL")).toEqual(PRICE);
  expect(count()).toBe(2);
  expect(clock.slept).toEqual([1000]);
});

const used = { "X-RateLimit-Limit": "30", "X-RateLimit-Remaining": "0" };

test.each([
  ["S3a seconds", () => String(Math.floor(Date.now() / 1000) + 2)],
  ["S3b milliseconds", () => String(Date.now() + 1000)],
])("X-RateLimit-Reset in %s since 1970 gives a short wait, not days", async (_, reset) => {
  const clock = fakeClock(Date.now());
  const { client } = await lab(
    (_, response, n) =>
      n === 1 ? limited(response, { ...used, "X-RateLimit-Reset": reset() }) : json(response, 200, PRICE),
    { clock },
  );
  await client.prices.retrieve("SOL");
  expect(clock.slept).toHaveLength(1);
  // The header was computed when the response was written, so the wait is at most the time stated then, however slow
  // the machine was.
  expect(clock.slept[0]).toBeLessThanOrEqual(2000);
});

test("S3c a wait of an hour is refused at once, and named", async () => {
  const clock = fakeClock(Date.now());
  const { client, count } = await lab((_, response) => limited(response, { "Retry-After": "3600" }), {
    clock,
  });
  const error = await failure(client.prices.retrieve("SOL"));
  expect(error).toBeInstanceOf(RateLimitError);
  expect(error["retryAfterMs"]).toBe(3_600_000);
  expect(count()).toBe(1);
  expect(clock.slept).toEqual([]);
});

test("S4 a POST that creates a secret is not retried after 500; a safe one is", async () => {
  const { client, count } = await lab((_, response, n) =>
    n === 1
      ? json(response, 500, { error: { code: "internal_error", message: "no" } })
      : json(response, 201, { ...KEY_RECORD, key: "svc_live_new" }),
  );
  const error = await failure(client.keys.create({ name: "x", scopes: ["admin"] }));
  expect(error).toBeInstanceOf(ServerError);
  expect(count()).toBe(1);
});

test("S5 an abort ends the wait before a retry at once, whatever its reason", async () => {
  const { client } = await lab((_, response) => json(response, 503, {}, { "Retry-After": "20" }));
  const controller = new AbortController();
  const reason = { why: "the user left" };
  setTimeout(() => controller.abort(reason), 100);
  const error = await failure(client.prices.retrieve("SOL", { signal: controller.signal }));
  expect(error).toBeInstanceOf(AbortedError);
  expect(error.cause).toBe(reason);
}, 15_000);

test("S6 a POST whose socket dies is retried only if a repeat is harmless", async () => {
  const { client, count } = await lab((request) => request.socket.destroy());
  const error = await failure(client.keys.rotate("key_1"));
  expect(error).toBeInstanceOf(ConnectionError);
  expect(count()).toBe(1);
  await failure(client.transactions.build({ intentId: "intent_1", walletAddress: WALLET }));
  expect(count()).toBe(3);
  await failure(client.intents.parse(command));
  expect(count()).toBe(6);
});

test("S7 a 200 with broken JSON is retried only if a repeat is harmless, and is then an error", async () => {
  const { client, count } = await lab((_, response) => {
    response.writeHead(200, { "Content-Type": "application/json", "X-Request-Id": "req_7" });
    response.end('{"mint": ');
  });
  const error = await failure(client.prices.retrieve("SOL"));
  expect(error).toBeInstanceOf(ResponseValidationError);
  expect(error).toMatchObject({ requestId: "req_7", status: 200, attempts: 3, unreadable: true });
  await failure(client.keys.rotate("key_1"));
  expect(count()).toBe(4);
  await failure(client.transactions.build({ intentId: "intent_1", walletAddress: WALLET }));
  expect(count()).toBe(6);
});

test("S8 a 502 with an HTML page keeps status and request id, and its message is short", async () => {
  const { client } = await lab(
    (_, response) => {
      response.writeHead(502, { "Content-Type": "text/html", "X-Request-Id": "req_8" });
      response.end(`<html>${"x".repeat(5000)}</html>`);
    },
    { maxRetries: 0 },
  );
  const error = await failure(client.prices.retrieve("SOL"));
  expect(error).toBeInstanceOf(ServerError);
  expect(error).toMatchObject({ status: 502, requestId: "req_8", code: undefined });
  expect(error.message.length).toBeLessThan(120);
});

test("S9 9007199254740993 arrives exactly", async () => {
  const { client } = await lab((_, response) => {
    response.writeHead(200, { "Content-Type": "application/json" });
    response.end(JSON.stringify(INTENT).replace('"amount":1000000000', '"amount":9007199254740993'));
  });
  expect((await client.intents.parse(command)).parameters.amount).toBe(9_007_199_254_740_993n);
});

test("S10 wrong types and missing fields are named", async () => {
  const { client } = await lab((_, response, n) =>
    json(response, 200, n === 1 ? { ...PRICE, price: "142" } : { ...PRICE, symbol: undefined }),
  );
  expect(await failure(client.prices.retrieve("SOL"))).toMatchObject({
    name: "ResponseValidationError",
    field: "price",
  });
  expect(await failure(client.prices.retrieve("SOL"))).toMatchObject({ field: "symbol" });
});

test("S11 no printed error or client contains the key", async () => {
  const { client } = await lab((_, response) => response.socket?.destroy(), { maxRetries: 0 });
  const error = await failure(client.prices.retrieve("SOL"));
  for (const text of [
    inspect(error, { depth: 9, showHidden: true }),
    inspect(client, { depth: 9, showHidden: true }),
  ])
    expect(text).not.toContain(KEY);
});

test("S12 a cursor that never advances ends in an error, after two requests", async () => {
  const { client, count } = await lab((_, response) =>
    json(response, 200, { data: [], pagination: { hasMore: true, before: "same" } }),
  );
  const error = await failure(client.transactions.list(WALLET).toArray({ max: 1000 }));
  expect(error).toBeInstanceOf(PaginationError);
  expect(count()).toBe(2);
});

test("S13 sixty calls with one signal leave no listener", async () => {
  const { client } = await lab((_, response) => json(response, 200, PRICE));
  const { signal } = new AbortController();
  let listeners = 0;
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (...args: Parameters<typeof add>) => {
    listeners++;
    add(...args);
  };
  signal.removeEventListener = (...args: Parameters<typeof remove>) => {
    listeners--;
    remove(...args);
  };
  for (let i = 0; i < 60; i++) await client.prices.retrieve("SOL", { signal });
  expect(listeners).toBe(0);
});

test("S14 a path parameter cannot leave its segment", async () => {
  let path: string | undefined;
  const { client, count } = await lab((request, response) => {
    path = request.url;
    json(response, 200, KEY_RECORD);
  });
  await client.keys.revoke("../admin?x#y");
  expect(path).toBe("/v1/keys/..%2Fadmin%3Fx%23y");
  const error = await failure(client.keys.revoke(".."));
  expect(error).toMatchObject({ name: "ValidationError", field: "keyId", status: undefined });
  expect(count()).toBe(1);
});

test("S15 a body over 10 MiB is not read to its end", async () => {
  const { client } = await lab((_, response) => {
    response.writeHead(200, { "Content-Type": "application/json" });
    const chunk = "x".repeat(1 << 20);
    const more = () => {
      while (!response.destroyed && response.write(chunk));
      if (!response.destroyed) response.once("drain", more);
    };
    more();
  });
  const error = await failure(client.prices.retrieve("SOL"));
  expect(error).toBeInstanceOf(ResponseValidationError);
  expect(error.message).toContain("10 MiB");
});

test("S16 a redirect is not followed: the key goes nowhere else", async () => {
  const { client, count } = await lab((_, response) => {
    response.writeHead(307, { Location: "/v1/elsewhere" });
    response.end();
  });
  const error = await failure(client.intents.parse(command));
  expect(error.constructor).toBe(ApiError);
  expect(error).toMatchObject({ status: 307, attempts: 1 });
  expect(error.message).toContain("redirect");
  expect(count()).toBe(1);
});
