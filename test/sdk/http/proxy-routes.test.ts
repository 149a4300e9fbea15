import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { createMockServer, type MockServer } from "@intent-tx/mock-server";
import { IntentTx, RateLimitError } from "intent-tx";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { app as expressApp } from "../../../examples/proxy/express.js";
import type { app as honoApp } from "../../../examples/proxy/hono.js";
import type { GET, POST } from "../../../examples/proxy/next.js";
import { failure } from "../harness.js";

type Reach = (url: string, init: RequestInit) => Promise<Response>;

let mock: MockServer;
const servers: { close(): unknown }[] = [];
const routes: Record<string, Reach> = {};
beforeAll(async () => {
  mock = await createMockServer({ seed: 1, clock: { now: "2026-01-01T00:00:00Z", mode: "frozen" } });
  await mock.listen({ port: 0 });
  vi.stubEnv("INTENT_TX_API_KEY", mock.keys.free);
  vi.stubEnv("INTENT_TX_BASE_URL", mock.baseUrl);
  // The examples read their environment at load time, as a server does.
  vi.resetModules();
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
  routes["next"] = (url, init) => {
    const path = new URL(url).pathname.slice("/api/".length).split("/");
    const route = init.method === "POST" ? next.POST : next.GET;
    return route(new Request(url, init), { params: Promise.resolve({ path }) });
  };
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
    vi.stubEnv("INTENT_TX_API_KEY", mock.keys.free);
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
    const intent = await client.intents.parse({ walletAddress, command: "swap 0.1 SOL for USDC" });
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
