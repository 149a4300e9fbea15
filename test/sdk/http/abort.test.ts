import { getEventListeners } from "node:events";
import { IntentTx } from "intent-tx";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { BASE, clientWith, deferred, failure, KEY, PRICE, RECORD, refused, WALLET } from "../harness.js";

const reason = { why: "the user left" };

/** A signal that counts its listeners. */
function countingSignal() {
  const controller = new AbortController();
  const { signal } = controller;
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
  return { controller, signal, listeners: () => listeners };
}

const never = () => new Promise<never>(() => {});
const hang = (abort: () => void) => {
  abort();
  return never();
};
const stalled = async (abort: () => void) => {
  setTimeout(abort, 5);
  return new Response(new ReadableStream({ start: (c) => c.enqueue(new TextEncoder().encode('{"mint":')) }));
};

describe("an abort ends a call immediately at any point, with the signal's reason", () => {
  test.each<[string, (abort: () => void) => ConstructorParameters<typeof IntentTx>[0]]>([
    [
      "before it begins",
      (abort) => {
        abort();
        return { fetch: never };
      },
    ],
    ["while the key is requested", (abort) => ({ apiKey: () => hang(abort), fetch: never })],
    ["in a fetch that ignores signals", (abort) => ({ fetch: () => hang(abort) })],
    ["in a body that stalls", (abort) => ({ fetch: () => stalled(abort) })],
    [
      "in the wait before a retry",
      (abort) => ({
        fetch: async () => Response.json({}, { status: 503 }),
        clock: { now: () => 0, sleep: () => hang(abort) },
      }),
    ],
    [
      "in the wait for a rate limit",
      (abort) => ({
        fetch: async () => Response.json({}, { status: 429, headers: { "Retry-After": "9" } }),
        clock: { now: () => 0, sleep: () => hang(abort) },
      }),
    ],
  ])("%s", async (_, options) => {
    const { controller, signal, listeners } = countingSignal();
    const client = new IntentTx({ apiKey: KEY, baseUrl: BASE, ...options(() => controller.abort(reason)) });
    const error = await failure(client.prices.retrieve("SOL", { signal }));
    expect(error.name).toBe("AbortedError");
    expect(error.cause).toBe(reason);
    expect(listeners()).toBe(0);
  });

  test("in the queue of a paced client", async () => {
    const headers = { "X-RateLimit-Limit": "1", "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "10" };
    const controller = new AbortController();
    const clock = { now: () => 0, sleep: () => hang(() => controller.abort(reason)) };
    const { client, seen } = clientWith([{ json: PRICE, headers }], { clock, rateLimit: { pace: true } });
    await client.prices.retrieve("SOL");
    const error = await failure(client.prices.retrieve("SOL", { signal: controller.signal }));
    expect([error.name, error.cause, seen.length]).toEqual(["AbortedError", reason, 1]);
  });

  test("between two pages of a list", async () => {
    const controller = new AbortController();
    let page = 0;
    const { client, seen } = clientWith([
      () => ({ json: { data: [RECORD], pagination: { hasMore: true, before: `c${page++}` } } }),
    ]);
    const walk = async () => {
      for await (const _ of client.transactions.list(WALLET, {}, { signal: controller.signal }))
        if (seen.length === 3) controller.abort(reason);
    };
    const error = await failure(walk());
    expect([error.name, error.cause, seen.length]).toEqual(["AbortedError", reason, 3]);
  });
});

test("the deadline of an attempt ends a fetch that ignores it, and the retry may succeed", async () => {
  let count = 0;
  const fetch = () => (count++ ? Promise.resolve(Response.json(PRICE)) : never());
  const { client } = clientWith([], { fetch, timeout: 20 });
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const call = client.prices.retrieve("SOL");
  await vi.advanceTimersByTimeAsync(20);
  expect(await call).toEqual(PRICE);
  expect(count).toBe(2);
});

test("a late response of an abandoned attempt is dropped", async () => {
  let cancelled = 0;
  const late = () => new Response(new ReadableStream({ cancel: () => void cancelled++ }));
  const response = deferred<Response>();
  const fetch = () => response.promise;
  const client = new IntentTx({ apiKey: KEY, baseUrl: BASE, fetch, timeout: 10, maxRetries: 0 });
  expect((await failure(client.prices.retrieve("SOL"))).name).toBe("TimeoutError");
  response.resolve(late());
  await expect.poll(() => cancelled).toBe(1);
});

test("totalTimeout covers attempts and waits; a wait starts only if enough time is left", async () => {
  const reply = { ...refused(429, "rate_limit_exceeded"), headers: { "Retry-After": "16" } };
  const { client } = clientWith([reply], { clock: undefined, totalTimeout: 15_000 });
  const timers = vi.spyOn(globalThis, "setTimeout");
  const error = await failure(client.prices.retrieve("SOL"));
  expect(error).toMatchObject({ name: "RateLimitError", retryAfterMs: 16_000 });
  expect(timers.mock.calls.map(([, ms]) => ms)).not.toContain(16_000);
  timers.mockRestore();
});

test("one signal ends any number of calls with one listener and no Node warning", async () => {
  const warned = vi.fn();
  process.on("warning", warned);
  const controller = new AbortController();
  const { signal } = controller;
  const adding = vi.spyOn(signal, "addEventListener");
  const { client } = clientWith([never]);
  const calls = Array.from({ length: 30 }, () => failure(client.prices.retrieve("SOL", { signal })));
  await new Promise((resolve) => setImmediate(resolve));
  expect(getEventListeners(signal, "abort")).toHaveLength(1);
  expect(new Set(adding.mock.calls.map(([, listener]) => listener)).size).toBe(1);
  controller.abort(reason);
  for (const error of await Promise.all(calls))
    expect(error).toMatchObject({ name: "AbortedError", cause: reason });
  await new Promise((resolve) => setImmediate(resolve));
  process.off("warning", warned);
  expect(warned).not.toHaveBeenCalled();
});

test("a call that ends does not take the signal from the others", async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const { client } = clientWith([never, { json: PRICE }]);
  const open = failure(client.prices.retrieve("SOL", { signal }));
  await client.prices.retrieve("SOL", { signal });
  controller.abort(reason);
  expect(await open).toMatchObject({ name: "AbortedError", cause: reason });
});

test("limits longer than a timer's maximum do not end a call or a wait at once", async () => {
  const controller = new AbortController();
  const month = { ...refused(429, "rate_limit_exceeded"), headers: { "Retry-After": "2592000" } };
  const slow = () => new Promise<typeof month>((resolve) => setTimeout(() => resolve(month), 20));
  const { client, seen } = clientWith([slow], {
    clock: undefined,
    timeout: Number.POSITIVE_INFINITY,
    totalTimeout: Number.POSITIVE_INFINITY,
    rateLimit: { maxWait: Number.POSITIVE_INFINITY },
  });
  client.on("retry", () => void setTimeout(() => controller.abort(reason), 20));
  const error = await failure(client.prices.retrieve("SOL", { signal: controller.signal }));
  expect([error.name, seen.length]).toEqual(["AbortedError", 1]);
});

test("a body that cannot be cancelled does not stop its signal from ending other calls", async () => {
  const thrown = vi.fn();
  process.on("uncaughtException", thrown);
  const controller = new AbortController();
  const { signal } = controller;
  const body = { [Symbol.asyncIterator]: () => ({ next: never, return: () => JSON.parse("no") }) };
  const fetch = async () => ({ status: 200, ok: true, headers: new Headers(), body, text: never });
  const client = new IntentTx({ apiKey: KEY, baseUrl: BASE, fetch });
  const calls = [1, 2, 3].map(() => failure(client.prices.retrieve("SOL", { signal })));
  await new Promise((resolve) => setImmediate(resolve));
  controller.abort(reason);
  for (const error of await Promise.all(calls)) expect(error.name).toBe("AbortedError");
  await new Promise((resolve) => setImmediate(resolve));
  process.off("uncaughtException", thrown);
  expect(thrown).not.toHaveBeenCalled();
});

test("a call that succeeds leaves no timer and no listener", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const { signal, listeners } = countingSignal();
  const { client } = clientWith([refused(503, "service_unavailable"), { json: PRICE }]);
  for (let i = 0; i < 20; i++) await client.prices.retrieve("SOL", { signal });
  expect(listeners()).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});

test("a response of asResponse() keeps no listener after its deadlines", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const { signal, listeners } = countingSignal();
  const { client } = clientWith([{ json: PRICE }]);
  const response = await client.prices.retrieve("SOL", { signal }).asResponse();
  expect([listeners(), (await response.json()).symbol]).toEqual([1, "SOL"]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(listeners()).toBe(0);
});
