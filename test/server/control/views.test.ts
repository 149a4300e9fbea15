import type { MockServer } from "@intent-tx/mock-server";
import { IntentTx } from "intent-tx";
import { beforeEach, describe, expect, test } from "vitest";
import type {
  AccountView,
  DayView,
  PoolView,
  PriceHistoryView,
} from "../../../mock-server/src/control/commands/views.js";
import type { WorldView } from "../../../mock-server/src/control/commands/world.js";
import type { TrafficEntry } from "../../../mock-server/src/control/log/entries.js";
import { lab, control as labControl } from "../lab.js";

let server: MockServer;
beforeEach(async () => {
  server = await lab({ clock: { now: "2026-01-01T00:00:00Z", mode: "frozen" } });
});

async function control<T>(path: string, method = "GET", body?: unknown): Promise<T> {
  return (await labControl(server, method, path, body)).body;
}

const get = (path: string, key?: string) =>
  server.fetch(`${server.baseUrl}${path}`, { headers: key ? { Authorization: `Bearer ${key}` } : {} });

describe("world views of the control plane", () => {
  test("the world view has the ready line's fields and the tokens", async () => {
    const view = await control<WorldView>("/world");
    expect(view).toMatchObject({
      seed: server.seed,
      baseUrl: server.baseUrl,
      rpc: server.rpc,
      ws: server.ws,
      keys: server.keys,
      keyIds: server.keyIds,
      wallets: server.wallets,
    });
    expect(view.tokens).toContainEqual(expect.objectContaining({ symbol: "USDC", decimals: 6 }));
  });

  test("an account shows its windows as they fill, and its keys without secrets", async () => {
    await get("/prices/SOL", server.keys.free);
    await get("/prices/SOL", server.keys.free);
    const { data } = await control<{ data: AccountView[] }>("/accounts");
    const free = data.find(({ keys }) => keys.some(({ keyId }) => keyId === server.keyIds.free));
    expect(free).toMatchObject({ tier: "free", usage: { requests: 2, transactions: 0 } });
    expect(free?.windows).toEqual([
      { name: "requests-minute", used: 2, limit: 30, resetAt: "2026-01-01T00:01:00.000Z" },
      { name: "test-requests-day", used: 0, limit: 100, resetAt: "2026-01-02T00:00:00.000Z" },
      { name: "builds-day", used: 0, limit: 100, resetAt: "2026-01-02T00:00:00.000Z" },
    ]);
    const enterprise = data.find(({ tier }) => tier === "enterprise");
    expect(enterprise?.windows.at(-1)).toMatchObject({ name: "builds-day", limit: -1 });
    expect(JSON.stringify(data)).not.toMatch(/svc_(live|test)_\w{8}/);
  });

  test("accounts are sent a page at a time", async () => {
    for (let at = 0; at < 120; at++) await server.issueKey({ tier: "free", account: `company-${at}` });
    const first = await control<{ data: AccountView[]; total: number }>("/accounts");
    const rest = await control<{ data: AccountView[]; total: number }>("/accounts?offset=100");
    expect([first.data.length, first.total, rest.data.length]).toEqual([100, 124, 24]);
    expect(rest.data.at(-1)).toMatchObject({ account: "company-119", keys: [{ status: "active" }] });
    expect((await control<{ data: AccountView[] }>("/accounts?limit=1&offset=123")).data).toEqual(
      rest.data.slice(-1),
    );
    expect(await control("/accounts?limit=101")).toMatchObject({ error: { field: "limit" } });
  });

  test("an account's days count its parses and landed transactions, and reading them is not counted", async () => {
    const client = new IntentTx(server.clientOptions("pro"));
    const walletAddress = server.wallets.alice.address;
    await client.intents.parse({ walletAddress, command: "swap some SOL" }).catch(() => undefined);
    await server.clock.advance("24h");
    const { data: accounts } = await control<{ data: AccountView[] }>("/accounts");
    const pro = accounts.find(({ keys }) => keys.some(({ keyId }) => keyId === server.keyIds.pro));
    const { data } = await control<{ data: DayView[] }>(`/accounts/${pro?.account}/days?days=2`);
    expect(data).toEqual([
      { day: "2026-01-01T00:00:00.000Z", swaps: 0, transfers: 0, parseErrors: 1, volumeUsd: 0 },
      { day: "2026-01-02T00:00:00.000Z", swaps: 0, transfers: 0, parseErrors: 0, volumeUsd: 0 },
    ]);
    expect(await control("/accounts/nobody/days")).toMatchObject({ error: { code: "not_found" } });
    expect(await control(`/accounts/${pro?.account}/days?days=0`)).toMatchObject({
      error: { field: "days" },
    });
  });

  test("pools match the chain, and prices cover the day before the start until now", async () => {
    const { data } = await control<{ data: PoolView[] }>("/pools?environment=test");
    const pool = data.find(({ label }) => label === "SOL-USDC");
    expect(BigInt(pool?.reserveA ?? 0)).toBeGreaterThan(0n);
    const before = await control<PriceHistoryView>("/prices/SOL?points=3");
    expect(before.data.map(({ at }) => at)).toEqual([
      "2025-12-31T00:00:00.000Z",
      "2025-12-31T12:00:00.000Z",
      "2026-01-01T00:00:00.000Z",
    ]);
    const price = await new IntentTx(server.clientOptions()).prices.retrieve("SOL");
    expect(before.data.at(-1)?.usd).toBe(price.price);
    await control("/faults", "POST", {
      fault: { kind: "moved-pool", pool: "SOL-USDC", percent: -20, environment: "live" },
    });
    await server.clock.advance("1h");
    const after = await control<PriceHistoryView>("/prices/SOL?from=2026-01-01&points=2");
    expect(after.data.at(-1)?.usd).toBeLessThan(price.price * 0.85);
  });

  test.each([
    ["/pools?environment=main", "environment"],
    ["/prices/SOL?points=1", "points"],
    ["/prices/SOL?from=yesterday", "from"],
    ["/prices/SOL?from=2026-01-02", "from"],
    ["/traffic?after=-1", "after"],
    ["/prices/SOL?to=2026-02-30", "to"],
  ])("%s is refused naming the field", async (path, field) => {
    expect(await control(path)).toMatchObject({ error: { code: "validation_error", field } });
  });

  test("an unknown token is 404", async () => {
    expect(await control("/prices/NOPE")).toMatchObject({ error: { code: "token_not_found" } });
  });
});

describe("traffic", () => {
  test("has requests of every kind, in order, with the decisions behind a refusal and no secret", async () => {
    await get("/prices/SOL", server.keys.pro);
    await get("/prices/SOL", "svc_live_wrong000000000000000000000000");
    await server.fetch(server.rpc.live, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify([
        { jsonrpc: "2.0", id: 1, method: "getSlot" },
        { jsonrpc: "2.0", id: 2, method: "getHealth" },
      ]),
    });
    await control("/clock/advance", "POST", { by: "1m" });
    await server.fetch(`${server.controlUrl}/health`, { headers: { "X-Studio": "1" } });
    const { data } = await control<{ data: TrafficEntry[] }>("/traffic");
    expect(
      data.map(({ kind, method, status, rpcMethod, operation, studio }) =>
        [kind, method, status, rpcMethod ?? operation, studio].join(" "),
      ),
    ).toEqual([
      "api GET 200 prices.retrieve false",
      "api GET 401 prices.retrieve false",
      "rpc POST 200 2 calls: getSlot, getHealth false",
      "control POST 200  false",
      "control GET 200  true",
    ]);
    expect(data[0]).toMatchObject({ number: 1, keyName: "pro", decisions: [], answer: { symbol: "SOL" } });
    expect(data[1]).toMatchObject({ code: "unauthorized", decisions: [11] });
    expect(data[3]).toMatchObject({ body: { by: "1m" } });
    expect(JSON.stringify(data)).not.toContain("svc_live_wrong");
    expect(data.every(({ headers }) => headers["authorization"] === undefined)).toBe(true);
  });

  test("a wallet's secret from the control plane is in no log", async () => {
    await control("/sessions", "POST", {});
    await control("/world");
    const text = JSON.stringify(await control("/traffic"));
    expect(text).toContain("/_mock/sessions");
    for (const { address, secretKey } of Object.values(server.wallets)) {
      expect(text).not.toContain(secretKey);
      expect(text).toContain(address);
    }
    const { data } = await control<{ data: { wallets: WorldView["wallets"] }[] }>("/sessions");
    expect(data).toHaveLength(1);
    for (const { secretKey } of Object.values(data[0]?.wallets ?? {})) expect(text).not.toContain(secretKey);
  });

  test("a long log still begins with the run, and the studio's own requests displace no others", async () => {
    await get("/prices/SOL", server.keys.pro);
    for (let at = 0; at < 2_000; at++)
      await server.fetch(`${server.controlUrl}/health`, { headers: { "X-Studio": "1" } });
    const answer = await server.fetch(`${server.controlUrl}/traffic/stream`);
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    const { value = "" } = (await reader?.read()) ?? {};
    expect(value).toMatch(/^event: hello\n/);
    expect(value).toContain("/v1/prices/SOL");
    await reader?.cancel();
    const { data } = await control<{ data: TrafficEntry[] }>("/traffic");
    expect([data[0]?.number, data[1]?.number]).toEqual([1, 1_002]);
  });

  test("a stream names its run, replays the events after a number, then sends new ones", async () => {
    await get("/prices/SOL", server.keys.pro);
    await get("/prices/USDC", server.keys.pro);
    const answer = await server.fetch(`${server.controlUrl}/traffic/stream?after=1`);
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    const events: { event: string; data: Record<string, unknown> }[] = [];
    const next = async () => {
      while (events.length === 0) {
        const { value = "" } = (await reader?.read()) ?? {};
        for (const block of value.split("\n\n")) {
          const event = /^event: (.+)$/m.exec(block)?.[1];
          const data = /^data: (.+)$/m.exec(block)?.[1];
          if (event && data) events.push({ event, data: JSON.parse(data) });
        }
      }
      return events.shift();
    };
    expect(await next()).toMatchObject({ event: "hello", data: { run: expect.any(String), number: 2 } });
    expect(await next()).toMatchObject({ event: "request", data: { number: 2, path: "/v1/prices/USDC" } });
    await get("/prices/JUP", server.keys.pro);
    let seen = await next();
    while (seen?.data["kind"] !== "api") seen = await next();
    expect(seen).toMatchObject({ data: { path: "/v1/prices/JUP" } });
    await reader?.cancel();
  });
});

describe("pages", () => {
  test("at the root, a browser gets a start page and a program the contract's 404", async () => {
    const origin = new URL(server.baseUrl).origin;
    const page = await server.fetch(`${origin}/`, { headers: { Accept: "text/html,*/*" } });
    expect(page.headers.get("content-type")).toContain("text/html");
    expect(await page.text()).toContain('href="/studio"');
    const program = await server.fetch(`${origin}/`, { headers: { Accept: "application/json" } });
    expect([program.status, (await program.json()).error.code]).toEqual([404, "not_found"]);
  });

  test("the studio serves only files of its folder, with a content security policy", async () => {
    const origin = new URL(server.baseUrl).origin;
    for (const path of [
      "/studio/..%2fpackage.json",
      "/studio/assets/..%2f..%2findex.js",
      "/studio/missing.js",
    ]) {
      const answer = await server.fetch(origin + path);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
    }
  });

  test("a browser's request for the page icon counts as the studio's own", async () => {
    await server.fetch(new URL("/favicon.ico", server.baseUrl).href);
    const { data } = await control<{ data: TrafficEntry[] }>("/traffic");
    expect(data).toMatchObject([{ path: "/favicon.ico", studio: true }]);
  });
});
