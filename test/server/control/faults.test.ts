import { IntentTx } from "intent-tx";
import { test as base, describe, expect, onTestFinished, vi } from "vitest";
import { api, failureOf, lab, NOON, test } from "../lab.js";

const PRICES = { path: "/v1/prices/*" };

async function setup(transport: string) {
  const server = await lab();
  if (transport === "over a socket") await server.listen();
  const reach = transport === "in-process" ? (server.fetch as typeof fetch) : fetch;
  const price = (headers: Record<string, string> = {}) =>
    reach(`${server.baseUrl}/prices/SOL`, {
      headers: { Authorization: `Bearer ${server.keys.enterprise}`, ...headers },
    });
  const client = (options = {}) =>
    new IntentTx({
      ...server.clientOptions(),
      fetch: reach,
      baseUrl: server.baseUrl,
      maxRetries: 0,
      ...options,
    });
  return { server, price, client };
}

/** The parts of an error that a client can inspect. */
function shapeOf(error: Error) {
  const { code } = (error.cause ?? {}) as { code?: string };
  return { name: error.name, message: error.message, code };
}

describe.each(["in-process", "over a socket"])("%s", (open) => {
  const test = base.extend("world", () => setup(open));

  test("a connection dropped before the answer rejects fetch as undici does", async () => {
    const { server, price, client } = await setup(open);
    server.faults.add({ match: PRICES, times: 2, fault: { kind: "drop", when: "before" } });
    const shape = { name: "TypeError", message: "fetch failed", code: "ECONNRESET" };
    expect(shapeOf(await failureOf(price()))).toEqual(shape);
    expect(await failureOf(client().prices.retrieve("SOL"))).toMatchObject({ name: "ConnectionError" });
    expect((await price()).status).toBe(200);
  });

  test.for(["headers", "body"] as const)(
    "a connection dropped in the %s interrupts the body",
    async (when, { world: { server, price, client } }) => {
      server.faults.add({ match: PRICES, times: 2, fault: { kind: "drop", when } });
      const response = await price();
      expect(response.status).toBe(200);
      expect(response.headers.get("x-request-id")).toMatch(/^req_/);
      const broken = await failureOf(response.text());
      expect(shapeOf(broken)).toEqual({ name: "TypeError", message: "terminated", code: "UND_ERR_SOCKET" });
      expect(await failureOf(client().prices.retrieve("SOL"))).toMatchObject({ name: "ConnectionError" });
    },
  );

  test("a dropped connection is retried, and the second response counts", async () => {
    const { server, client } = await setup(open);
    server.faults.add({ match: PRICES, nth: 1, fault: { kind: "drop", when: "body" } });
    const waiting = client({
      maxRetries: 1,
      clock: { now: Date.now, sleep: async () => {} },
    }).prices.retrieve("SOL");
    expect((await waiting).price).toBeGreaterThan(0);
    expect(server.faults.list()).toMatchObject([{ fired: 1 }]);
  });

  test.each(["truncated", "html", "content-type"] as const)("a malformed body: %s", async (form) => {
    const { server, price, client } = await setup(open);
    server.faults.add({ match: PRICES, times: 2, fault: { kind: "malformed", form } });
    const response = await price();
    const text = await response.text();
    expect(response.status).toBe(200);
    const type = response.headers.get("content-type");
    if (form === "content-type") {
      expect(type).toBe("text/plain; charset=utf-8");
      expect(JSON.parse(text)).toMatchObject({ symbol: "SOL" });
    } else {
      expect(type).toBe(form === "html" ? "text/html; charset=utf-8" : "application/json; charset=utf-8");
      expect(() => JSON.parse(text)).toThrow(SyntaxError);
    }
    const outcome = await client()
      .prices.retrieve("SOL")
      .then(
        () => "answered",
        (error: unknown) => (error as Error).name,
      );
    expect(outcome).toBe(form === "content-type" ? "answered" : "ResponseValidationError");
  });

  test("a slow body arrives in full, at the given speed", async ({ world: { server, price } }) => {
    server.faults.add({ match: PRICES, nth: 1, fault: { kind: "slow-body", bytesPerSecond: 2000 } });
    const began = performance.now();
    const response = await price();
    const { symbol } = (await response.json()) as { symbol: string };
    expect(symbol).toBe("SOL");
    expect(performance.now() - began).toBeGreaterThan(80);
  });

  test("a response is delayed in real or in virtual time", async ({ world: { server, price } }) => {
    server.faults.add({ match: PRICES, nth: 1, fault: { kind: "latency", ms: 60 } });
    const began = performance.now();
    await price();
    expect(performance.now() - began).toBeGreaterThanOrEqual(55);
    server.faults.add({ match: PRICES, nth: 1, fault: { kind: "latency", ms: 60_000, clock: "virtual" } });
    let answered = false;
    const waiting = price().then(() => {
      answered = true;
    });
    while (server.faults.list()[1]?.fired !== 1) await new Promise((resolve) => setImmediate(resolve));
    await server.clock.advance("59s");
    expect(answered).toBe(false);
    await server.clock.advance("2s");
    await waiting;
  });

  test.for([[429], [500], [503], [502], [418], [404], [301]] as const)(
    "status %i with the contract's body",
    async ([status], { world: { server, price } }) => {
      server.faults.add({ match: PRICES, nth: 1, fault: { kind: "status", status } });
      const response = await price();
      expect(response.status).toBe(status);
      expect(response.headers.get("x-ratelimit-limit")).toBe("600");
      expect(await response.json()).toMatchObject({
        error: { code: expect.stringMatching(/^[a-z_]+$/), message: expect.stringContaining(String(status)) },
        meta: { requestId: response.headers.get("x-request-id") },
      });
    },
  );

  test.for([
    [2, "2"],
    ["2", "2"],
    ["0", "0"],
    ["Thu, 01 Jan 2026 12:00:05 GMT", "Thu, 01 Jan 2026 12:00:05 GMT"],
    ["soon", "soon"],
    ["-1", "-1"],
  ] as const)(
    "a 429 with Retry-After: %s",
    async ([retryAfter, sent], { world: { server, price, client } }) => {
      server.faults.add({ match: PRICES, times: 2, fault: { kind: "status", status: 429, retryAfter } });
      const response = await price();
      expect(response.headers.get("retry-after")).toBe(sent);
      expect(await response.json()).toMatchObject({ error: { code: "rate_limit_exceeded" } });
      const error = await failureOf(client({ rateLimit: "throw" }).prices.retrieve("SOL"));
      expect(error).toMatchObject({ name: "RateLimitError", status: 429 });
    },
  );

  test("a status without a body, and one with a custom code", async ({ world: { server, price } }) => {
    server.faults.add({ match: PRICES, nth: 1, fault: { kind: "status", status: 503, empty: true } });
    server.faults.add({ match: PRICES, nth: 2, fault: { kind: "status", status: 409, code: "tea_break" } });
    const empty = await price();
    expect([empty.status, await empty.text()]).toEqual([503, ""]);
    const teapot = await price();
    expect([teapot.status, await teapot.json()]).toMatchObject([409, { error: { code: "tea_break" } }]);
  });

  test("a specified response replaces the service's, with its own headers kept", async () => {
    const { server, price, client } = await setup(open);
    const body = { symbol: "SOL", price: "not a number" };
    const headers = { "content-type": "application/vnd.own+json", ETag: '"1"' };
    server.faults.add({ match: PRICES, times: 2, fault: { kind: "respond", status: 202, headers, body } });
    const response = await price();
    expect([response.status, await response.json()]).toEqual([202, body]);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "application/vnd.own+json",
      etag: '"1"',
      "x-request-id": expect.stringMatching(/^req_/),
      "x-ratelimit-remaining": "599",
    });
    expect((await failureOf(client().prices.retrieve("SOL"))).name).toBe("ResponseValidationError");
    server.faults.add({ match: PRICES, nth: 1, fault: { kind: "respond", status: 429, body: "<later>" } });
    const limited = await price();
    expect([limited.status, await limited.text()]).toEqual([429, "<later>"]);
    // A 429 does not count as used (decision 9), so only the two requests above do.
    expect(limited.headers.get("x-ratelimit-remaining")).toBe("598");
    server.faults.add({ match: PRICES, nth: 1, fault: { kind: "respond", status: 204 } });
    expect([(await price()).status, (await price()).status]).toEqual([204, 200]);
    expect(server.requests.list().at(-4)).toMatchObject({ operation: "prices.retrieve", status: 202 });
  });

  test("one request selects its faults with a header", async ({ world: { server, price } }) => {
    const response = await price({
      "Mock-Control": "status=503; code=service_unavailable; retry-after=7; latency=1",
    });
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toBe("7");
    expect((await price({ "Mock-Control": "status=500;empty" })).headers.get("content-length") ?? "0").toBe(
      "0",
    );
    expect(shapeOf(await failureOf(price({ "Mock-Control": "drop=before" }))).code).toBe("ECONNRESET");
    expect((await price({ "mock-control": "malformed=html" })).headers.get("content-type")).toContain("html");
    expect((await price({ "Mock-Control": "slow-body=100000" })).status).toBe(200);
    expect((await price({ "Mock-Control": "" })).status).toBe(200);
    expect(server.faults.list()).toEqual([]);
  });

  test.for([
    ["explode=1", /contains the unknown word "explode"; use one of latency, /],
    ["status=99", /status=99: must be an integer from 200 to 599/],
    ["status=abc", /status=abc/],
    ["drop=sometimes", /drop=sometimes: must be one of connect, before, headers, body/],
    ["latency=-5", /latency=-5/],
    ["retry-after=3", /contains the unknown word "retry-after"/],
    ["status=503; status=500", /repeats "status"/],
    ["status=503; empty=no", /empty=no: must be true or false/],
  ] as const)("the header %s is refused by name", async ([header, reason], { world: { price } }) => {
    const response = await price({ "Mock-Control": header });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { code: "validation_error", field: "Mock-Control", message: expect.stringMatching(reason) },
    });
  });
});

describe("a status fault answers as the service would on that endpoint", () => {
  const WALLET = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
  const NEVER_PARSED = { intentId: "intent_AAAAAAAAAAAAAAAA", walletAddress: WALLET };
  const COMMAND = { walletAddress: WALLET, command: "swap 1 SOL for USDC" };
  const ask = async (status: number, method: string, path: string, body?: unknown, fault = {}) => {
    const server = await lab();
    const { key } = await server.issueKey({ tier: "pro", scopes: ["read:prices", "write:intents"] });
    server.faults.add({ fault: { kind: "status", status, ...fault } });
    const answer = await api(server, method, path, body, key);
    const { code, details } = answer.body.error;
    return { headers: answer.headers, code, details };
  };

  type Call = [method: string, path: string, body?: unknown];
  const get = (path: string): Call => ["GET", path];
  const BUILD: Call = ["POST", "/transactions/build", NEVER_PARSED];
  const PARSE: Call = ["POST", "/intents", COMMAND];
  const intent = { resource: "intent", id: NEVER_PARSED.intentId };
  test.each<[number, Call, string, unknown?]>([
    [404, get("/prices/SOL"), "token_not_found", { resource: "token", id: "SOL" }],
    [404, get(`/portfolio/${WALLET}`), "wallet_not_found", { resource: "wallet", id: WALLET }],
    [404, BUILD, "intent_not_found", intent],
    [410, BUILD, "intent_expired", intent],
    [400, BUILD, "simulation_failed", { reason: expect.any(String), logs: [] }],
    [422, BUILD, "intent_not_buildable"],
    [422, PARSE, "parsing_error", { command: COMMAND.command, reason: "not_a_command" }],
    [400, PARSE, "validation_error", { field: "body" }],
    [404, ["DELETE", "/keys/key_1"], "key_not_found", { resource: "key", id: "key_1" }],
    [409, ["POST", "/keys/key_1/rotate"], "key_not_rotatable"],
    [404, get("/analytics/usage"), "not_found", { resource: "route", id: "/v1/analytics/usage" }],
    [403, get("/prices/SOL"), "insufficient_scope", { required: "read:prices", granted: ["write:intents"] }],
    [503, get("/prices/SOL"), "service_unavailable"],
  ])("%i on %j is %s", async (status, [method, path, body], code, details) => {
    const answer = await ask(status, method, path, body);
    expect(answer.code).toBe(code);
    if (details === undefined) expect(answer.details).toBeUndefined();
    else expect(answer.details).toMatchObject(details as object);
  });

  test("a 401 names the scheme and a reason, a 405 the allowed methods", async () => {
    const refused = await ask(401, "GET", "/prices/SOL");
    expect(refused).toMatchObject({ code: "unauthorized", details: { reason: "unknown" } });
    expect(refused.headers.get("www-authenticate")).toBe("Bearer");
    expect((await ask(405, "GET", "/prices/SOL")).headers.get("allow")).toBe("GET, HEAD, OPTIONS");
  });

  test("a 429 names the limit, and a reset time that matches Retry-After", async () => {
    const details = (seconds: number, window = "minute") => ({
      limit: 120,
      window,
      resetAt: new Date(Date.parse(NOON) + seconds * 1000).toISOString(),
    });
    const of = (fault: object) => ask(429, "POST", "/transactions/build", NEVER_PARSED, fault);
    expect(await of({ retryAfter: 7 })).toMatchObject({ code: "rate_limit_exceeded", details: details(7) });
    expect((await of({ retryAfter: "Thu, 01 Jan 2026 12:00:05 GMT" })).details).toEqual(details(5));
    // Without a valid `retryAfter`, the limit resets immediately.
    expect((await of({})).details).toEqual(details(0));
    expect((await of({ retryAfter: "soon" })).details).toEqual(details(0));
    expect((await of({ code: "quota_exceeded", retryAfter: 9 })).details).toEqual(details(9, "day"));
  });

  test("a 429 does not count as used, as in the service; any other response does", async ({ server }) => {
    const price = () => api(server, "GET", "/prices/SOL", undefined, "pro");
    const left = async () => Number((await price()).headers.get("x-ratelimit-remaining"));
    server.faults.add({ nth: 1, fault: { kind: "status", status: 429 } });
    server.faults.add({ nth: 2, fault: { kind: "status", status: 503 } });
    expect([await left(), await left(), await left()]).toEqual([120, 119, 118]);
  });
});

test.each(["real", "virtual"] as const)("a client's time-out ends a wait for a %s latency", async (clock) => {
  const server = await lab();
  server.faults.add({ match: PRICES, fault: { kind: "latency", ms: 60_000, clock } });
  const client = new IntentTx({ ...server.clientOptions(), timeout: 20, maxRetries: 0 });
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const failed = failureOf(client.prices.retrieve("SOL"));
  while (server.faults.list()[0]?.fired !== 1) await new Promise((resolve) => setImmediate(resolve));
  vi.advanceTimersByTime(20);
  expect(await failed).toMatchObject({ name: "TimeoutError" });
  vi.useRealTimers();
  expect(server.clock.now()).toBe(Date.parse(NOON));
  // The aborted request ends immediately: it delays neither a later step of the test nor the process's exit.
  await expect.poll(() => server.requests.list()).toHaveLength(1);
});
