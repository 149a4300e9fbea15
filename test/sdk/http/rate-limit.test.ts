import { type ClientOptions, RateLimitError } from "intent-tx";
import { describe, expect, test, vi } from "vitest";
import {
  clientWith,
  deferred,
  failure,
  fakeClock,
  KEY,
  PRICE,
  type Reply,
  refused,
  type Seen,
} from "../harness.js";

const NOW = Date.parse("2026-01-01T00:00:00Z");
const limits = (reset: string, remaining = 0, date?: number) => ({
  "X-RateLimit-Limit": "30",
  "X-RateLimit-Remaining": String(remaining),
  "X-RateLimit-Reset": reset,
  ...(date === undefined ? {} : { Date: new Date(date).toUTCString() }),
});
const limited = (headers: Record<string, string>) => ({ ...refused(429, "rate_limit_exceeded"), headers });
const paced = (replies: Parameters<typeof clientWith>[0], options: ClientOptions = {}) =>
  clientWith(replies, { rateLimit: { pace: true }, ...options });

const window = (limit: number, reset: string, remaining: number) => ({
  json: PRICE,
  headers: { ...limits(reset, remaining), "X-RateLimit-Limit": String(limit) },
});

describe("decision 4: X-RateLimit-Reset becomes a Date in any of its units", () => {
  test.each([String(NOW / 1000 + 10 * 86_400), "999999999"])(
    "%s is further ahead than any window, and is limited to a day",
    async (reset) => {
      const { client } = clientWith([{ json: PRICE, headers: limits(reset, 29) }]);
      await client.prices.retrieve("SOL");
      expect(client.rateLimit?.resetAt.getTime()).toBe(NOW + 86_400_000);
    },
  );

  test.each([
    ["seconds since 1970", String(NOW / 1000 + 42)],
    ["milliseconds since 1970", String(NOW + 42_000)],
    ["seconds from now", "42"],
  ])("%s", async (_, reset) => {
    const { client, clock } = clientWith(
      [limited(limits(reset, 0)), { json: PRICE, headers: limits(reset, 29) }],
      { rateLimit: { maxWait: 60_000 } },
    );
    const { rateLimit } = await client.prices.retrieve("SOL").withResponse();
    expect(clock.slept).toEqual([42_000]);
    expect(rateLimit).toMatchObject({ limit: 30, remaining: 29 });
    expect(rateLimit?.resetAt.getTime()).toBe(reset === "42" ? NOW + 84_000 : NOW + 42_000);
    expect(client.rateLimit).toEqual(rateLimit);
  });

  test.each(["1e3", "abc", "", "-5", "+5", "1.5", "99999999999999999999"])(
    "ignores the invalid reset %j",
    async (reset) => {
      const { client } = clientWith([{ json: PRICE, headers: limits(reset, 29) }]);
      expect((await client.prices.retrieve("SOL").withResponse()).rateLimit).toBeUndefined();
    },
  );

  test.each([
    ["a reset in the past", limits(String(NOW / 1000 - 30))],
    ["a reset now", limits(String(NOW / 1000))],
    ["the reset if requests are left", limits("42", 5)],
  ])("does not wait for %s", async (_, headers) => {
    const { client, clock } = clientWith([limited(headers), { json: PRICE }]);
    await client.prices.retrieve("SOL");
    expect(clock.slept[0]).toBeGreaterThanOrEqual(250);
    expect(clock.slept[0]).toBeLessThanOrEqual(500);
  });

  // `Date` has whole seconds, and the response takes time.
  test.each([
    [-1000, -1000],
    [0, 0],
    [1000, 0],
    [2000, 2000],
  ])("a machine that is ahead by %d ms moves the reset by %d ms", async (ahead, moved) => {
    const headers = limits(String(NOW / 1000 + 60), 29, NOW - ahead);
    const { client } = clientWith([{ json: PRICE, headers }]);
    await client.prices.retrieve("SOL");
    expect(client.rateLimit?.resetAt.getTime()).toBe(NOW + 60_000 + moved);
  });

  test("the machine's clock does not affect the wait", async () => {
    const server = NOW + 3_600_000;
    const reset = String(server / 1000 + 9);
    const next = { json: PRICE, headers: limits(reset, 29, server) };
    const { client, clock } = clientWith([limited(limits(reset, 0, server)), next]);
    await client.prices.retrieve("SOL");
    expect(clock.slept).toEqual([9000]);
    expect(client.rateLimit?.resetAt.getTime()).toBe(NOW + 9000 + 9000);
  });
});

describe("decision 9: Retry-After in seconds, as an HTTP date in its three forms, or not at all", () => {
  test.each([
    ["7", 7000],
    ["0", 0],
    ["0.2", 200],
    ["0.0004", 1],
    ["Sun, 01 Jan 2023 00:00:00 GMT", 0],
    ["Thu, 01 Jan 2026 00:00:07 GMT", 7000],
    ["Thursday, 01-Jan-26 00:00:07 GMT", 7000],
    ["Thu Jan  1 00:00:07 2026", 7000],
  ])("%s", async (value, expected) => {
    // HTTP's dates are in GMT, also the one that does not say so.
    vi.stubEnv("TZ", "Asia/Tokyo");
    const { client, clock } = clientWith([limited({ "Retry-After": value }), { json: PRICE }]);
    await client.prices.retrieve("SOL");
    expect(clock.slept).toEqual(expected ? [expected] : []);
  });

  test("an HTTP date counts from the service's clock", async () => {
    const headers = {
      "Retry-After": new Date(NOW + 905_000).toUTCString(),
      Date: new Date(NOW + 900_000).toUTCString(),
    };
    const { client, clock } = clientWith([limited(headers), { json: PRICE }]);
    await client.prices.retrieve("SOL");
    expect(clock.slept).toEqual([5000]);
  });

  test.each([undefined, "1e3", "soon", "-4", "foo 5", "30 seconds", "PT30S"])(
    "%s is ignored, and the wait is the short default",
    async (value) => {
      const reply = limited(value === undefined ? {} : { "Retry-After": value });
      const { client, clock } = clientWith([reply, { json: PRICE }]);
      await client.prices.retrieve("SOL");
      expect(clock.slept[0]).toBeGreaterThanOrEqual(250);
      expect(clock.slept[0]).toBeLessThanOrEqual(500);
    },
  );

  test("uses details.resetAt without a header", async () => {
    const details = { resetAt: new Date(NOW + 4000).toISOString() };
    const reply = refused(429, "rate_limit_exceeded", { details });
    const { client, clock } = clientWith([reply, { json: PRICE }]);
    await client.prices.retrieve("SOL");
    expect(clock.slept).toEqual([4000]);
  });
});

test("decision 6: a response without the three headers is valid", async () => {
  const { client } = clientWith([{ json: PRICE }]);
  const answer = await client.prices.retrieve("SOL").withResponse();
  expect(answer).toMatchObject({ data: PRICE, rateLimit: undefined });
  expect(client.rateLimit).toBeUndefined();
});

test("a wait beyond maxWait rejects at once with retryAfterMs", async () => {
  const { client, seen, clock } = clientWith([limited({ "Retry-After": "21" })]);
  const error = await failure(client.prices.retrieve("SOL"));
  expect(error).toBeInstanceOf(RateLimitError);
  const { status, code, retryAfterMs, attempts } = error;
  expect([status, code, retryAfterMs, attempts]).toEqual([429, "rate_limit_exceeded", 21_000, 1]);
  expect([seen.length, clock.slept]).toEqual([1, []]);
});

test("a used-up daily quota is not retried", async () => {
  const { client, seen } = clientWith([refused(429, "quota_exceeded")]);
  const error = await failure(client.prices.retrieve("SOL"));
  expect(error).toMatchObject({ name: "RateLimitError", code: "quota_exceeded" });
  expect(seen).toHaveLength(1);
});

test("mode throw never waits for the limit, and still retries transient errors", async () => {
  const reply = limited({ "Retry-After": "1" });
  const { client, seen } = clientWith([{ status: 503, json: {} }, reply], { rateLimit: "throw" });
  expect((await failure(client.prices.retrieve("SOL"))).name).toBe("RateLimitError");
  expect(seen).toHaveLength(2);
});

describe("pace", () => {
  const three = window(3, "1", 2);

  test("a request over the limit waits for the window, and none is refused", async () => {
    let left = 2;
    let reset = NOW + 10_000;
    const { client, clock, seen } = paced([
      () => {
        if (clock.now() >= reset) [left, reset] = [2, reset + 10_000];
        if (left === 0) return refused(429, "rate_limit_exceeded");
        left--;
        return window(2, String(reset / 1000), left);
      },
    ]);
    for (let i = 0; i < 6; i++) await client.prices.retrieve("SOL");
    expect(seen).toHaveLength(6);
    expect(clock.slept).toEqual([10_000, 10_000]);
  });

  test("concurrent requests share the remaining limit", async () => {
    const reply = { json: PRICE, headers: limits(String(NOW / 1000 + 5), 1) };
    const { client, seen, clock } = paced([reply]);
    await client.prices.retrieve("SOL");
    await Promise.all([client.prices.retrieve("SOL"), client.prices.retrieve("SOL")]);
    expect(seen).toHaveLength(3);
    expect(clock.slept).toHaveLength(1);
  });

  test.each([
    ["that the service has not counted yet", 0, 1, 10_000],
    ["from the window before", 11_000, 2, 60_000],
  ])("requests in flight %s use the window up", async (_, later, inFlight, retryAfterMs) => {
    const slow = deferred<Reply>();
    const hangs = () => slow.promise;
    const reply = window(2, String(NOW / 1000 + 10), inFlight);
    const hanging = Array(inFlight).fill(hangs);
    const isNew = later > 0;
    const replies = isNew ? [reply, ...hanging] : [...hanging, reply];
    const rateLimit = { pace: true, mode: "throw" } as const;
    const { client, clock } = paced([...replies, { json: PRICE }], { rateLimit });
    if (isNew) await client.prices.retrieve("SOL");
    const open = hanging.map(() => client.prices.retrieve("SOL"));
    await new Promise(setImmediate);
    if (isNew) await clock.sleep(later);
    else await client.prices.retrieve("SOL");
    const error = await failure(client.prices.retrieve("SOL"));
    expect(error).toMatchObject({ name: "RateLimitError", retryAfterMs });
    slow.resolve({ json: PRICE });
    await Promise.all(open);
  });

  test("a response that arrives after a later one does not give back what that one used", async () => {
    const [first, second] = [deferred<Reply>(), deferred<Reply>()];
    const replies = [window(3, "10", 2), () => first.promise, () => second.promise, { json: PRICE }];
    const { client, clock } = paced(replies);
    await client.prices.retrieve("SOL");
    const calls = [client.prices.retrieve("SOL"), client.prices.retrieve("SOL")];
    await new Promise(setImmediate);
    second.resolve(window(3, "10", 0));
    await calls[1];
    first.resolve(window(3, "10", 1));
    await calls[0];
    await client.prices.retrieve("SOL");
    expect(clock.slept).toEqual([10_000]);
  });

  test("a window that the service opens early, or with a higher limit, is used at once", async () => {
    const { client, clock } = paced([window(2, "10", 1), window(9, "20", 8), { json: PRICE }]);
    for (let i = 0; i < 5; i++) await client.prices.retrieve("SOL");
    expect(clock.slept).toEqual([]);
  });

  test("lost requests that the service did not count are used after the next response", async () => {
    const lost = { error: {} };
    const replies = [window(9, "10", 3), lost, lost, window(9, "10", 2), { json: PRICE }];
    const { client, clock } = paced(replies, { maxRetries: 0 });
    await client.prices.retrieve("SOL");
    for (let i = 0; i < 2; i++) await failure(client.prices.retrieve("SOL"));
    for (let i = 0; i < 3; i++) await client.prices.retrieve("SOL");
    expect(clock.slept).toEqual([]);
    await client.prices.retrieve("SOL");
    expect(clock.slept).toEqual([10_000]);
  });

  test("a wait beyond maxWait, or mode throw, rejects without a request", async () => {
    const reply = { json: PRICE, headers: limits(String(NOW / 1000 + 50), 0) };
    for (const rateLimit of [{ pace: true }, { pace: true, mode: "throw" as const, maxWait: 90_000 }]) {
      const { client, seen } = clientWith([reply], { rateLimit });
      await client.prices.retrieve("SOL");
      const error = await failure(client.prices.retrieve("SOL"));
      const { name, status, retryAfterMs, attempts } = error;
      expect([name, status, retryAfterMs, attempts]).toEqual(["RateLimitError", undefined, 50_000, 0]);
      expect(seen).toHaveLength(1);
    }
  });

  test("a refused connection uses no place in the window, a lost response does", async () => {
    const unsent = { error: { code: "ECONNREFUSED" } };
    const { client, clock } = paced([three, unsent, unsent, unsent, { error: {} }], { maxRetries: 0 });
    await client.prices.retrieve("SOL");
    for (let i = 0; i < 5; i++) await failure(client.prices.retrieve("SOL"));
    expect(clock.slept).toEqual([]);
    await failure(client.prices.retrieve("SOL"));
    expect(clock.slept).toHaveLength(1);
  });

  test("a call whose key provider fails releases its place in the window", async () => {
    let down = false;
    const apiKey = () => {
      if (down) throw new Error("the vault is down");
      return KEY;
    };
    const { client, clock } = paced([three], { apiKey });
    await client.prices.retrieve("SOL");
    down = true;
    for (let i = 0; i < 5; i++)
      expect((await failure(client.prices.retrieve("SOL"))).name).toBe("ConfigurationError");
    down = false;
    await clock.sleep(600_000);
    expect(await client.prices.retrieve("SOL")).toEqual(PRICE);
  });

  test("on a clock that does not advance, such as a closed server's, the client waits once and then sends", async () => {
    const clock = { now: () => NOW, sleep: async () => {} };
    const { client, seen } = paced([window(1, "10", 0)], { clock });
    await client.prices.retrieve("SOL");
    expect(await client.prices.retrieve("SOL")).toEqual(PRICE);
    expect(seen).toHaveLength(2);
  });

  test("a wait that totalTimeout does not allow rejects at once, with retryAfterMs", async () => {
    const rateLimit = { pace: true, maxWait: 3_600_000 };
    const options = { totalTimeout: 60_000, clock: undefined, rateLimit };
    const { client, seen } = paced([window(1, "600", 0)], options);
    await client.prices.retrieve("SOL");
    const timers = vi.spyOn(globalThis, "setTimeout");
    const error = await failure(client.prices.retrieve("SOL"));
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error["retryAfterMs"]).toBeGreaterThan(60_000);
    expect(timers.mock.calls.filter(([, ms = 0]) => ms > 60_000)).toEqual([]);
    timers.mockRestore();
    expect(seen).toHaveLength(1);
  });
});

test("a small maxWait does not affect retries after a 503, because the service asked for no wait", async () => {
  const { client, seen } = clientWith([refused(503, "service_unavailable")], {
    rateLimit: { maxWait: 100 },
  });
  expect((await failure(client.prices.retrieve("SOL"))).name).toBe("ServerError");
  expect(seen).toHaveLength(3);
});

describe("a paced client is not stopped for longer than a window", () => {
  test("by a limit of 0", async () => {
    const { client, clock } = paced([window(0, String(NOW / 1000 + 10), 0), { json: PRICE }]);
    await client.prices.retrieve("SOL");
    await client.prices.retrieve("SOL");
    expect(clock.slept).toEqual([10_000]);
  });

  test("by a clock that is set back", async () => {
    let back = 0;
    const { slept, now, sleep } = fakeClock();
    const clock = { now: () => now() - back, sleep };
    const { client } = paced([window(30, String(NOW / 1000 + 10), 0), { json: PRICE }], { clock });
    await client.prices.retrieve("SOL");
    back = 3_600_000;
    await client.prices.retrieve("SOL");
    expect(slept).toEqual([10_000]);
  });
});

test("a body that arrives slowly does not delay the reset", async () => {
  let now = NOW;
  const fetch = async () => {
    const body = new ReadableStream(
      {
        pull(controller) {
          now += 10_000;
          controller.enqueue(new TextEncoder().encode(JSON.stringify(PRICE)));
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    return new Response(body, { headers: limits(String(NOW / 1000 + 60), 3, NOW) });
  };
  const { client } = clientWith([], { fetch, clock: { now: () => now, sleep: async () => {} } });
  await client.prices.retrieve("SOL");
  expect(client.rateLimit?.resetAt.getTime()).toBe(NOW + 60_000);
});

test("a late response of the last window does not open the current one", async () => {
  const first = deferred<Reply>();
  const used = { json: PRICE, headers: limits(String(NOW / 1000 + 120), 0) };
  const { client, clock } = clientWith([() => first.promise, used, { json: PRICE }], {
    rateLimit: { pace: true, maxWait: 60_000 },
  });
  const slow = client.prices.retrieve("SOL");
  await clock.sleep(60_000);
  await client.prices.retrieve("SOL");
  first.resolve({ json: PRICE, headers: limits(String(NOW / 1000 + 60), 20) });
  await slow;
  await client.prices.retrieve("SOL");
  expect(clock.slept).toEqual([60_000, 60_000]);
});

test("a call with its own key neither waits for the client's window nor uses it up", async () => {
  const reply = ({ headers }: Seen) => ({
    json: PRICE,
    headers: limits(String(NOW / 1000 + 10), headers.get("authorization") === `Bearer ${KEY}` ? 1 : 0),
  });
  const { client, clock } = paced([reply]);
  const apiKey = "svc_live_other";
  await client.prices.retrieve("SOL");
  await client.prices.retrieve("SOL", { apiKey });
  await client.prices.retrieve("SOL", { apiKey });
  await client.prices.retrieve("SOL");
  expect(clock.slept).toEqual([]);
});
