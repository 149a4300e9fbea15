import type { MockServer } from "@intent-tx/mock-server";
import { IntentTx } from "intent-tx";
import { describe, expect, test } from "vitest";
import { clientOf, control, failureOf, lab, NOON } from "./lab.js";

type Rule = Parameters<MockServer["faults"]["add"]>[0];

const PRICES = { path: "/v1/prices/*" };

const TRANSPORTS: readonly (readonly [string, (server: MockServer) => Promise<typeof fetch>])[] = [
  ["in-process", async (server) => server.fetch as typeof fetch],
  [
    "over a socket",
    async (server) => {
      await server.listen();
      return fetch;
    },
  ],
];

async function stage(open: (server: MockServer) => Promise<typeof fetch>) {
  const server = await lab();
  const reach = await open(server);
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

/** What of an error a client could look at. */
function shapeOf(error: Error) {
  const { code } = (error.cause ?? {}) as { code?: string };
  return { name: error.name, message: error.message, code };
}

describe.each(TRANSPORTS)("%s", (_, open) => {
  test.each([["before", { name: "TypeError", message: "fetch failed", code: "ECONNRESET" }]] as const)(
    "a connection dropped %s rejects fetch as undici does",
    async (when, shape) => {
      const { server, price, client } = await stage(open);
      server.faults.add({ match: PRICES, times: 2, fault: { kind: "drop", when } });
      expect(shapeOf(await failureOf(price()))).toEqual(shape);
      expect(await failureOf(client().prices.retrieve("SOL"))).toMatchObject({ name: "ConnectionError" });
      expect((await price()).status).toBe(200);
    },
  );

  test.each(["headers", "body"] as const)(
    "a connection dropped in the %s breaks the body off",
    async (when) => {
      const { server, price, client } = await stage(open);
      server.faults.add({ match: PRICES, times: 2, fault: { kind: "drop", when } });
      const response = await price();
      expect(response.status).toBe(200);
      expect(response.headers.get("x-request-id")).toMatch(/^req_/);
      const broken = await failureOf(response.text());
      expect(shapeOf(broken)).toEqual({ name: "TypeError", message: "terminated", code: "UND_ERR_SOCKET" });
      expect(await failureOf(client().prices.retrieve("SOL"))).toMatchObject({ name: "ConnectionError" });
    },
  );

  test("a dropped connection is tried again, and the second answer counts", async () => {
    const { server, client } = await stage(open);
    server.faults.add({ match: PRICES, nth: 1, fault: { kind: "drop", when: "body" } });
    const waiting = client({
      maxRetries: 1,
      clock: { now: Date.now, sleep: async () => {} },
    }).prices.retrieve("SOL");
    expect((await waiting).price).toBeGreaterThan(0);
    expect(server.faults.list()).toMatchObject([{ fired: 1 }]);
  });

  test.each(["truncated", "html", "content-type"] as const)("a malformed body: %s", async (form) => {
    const { server, price, client } = await stage(open);
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

  test("a slow body comes whole, at its pace", async () => {
    const { server, price } = await stage(open);
    server.faults.add({ match: PRICES, nth: 1, fault: { kind: "slow-body", bytesPerSecond: 2000 } });
    const began = performance.now();
    const response = await price();
    const head = performance.now() - began;
    const { symbol } = (await response.json()) as { symbol: string };
    expect(symbol).toBe("SOL");
    expect(performance.now() - began).toBeGreaterThan(80);
    expect(head).toBeLessThan(performance.now() - began);
  });

  test("an answer comes late by real or by virtual time", async () => {
    const { server, price } = await stage(open);
    server.faults.add({ match: PRICES, nth: 1, fault: { kind: "latency", ms: 60 } });
    const began = performance.now();
    await price();
    expect(performance.now() - began).toBeGreaterThanOrEqual(55);
    server.faults.add({ match: PRICES, nth: 1, fault: { kind: "latency", ms: 60_000, clock: "virtual" } });
    let answered = false;
    const waiting = price().then((response) => {
      answered = true;
      return response.text();
    });
    while (server.faults.list()[1]?.fired !== 1) await new Promise((resolve) => setImmediate(resolve));
    await server.clock.advance("59s");
    expect(answered).toBe(false);
    await server.clock.advance("2s");
    await waiting;
  });

  test.each([[429], [500], [503], [502], [418], [404], [301]])(
    "status %i with the contract's body",
    async (status) => {
      const { server, price } = await stage(open);
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

  test.each([
    [2, "2"],
    ["2", "2"],
    ["0", "0"],
    ["Thu, 01 Jan 2026 12:00:05 GMT", "Thu, 01 Jan 2026 12:00:05 GMT"],
    ["soon", "soon"],
    ["-1", "-1"],
  ])("a 429 with Retry-After: %s", async (retryAfter, sent) => {
    const { server, price, client } = await stage(open);
    server.faults.add({ match: PRICES, times: 2, fault: { kind: "status", status: 429, retryAfter } });
    const response = await price();
    expect(response.headers.get("retry-after")).toBe(sent);
    expect(await response.json()).toMatchObject({ error: { code: "rate_limit_exceeded" } });
    const error = await failureOf(client({ rateLimit: "throw" }).prices.retrieve("SOL"));
    expect(error).toMatchObject({ name: "RateLimitError", status: 429 });
  });

  test("a status without a body, and one with a code of its own", async () => {
    const { server, price } = await stage(open);
    server.faults.add({ match: PRICES, nth: 1, fault: { kind: "status", status: 503, empty: true } });
    server.faults.add({ match: PRICES, nth: 2, fault: { kind: "status", status: 409, code: "tea_break" } });
    const empty = await price();
    expect([empty.status, await empty.text()]).toEqual([503, ""]);
    const teapot = await price();
    expect([teapot.status, await teapot.json()]).toMatchObject([409, { error: { code: "tea_break" } }]);
  });

  test("one request asks for its own faults by its header", async () => {
    const { server, price } = await stage(open);
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

  test.each([
    ["explode=1", /has no word "explode"; there are latency, /],
    ["status=99", /status=99: must be from 200 to 599/],
    ["status=abc", /status=abc/],
    ["drop=sometimes", /drop=sometimes: must be before, headers or body/],
    ["latency=-5", /latency=-5/],
    ["retry-after=3", /has no word "retry-after"/],
  ])("the header %s is refused by its word", async (header, reason) => {
    const { price } = await stage(open);
    const response = await price({ "Mock-Control": header });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { code: "validation_error", field: "Mock-Control", message: expect.stringMatching(reason) },
    });
  });
});

describe("which requests a rule hits", () => {
  const statuses = async (
    server: MockServer,
    count: number,
    path = "/prices/SOL",
    init: RequestInit = {},
  ) => {
    const seen: number[] = [];
    for (let at = 0; at < count; at++) {
      const headers = { Authorization: `Bearer ${server.keys.enterprise}` };
      seen.push((await server.fetch(`${server.baseUrl}${path}`, { headers, ...init })).status);
    }
    return seen;
  };
  const fault = { kind: "status", status: 503 } as const;

  test.each<[string, Omit<Rule, "fault">, number[]]>([
    ["every one", {}, [503, 503, 503, 503]],
    ["the first two", { times: 2 }, [503, 503, 200, 200]],
    ["the third", { nth: 3 }, [200, 200, 503, 200]],
    ["from the second, two", { nth: 2, times: 2 }, [200, 503, 503, 200]],
    ["never by chance", { probability: 0 }, [200, 200, 200, 200]],
    ["always by chance", { probability: 1 }, [503, 503, 503, 503]],
    ["another method's", { match: { method: "POST" } }, [200, 200, 200, 200]],
    ["its method's, in any case", { match: { method: "get" } }, [503, 503, 503, 503]],
    ["a path exactly", { match: { path: "/v1/prices/SOL" } }, [503, 503, 503, 503]],
    ["a path that only begins so", { match: { path: "/v1/prices" } }, [200, 200, 200, 200]],
    ["a wildcard in the middle", { match: { path: "/v1/*/SOL" } }, [503, 503, 503, 503]],
    ["several wildcards", { match: { path: "*pri*s/S*" } }, [503, 503, 503, 503]],
    ["parts that would overlap", { match: { path: "/v1/prices/SOL*SOL" } }, [200, 200, 200, 200]],
    ["nothing special but the star", { match: { path: "/v1/prices/S.L" } }, [200, 200, 200, 200]],
  ])("%s", async (_, rule, expected) => {
    const server = await lab();
    server.faults.add({ ...rule, fault });
    expect(await statuses(server, 4)).toEqual(expected);
  });

  test("chance is drawn from the seed, the same in every server", async () => {
    const draw = async (seed: number) => {
      const server = await lab({ seed });
      server.faults.add({ probability: 0.5, fault });
      return statuses(server, 40);
    };
    const [one, same, other] = [await draw(1), await draw(1), await draw(2)];
    expect(one).toEqual(same);
    expect(one).not.toEqual(other);
    expect(one.filter((status) => status === 503).length).toBeGreaterThan(8);
    expect(one.filter((status) => status === 503).length).toBeLessThan(32);
  });

  test("control plane, JSON-RPC, documents and preflights are never hit, nor counted", async () => {
    const server = await lab();
    server.faults.add({ fault });
    expect((await control(server, "GET", "/health")).status).toBe(200);
    const rpc = await server.fetch(server.rpc.live, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "getHealth" }),
    });
    expect(rpc.status).toBe(200);
    expect((await server.fetch(server.baseUrl.replace("/v1", "/openapi.json"))).status).toBe(200);
    expect(await statuses(server, 1, "/prices/SOL", { method: "OPTIONS" })).toEqual([204]);
    expect(server.faults.list()).toMatchObject([{ seen: 0, fired: 0 }]);
  });

  test("a fault's answer counts against the limit, a 429's not against usage", async () => {
    const server = await lab();
    const client = clientOf(server, "pro");
    const used = async () => (await client.analytics.usage()).requests.used;
    const before = await used();
    server.faults.add({ match: PRICES, nth: 1, fault: { kind: "status", status: 429 } });
    server.faults.add({ match: PRICES, nth: 2, fault });
    await statusesOf(server, "pro", 2);
    expect((await used()) - before).toBe(2);
  });

  const statusesOf = async (server: MockServer, key: string, count: number) => {
    for (let at = 0; at < count; at++) {
      await server.fetch(`${server.baseUrl}/prices/SOL`, {
        headers: { Authorization: `Bearer ${server.keys[key]}` },
      });
    }
  };

  test("a fault that never fired is named by assertDone", async () => {
    const server = await lab();
    server.faults.add({ match: PRICES, nth: 1, fault });
    server.faults.add({ match: { path: "/v1/keys" }, nth: 3, fault });
    await statuses(server, 1);
    expect(() => server.faults.assertDone()).toThrow(
      /1 armed faults never fired:\n {2}fault_1: .*"path":"\/v1\/keys".*\(0 matching requests seen\)/,
    );
    server.faults.clear("fault_1");
    server.faults.assertDone();
  });

  test("rules go with snapshot and restore, counts included; reset disarms", async () => {
    const server = await lab();
    server.faults.add({ match: PRICES, times: 2, fault });
    await statuses(server, 1);
    const state = JSON.parse(JSON.stringify(await server.snapshot()));
    expect(await statuses(server, 2)).toEqual([503, 200]);
    await server.restore(state);
    expect(server.faults.list()).toMatchObject([{ id: "fault_0", seen: 1, fired: 1 }]);
    expect(await statuses(server, 2)).toEqual([503, 200]);
    await server.reset();
    expect(server.faults.list()).toEqual([]);
  });

  test.each<[string, unknown, string]>([
    ["an unknown kind", { fault: { kind: "fire" } }, "fault.kind"],
    ["a status that is none", { fault: { kind: "status", status: 700 } }, "fault.status"],
    [
      "a Retry-After that no header holds",
      { fault: { kind: "status", status: 429, retryAfter: "a\nb" } },
      "fault.retryAfter",
    ],
    ["a field too many", { fault: { kind: "drop", when: "before", often: true } }, "fault.often"],
    ["a pace of nothing", { fault: { kind: "slow-body", bytesPerSecond: 0 } }, "fault.bytesPerSecond"],
    ["nth from 0", { nth: 0, fault }, "nth"],
    ["a chance above 1", { probability: 1.5, fault }, "probability"],
    ["no fault", { times: 1 }, "fault"],
    ["a path for the chain", { match: PRICES, fault: { kind: "drop-transaction" } }, "match"],
    ["a delay that is none", { fault: { kind: "late-transaction", by: "soon" } }, "fault.by"],
  ])("a wrong rule is refused: %s", async (_, rule, field) => {
    const server = await lab();
    expect(() => server.faults.add(rule as Rule)).toThrow(expect.objectContaining({ field }));
    const answer = await control(server, "POST", "/faults", rule);
    expect(answer).toMatchObject({ status: 400, body: { error: { code: "validation_error", field } } });
    expect(server.faults.list()).toEqual([]);
  });

  test("what the caller does to a rule after arming it changes nothing", async () => {
    const server = await lab();
    const rule = { match: { path: "/v1/keys" }, fault };
    server.faults.add(rule);
    rule.match.path = "*";
    expect(await statuses(server, 1)).toEqual([200]);
  });
});

test("a client's time-out ends a wait for a virtual latency", async () => {
  const server = await lab();
  server.faults.add({ match: PRICES, fault: { kind: "latency", ms: 60_000, clock: "virtual" } });
  const client = new IntentTx({ ...server.clientOptions(), timeout: 20, maxRetries: 0 });
  expect(await failureOf(client.prices.retrieve("SOL"))).toMatchObject({ name: "TimeoutError" });
  expect(server.clock.now()).toBe(Date.parse(NOON));
});
