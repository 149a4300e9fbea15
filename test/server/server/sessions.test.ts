import { Connection } from "@solana/web3.js";
import { IntentTx } from "intent-tx";
import { describe, expect, vi } from "vitest";
import { api, control, failureOf, lab, rpc, test } from "../lab.js";

async function open(server: Awaited<ReturnType<typeof lab>>, request: Record<string, unknown> = {}) {
  const { status, body } = await control(server, "POST", "/sessions", request);
  expect(status).toBe(201);
  return { ...body, fetch: server.fetch };
}
const clientOf = (
  session: { keys: Record<string, string>; baseUrl: string; fetch: never },
  key = "enterprise",
) =>
  new IntentTx({ apiKey: session.keys[key]!, baseUrl: session.baseUrl, fetch: session.fetch, maxRetries: 0 });

describe("a session", () => {
  test("is a separate world: keys, limits, chain, clock, faults, log", async ({ server }) => {
    const [one, other] = [await open(server), await open(server)];
    expect(Object.keys(one).sort()).toEqual(
      ["baseUrl", "controlUrl", "fetch", "id", "keyIds", "keys", "rpc", "wallets", "ws"].sort(),
    );
    expect(one.id).not.toBe(other.id);
    expect(one.keys).not.toEqual(other.keys);
    for (const foreign of [other.keys.enterprise, server.keys.enterprise]) {
      const client = clientOf({ ...one, keys: { enterprise: foreign } });
      expect(await failureOf(client.prices.retrieve("SOL"))).toMatchObject({
        status: 401,
        details: { reason: "unknown" },
      });
    }
    await clientOf(one, "free").prices.retrieve("SOL");
    const free = clientOf(other, "free");
    await free.prices.retrieve("SOL");
    expect(free.rateLimit?.remaining).toBe(29);

    await control(one, "POST", "/fund", {
      environment: "live",
      walletAddress: one.wallets.alice.address,
      tokens: { SOL: 1 },
    });
    expect((await rpc(one, "getBalance", [one.wallets.alice.address])).result.value).toBe(101e9);
    expect((await rpc(other, "getBalance", [one.wallets.alice.address])).result.value).toBe(0);

    await control(one, "POST", "/clock/advance", { by: "1h" });
    expect((await control(other, "GET", "/clock")).body.now).toBe("2026-01-01T12:00:00.000Z");
    await control(one, "POST", "/faults", { fault: { kind: "status", status: 503 } });
    expect((await clientOf(other).prices.retrieve("SOL")).symbol).toBe("SOL");
    const logged = (await control(other, "GET", "/requests")).body.data;
    expect(logged.every(({ path }: { path: string }) => path === "/v1/prices/SOL")).toBe(true);
    expect(server.requests.list()).toEqual([]);
  });

  test("resolves the name of a wallet to its own wallet", async () => {
    const server = await lab({ seed: 9, world: { names: { "carol.sol": "bob" } } });
    const session = await open(server, { seed: 3 });
    const order = { walletAddress: session.wallets.alice.address, command: "send 1 SOL to carol.sol" };
    expect((await api(session, "POST", "/intents", order)).text).toContain(session.wallets.bob.address);
  });

  test("ends after its ttl without requests, by the server's clock", async ({ server }) => {
    const short = await open(server, { ttl: "10m" });
    const usual = await open(server);
    await server.clock.advance("9m");
    expect((await control(short, "GET", "/health")).status).toBe(200);
    await server.clock.advance("9m");
    expect((await control(short, "GET", "/health")).status).toBe(200);
    await server.clock.advance("10m");
    expect((await server.fetch(`${short.controlUrl}/health`)).status).toBe(404);
    expect((await control(server, "GET", "/sessions")).body.data.map(({ id }: { id: string }) => id)).toEqual(
      [usual.id],
    );
    await server.clock.advance("1h");
    expect((await control(server, "GET", "/sessions")).body.data).toEqual([]);
  });

  test("keeps its id when the server is reset, and draws its ids again", async ({ server }) => {
    const one = await open(server);
    await control(server, "POST", "/reset");
    expect((await open(server)).id).not.toBe(one.id);
  });

  test("keeps its ttl when the server is reset or restored", async ({ server }) => {
    const state = await server.snapshot();
    await server.clock.advance("5h");
    await open(server, { ttl: "10m" });
    await server.restore(state);
    await server.clock.advance("9m");
    expect((await control(server, "GET", "/sessions")).body.data).toHaveLength(1);
    await server.clock.advance("2m");
    expect((await control(server, "GET", "/sessions")).body.data).toHaveLength(0);
  });

  test.each([
    ["the server's settings, overridden by its own", {}, [true, "nextCursor"]],
    ["only its own with a dialect of its own", { dialect: "default" }, [false, "before"]],
  ] as const)("has %s", async (_, dialect, expected) => {
    const options = { dialect: "enveloped", contract: { pagination: "cursor" } } as const;
    const server = await lab({ ...options, world: { wallets: { alice: { history: 2 } } } });
    const { baseUrl, keys, wallets } = server.openSession({ ...dialect, contract: { intentTtl: "5m" } });
    const path = `/transactions/${wallets["alice"]!.address}?limit=1`;
    const { body } = await api({ baseUrl, keys, fetch: server.fetch }, "GET", path);
    const cursor = Object.keys(body.pagination).find((name) => name !== "hasMore");
    expect(["meta" in body, cursor]).toEqual(expected);
  });

  test("takes a contract setting of undefined as absent", async ({ server }) => {
    const contract = { rateLimitReset: undefined } as object;
    const { baseUrl } = server.openSession({ dialect: "reset-ms", contract });
    const answer = await server.fetch(`${baseUrl}/prices/SOL`);
    expect(answer.headers.get("x-ratelimit-reset")).toMatch(/^\d{13}$/);
  });

  test("answers every request with the reason why it ended", async ({ server }) => {
    const [closed, forgotten] = [await open(server), await open(server, { ttl: "10m" })];
    server.closeSession(closed.id);
    await server.clock.advance("10m");
    for (const { id, baseUrl, controlUrl, rpc } of [closed, forgotten]) {
      for (const url of [`${baseUrl}/prices/SOL`, `${controlUrl}/health`, rpc.live]) {
        const answer = await server.fetch(url, { headers: { Authorization: `Bearer ${server.keys.pro}` } });
        expect(answer.status).toBe(404);
        expect(answer.headers.has("x-ratelimit-remaining")).toBe(true);
        const { error } = await answer.json();
        expect(error).toMatchObject({ code: "not_found", details: { resource: "session", id } });
        expect(error.message).toMatch(/^The session session_\w+ has ended: .* Open another with POST/);
      }
    }
  });

  test.for<[string, Record<string, unknown>, string]>([
    ["an unknown dialect", { dialect: "klingon" }, "dialect"],
    ["an unknown reading", { contract: { sauce: "hot" } }, "contract.sauce"],
    ["a ttl of nothing", { ttl: 0 }, "ttl"],
    ["an invalid ttl", { ttl: "soon" }, "ttl"],
    ["an empty seed", { seed: "" }, "seed"],
    ["a field too many", { speed: 1 }, "speed"],
  ])("is refused with %s", async ([_, request, field], { server }) => {
    expect(await control(server, "POST", "/sessions", request)).toMatchObject({
      status: 400,
      body: { error: { code: "validation_error", field } },
    });
  });

  test("is reached over a socket: API, control plane, JSON-RPC and WebSocket", async ({ server }) => {
    const { port } = await server.listen();
    const session = server.openSession({ seed: 4 });
    expect(session.baseUrl).toBe(`http://127.0.0.1:${port}/s/${session.id}/v1`);
    const client = new IntentTx({ apiKey: session.keys["enterprise"]!, baseUrl: session.baseUrl });
    expect((await client.prices.retrieve("SOL")).symbol).toBe("SOL");
    expect((await control({ ...session, fetch }, "GET", "/health")).body).toMatchObject({ seed: "4" });
    const connection = new Connection(session.rpc.live, {
      wsEndpoint: session.ws.live,
      commitment: "confirmed",
    });
    const { PublicKey } = await import("@solana/web3.js");
    const alice = new PublicKey(session.wallets["alice"]!.address);
    expect(await connection.getBalance(alice)).toBe(100e9);
    const seen: number[] = [];
    const id = connection.onAccountChange(alice, ({ lamports }) => seen.push(lamports));
    await vi.waitFor(
      async () => {
        await control({ ...session, fetch }, "POST", "/fund", {
          environment: "live",
          walletAddress: alice.toBase58(),
          tokens: { SOL: 1 },
        });
        expect(seen.length).toBeGreaterThan(0);
      },
      { timeout: 30_000, interval: 50 },
    );
    expect(seen[0]! % 1e9).toBe(0);
    await connection.removeAccountChangeListener(id);
  });
});
