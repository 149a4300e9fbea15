import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { createMockServer, type MockServer } from "@intent-tx/mock-server";
import { IntentTx, RateLimitError } from "intent-tx";
import { proxy } from "intent-tx/proxy";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { app as expressApp } from "../../../examples/proxy/express.js";
import type { app as honoApp } from "../../../examples/proxy/hono.js";
import type { GET, POST } from "../../../examples/proxy/next.js";
import { BASE, failure, fakeFetch, KEY, PRICE } from "../harness.js";

type Reach = (url: string, init: RequestInit) => Promise<Response>;

let mock: MockServer;
const servers: { close(): unknown }[] = [];
const routes: Record<string, Reach> = {};
beforeAll(async () => {
  mock = await createMockServer({
    seed: 1,
    clock: { now: "2026-01-01T00:00:00Z", mode: "frozen" },
    contract: { idempotency: true },
  });
  await mock.listen({ port: 0 });
  const hono = (await import("../../../examples/proxy/hono.js")).app as typeof honoApp;
  const express = (await import("../../../examples/proxy/express.js")).app as typeof expressApp;
  const next = (await import("../../../examples/proxy/next.js")) as { GET: typeof GET; POST: typeof POST };
  const overHono = serve({ fetch: hono.fetch, port: 0, hostname: "127.0.0.1" }) as Server;
  const overExpress = express.listen(0, "127.0.0.1");
  servers.push(overHono, overExpress);
  for (const [name, server] of Object.entries({ hono: overHono, express: overExpress })) {
    if (!server.listening) await new Promise((resolve) => server.once("listening", resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    routes[name] = (url, init) => fetch(origin + new URL(url).pathname + new URL(url).search, init);
  }
  routes["next"] = (url, init) => (init.method === "POST" ? next.POST : next.GET)(new Request(url, init));
});
afterAll(async () => {
  for (const server of servers) server.close();
  vi.unstubAllEnvs();
  await mock.close();
});

/** A client as in a page, whose requests go to the named proxy route. */
function pageClient(name: string) {
  vi.stubEnv("INTENT_TX_API_KEY", undefined);
  vi.stubGlobal("location", { href: "https://app.example.com/" });
  try {
    const fetch: Reach = (url, init) => (routes[name] as Reach)(url, init);
    return new IntentTx({ baseUrl: "/api", fetch, rateLimit: "throw", maxRetries: 0 });
  } finally {
    vi.unstubAllGlobals();
    // The routes read their environment at their first request.
    vi.stubEnv("INTENT_TX_API_KEY", mock.keys.free);
    vi.stubEnv("INTENT_TX_BASE_URL", mock.baseUrl);
  }
}

test.each(["hono", "next", "express"])(
  "%s: the page has no key, and the proxy passes responses, errors and rate limits",
  async (name) => {
    await mock.clock.advance("1m");
    const client = pageClient(name);
    const walletAddress = mock.wallets["alice"]!.address;
    const { data, rateLimit, requestId } = await client.prices.retrieve("SOL").withResponse();
    expect(data.symbol).toBe("SOL");
    expect([rateLimit?.limit, rateLimit?.remaining, typeof requestId]).toEqual([30, 29, "string"]);
    const order = { walletAddress, command: "swap 0.1 SOL for USDC" };
    const parse = () => client.intents.parse(order, { idempotencyKey: `once over ${name}` });
    const intent = await parse();
    // The service repeats its response, because the route passes the key of the page.
    expect((await parse()).intentId).toBe(intent.intentId);
    expect(
      (await client.transactions.build({ intentId: intent.intentId, walletAddress })).transaction,
    ).toBeTruthy();
    expect((await client.transactions.list(walletAddress, { limit: 1 })).data).toBeInstanceOf(Array);
    expect((await failure(client.prices.retrieve("NOPE"))).name).toBe("TokenNotFoundError");
    expect((await failure(client.intents.parse({ walletAddress, command: "hm" }))).name).toBe("ParsingError");
    // Calls that the proxy does not allow fail like calls to an unknown path.
    for (const call of [client.keys.create({ name: "x", scopes: ["admin"] }), client.analytics.usage()])
      expect((await failure(call)).name).toBe("NotFoundError");
    expect(mock.requests.list().filter(({ path }) => /keys|analytics/.test(path))).toEqual([]);
    let refused: unknown;
    for (let sent = 0; !refused && sent < 40; sent++)
      refused = await client.prices.retrieve("SOL").then(
        () => undefined,
        (error: unknown) => error,
      );
    expect(refused).toBeInstanceOf(RateLimitError);
    expect((refused as RateLimitError).retryAfterMs).toBeGreaterThan(0);
  },
);

/** Sends a page's request through a route over a service with the given replies. */
async function viaRoute(
  request: { path?: string; method?: string; headers?: Record<string, string>; body?: string },
  options: Parameters<typeof proxy>[0] = {},
  ...replies: Parameters<typeof fakeFetch>
) {
  const { fetch, seen } = fakeFetch(...(replies.length > 0 ? replies : [{ json: PRICE }]));
  const { path = "/api/prices/SOL", ...init } = request;
  const route = proxy({ apiKey: KEY, baseUrl: BASE, fetch, ...options });
  const response = await route(new Request(`https://app.example.com${path}`, init));
  return { status: response.status, headers: response.headers, body: await response.text(), seen };
}

test("the route sends the service none of the page's headers but the Idempotency-Key", async () => {
  const headers = {
    authorization: "Bearer page",
    cookie: "session=1",
    "x-forwarded-for": "1.1.1.1",
    origin: "https://app.example.com",
    "idempotency-key": "one",
  };
  const { status, seen } = await viaRoute({ path: "/any/where/prices/SOL?fresh=1", headers });
  expect(status).toBe(200);
  expect(`${seen[0]?.url}`).toBe(`${BASE}/prices/SOL?fresh=1`);
  const { authorization, "user-agent": _, ...rest } = Object.fromEntries(seen[0]?.headers ?? []);
  expect(authorization).toBe(`Bearer ${KEY}`);
  expect(rest).toEqual({ accept: "application/json", "idempotency-key": "one" });
});

test.each([
  ["a page of another origin", { headers: { origin: "https://evil.example" } }, 403],
  ["a page without an origin", { headers: { origin: "null" } }, 403],
  ["an unknown path", { path: "/api/other" }, 404],
  ["another method", { method: "DELETE" }, 404],
  ["keys", { path: "/api/keys/key_1/rotate", method: "POST" }, 404],
  ["analytics", { path: "/api/analytics/usage" }, 404],
  ["an encoded path to analytics", { path: "/api/prices/..%2fanalytics%2fusage" }, 400],
  ["a twice encoded path", { path: "/api/prices/%252e%252e%252fanalytics%252fusage" }, 400],
  ["a path with a backslash", { path: "/api/prices/..%5canalytics%5cusage" }, 400],
  ["a control character", { path: "/api/prices/SOL%00" }, 400],
  ["a malformed escape", { path: "/api/prices/%ff" }, 400],
])("the route does not forward %s", async (_, request, expected) => {
  const { status, seen } = await viaRoute(request);
  expect([status, seen.length]).toEqual([expected, 0]);
});

test.each([
  ["no JSON", "x", "is not JSON"],
  ["more than a MiB", `"${"x".repeat(1 << 20)}"`, "is larger than 1048576 bytes"],
])("the route does not forward a body of %s", async (_, body, reason) => {
  const answer = await viaRoute({ path: "/api/intents", method: "POST", body });
  expect([answer.status, answer.seen]).toEqual([400, []]);
  const { error } = JSON.parse(answer.body);
  expect([error.field, error.message]).toEqual(["body", expect.stringContaining(reason)]);
});

test("named origins and operations are forwarded", async () => {
  const headers = { origin: "https://app.example.org" };
  const options = { allow: ["analytics", "keys.revoke"], origins: [headers.origin] } as const;
  for (const [path, method, expected] of [
    ["/analytics/usage", "GET", 200],
    ["/keys/key_1", "DELETE", 200],
    ["/keys", "POST", 404],
  ] as const)
    expect((await viaRoute({ path, method, headers }, options)).status, path).toBe(expected);
  expect(() => proxy({ allow: ["key" as "keys"] })).toThrow(
    "There is no operation to allow key; did you mean keys?",
  );
});

test("the route hides errors that the page cannot correct, and never shows the key", async () => {
  const told = (status: number, code: string, headers = {}) => ({
    status,
    headers,
    json: { error: { code, message: `for ${KEY}` } },
  });
  for (const [reply, status, code] of [
    [told(422, "parsing_error"), 422, "parsing_error"],
    [told(401, "unauthorized"), 502, "service_unavailable"],
    [told(429, "quota_exceeded", { "Retry-After": "7", "X-RateLimit-Limit": "30" }), 429, "quota_exceeded"],
    [{ error: new Error(KEY) }, 502, "service_unavailable"],
    [{ status: 302, headers: { location: "https://evil.example" } }, 502, "service_unavailable"],
  ] as const) {
    const answer = await viaRoute({}, {}, reply);
    expect([answer.status, JSON.parse(answer.body).error.code]).toEqual([status, code]);
    expect(answer.body).not.toContain(KEY);
    if (status === 429)
      expect([answer.headers.get("retry-after"), answer.headers.get("x-ratelimit-limit")]).toEqual([
        "7",
        "30",
      ]);
  }
});

test.each([
  ["a payload", { headers: { "Content-Type": "text/html" }, text: "<script>alert(1)</script>" }],
  ["an error", { status: 400, headers: { "Content-Type": "text/html" }, text: "<script>alert(1)</script>" }],
])("a browser never runs %s of the service in the page's origin", async (_, reply) => {
  const { headers } = await viaRoute({}, {}, reply);
  expect(headers.get("content-type")).toBe("application/json");
});

test("the page's client learns whether and when the service wants a retry", async () => {
  const headers = { "x-should-retry": "false", "retry-after-ms": "70" };
  const answer = await viaRoute({}, {}, { status: 503, headers });
  expect(Object.fromEntries(answer.headers)).toMatchObject(headers);
});

test("an empty Idempotency-Key of the page counts as none", async () => {
  const { status, seen } = await viaRoute({ headers: { "idempotency-key": "" } });
  expect([status, seen[0]?.headers.has("idempotency-key")]).toEqual([200, false]);
});

test("the route tries a rotated key, and repeats nothing else", async () => {
  const keys = [KEY, `${KEY}2`];
  const apiKey = () => keys.shift() ?? KEY;
  const rotated = await viaRoute({}, { apiKey }, { status: 401 }, { json: PRICE });
  expect([rotated.status, rotated.seen.length]).toEqual([200, 2]);
  for (const status of [500, 429]) expect((await viaRoute({}, {}, { status })).seen.length).toBe(1);
});
