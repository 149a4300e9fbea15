import { RateLimitError } from "intent-tx";
import { describe, expect, test, vi } from "vitest";
import { clientWith, failure, fakeClock, KEY, PRICE, refused } from "../harness.js";

const NOW = Date.parse("2026-01-01T00:00:00Z");
const limits = (limit: number, remaining: number, reset: string) => ({
  "X-RateLimit-Limit": String(limit),
  "X-RateLimit-Remaining": String(remaining),
  "X-RateLimit-Reset": reset,
});

describe("pace", () => {
  const three = { json: PRICE, headers: limits(3, 2, "1") };

  test("a call whose key provider fails releases its place in the window", async () => {
    let down = false;
    const { client, clock } = clientWith([three], {
      rateLimit: { pace: true },
      apiKey: () => {
        if (down) throw new Error("the vault is down");
        return KEY;
      },
    });
    await client.prices.retrieve("SOL");
    down = true;
    for (let i = 0; i < 5; i++)
      expect((await failure(client.prices.retrieve("SOL"))).name).toBe("ConfigurationError");
    down = false;
    await clock.sleep(600_000);
    expect(await client.prices.retrieve("SOL")).toEqual(PRICE);
  });

  test("a call aborted while its key is fetched releases its place too", async () => {
    const { client, clock } = clientWith([three], { rateLimit: { pace: true } });
    await client.prices.retrieve("SOL");
    for (let i = 0; i < 5; i++) {
      const controller = new AbortController();
      const { signal } = controller;
      const call = client.prices.retrieve("SOL", { signal, apiKey: () => new Promise<string>(() => {}) });
      setTimeout(() => controller.abort());
      expect((await failure(call)).name).toBe("AbortedError");
    }
    await clock.sleep(600_000);
    expect(await client.prices.retrieve("SOL")).toEqual(PRICE);
  });

  test("a clock that does not advance, as a closed server's, is slept on once; then the request is sent", async () => {
    const clock = { now: () => NOW, sleep: async () => {} };
    const { client, seen } = clientWith([{ json: PRICE, headers: limits(1, 0, "10") }], {
      rateLimit: { pace: true },
      clock,
    });
    await client.prices.retrieve("SOL");
    expect(await client.prices.retrieve("SOL")).toEqual(PRICE);
    expect(seen).toHaveLength(2);
  });

  test("a wait that totalTimeout does not allow rejects at once, with the wait", async () => {
    const { client, seen } = clientWith([{ json: PRICE, headers: limits(1, 0, "10") }], {
      rateLimit: { pace: true },
      totalTimeout: 1000,
      clock: undefined,
    });
    await client.prices.retrieve("SOL");
    const timers = vi.spyOn(globalThis, "setTimeout");
    const error = await failure(client.prices.retrieve("SOL"));
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error["retryAfterMs"]).toBeGreaterThan(8000);
    expect(timers.mock.calls.filter(([, ms = 0]) => ms > 1000)).toEqual([]);
    timers.mockRestore();
    expect(seen).toHaveLength(1);
  });
});

describe("maxWaitMs applies only to waits requested by the service", () => {
  test("a small maxWaitMs does not affect retries after a 503", async () => {
    const { client, seen } = clientWith([refused(503, "service_unavailable")], {
      rateLimit: { maxWaitMs: 100 },
    });
    expect((await failure(client.prices.retrieve("SOL"))).name).toBe("ServerError");
    expect(seen).toHaveLength(3);
  });

  test("a 503 that names a longer wait is not waited for", async () => {
    const reply = { ...refused(503, "service_unavailable"), headers: { "Retry-After": "1" } };
    const { client, seen } = clientWith([reply], { rateLimit: { maxWaitMs: 100 } });
    await failure(client.prices.retrieve("SOL"));
    expect(seen).toHaveLength(1);
  });
});

test.each([
  ["Sun, 01 Jan 2023 00:00:00 GMT", 0],
  ["Thu, 01 Jan 2026 00:00:07 GMT", 7000],
  ["Thursday, 01-Jan-26 00:00:07 GMT", 7000],
  ["Thu Jan  1 00:00:07 2026", 7000],
])("Retry-After takes the three forms of an HTTP date: %s", async (value, expected) => {
  const clock = fakeClock(NOW);
  const reply = { ...refused(429, "rate_limit_exceeded"), headers: { "Retry-After": value } };
  const { client } = clientWith([reply, { json: PRICE }], { clock });
  await client.prices.retrieve("SOL");
  expect(clock.slept).toEqual(expected ? [expected] : []);
});
