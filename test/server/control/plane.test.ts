import { describe, expect } from "vitest";
import * as z from "zod";
import { clientOf, control, failureOf, lab, rpc, test } from "../lab.js";

describe("the calls of the table", () => {
  test("POST /keys: an account for each call, or a named one that keeps its tier", async ({ server }) => {
    const plain = await control(server, "POST", "/keys", { tier: "pro", environment: "live" });
    expect(plain).toMatchObject({
      status: 201,
      body: {
        keyId: expect.stringMatching(/^key_[A-Za-z0-9]{16}$/),
        key: expect.stringMatching(/^svc_live_/),
        account: expect.stringMatching(/^acct_[0-9A-Za-z]{16}$/),
        tier: "pro",
        scopes: ["admin"],
        environment: "live",
        status: "active",
        createdAt: "2026-01-01T12:00:00.000Z",
      },
    });
    const full = await control(server, "POST", "/keys", {
      tier: "free",
      environment: "test",
      scopes: ["read:prices"],
      name: "ci",
      expiresAt: "2026-02-01T00:00:00Z",
      account: "acme",
    });
    expect(full.body).toMatchObject({
      account: "acme",
      scopes: ["read:prices"],
      name: "ci",
      expiresAt: "2026-02-01T00:00:00.000Z",
      key: expect.stringMatching(/^svc_test_/),
    });
    const more = await control(server, "POST", "/keys", {
      tier: "free",
      environment: "live",
      account: "acme",
    });
    expect(more).toMatchObject({ status: 201, body: { account: "acme" } });
    expect(more.body.keyId).not.toBe(full.body.keyId);
    const other = await control(server, "POST", "/keys", {
      tier: "pro",
      environment: "live",
      account: "acme",
    });
    expect(other).toMatchObject({
      status: 400,
      body: { error: { code: "validation_error", field: "tier", message: expect.stringContaining("free") } },
    });
    expect((await clientOf(server, more.body.key).prices.retrieve("SOL")).symbol).toBe("SOL");
  });

  test("POST /fund: adds exact amounts, creates token accounts, accepts strings and numbers", async () => {
    const server = await lab();
    const walletAddress = server.wallets.bob.address;
    const fund = (tokens: unknown, environment = "live") =>
      control(server, "POST", "/fund", { environment, walletAddress, tokens });
    expect(await fund({ SOL: "1.5", USDC: 0.1, bonk: "2" })).toEqual(
      expect.objectContaining({
        status: 200,
        body: { environment: "live", walletAddress, balances: { SOL: "26.5", USDC: "0.1", BONK: "1000002" } },
      }),
    );
    expect((await fund({ USDC: "0.2" })).body.balances.USDC).toBe("0.3");
    expect((await fund({ USDC: "1" }, "test")).body).toMatchObject({
      environment: "test",
      balances: { USDC: "1" },
    });
    const { result } = await rpc(server, "getBalance", [walletAddress]);
    expect(result.value).toBe(26_500_000_000);
  });

  test.for<[string, Record<string, unknown>, string]>([
    ["an unknown token", { tokens: { DOGE: "1" } }, "tokens.DOGE"],
    ["too many decimals", { tokens: { USDC: "0.0000001" } }, "tokens.USDC"],
    ["a negative amount", { tokens: { USDC: "-1" } }, "tokens.USDC"],
    ["a number that is not exact", { tokens: { SOL: 1e-10 } }, "tokens.SOL"],
    ["an invalid amount", { tokens: { SOL: "lots" } }, "tokens.SOL"],
    ["an amount of another type", { tokens: { SOL: true } }, "tokens.SOL"],
    ["more than u64", { tokens: { USDC: "99999999999999999999" } }, "tokens.USDC"],
    ["more than the faucet has", { tokens: { SOL: "10000000000" } }, "tokens.SOL"],
    ["an invalid address", { walletAddress: "alice", tokens: {} }, "walletAddress"],
    ["an unknown network", { environment: "dev", tokens: {} }, "environment"],
    ["no tokens", {}, "tokens"],
    ["a field too many", { tokens: {}, memo: "x" }, "memo"],
  ])("POST /fund refuses %s", async ([_, part, field], { server }) => {
    const body = { environment: "live", walletAddress: server.wallets.bob.address, ...part };
    expect(await control(server, "POST", "/fund", body)).toMatchObject({
      status: 400,
      body: { error: { code: "validation_error", field, details: { field } } },
    });
  });

  test.for<[string, Record<string, unknown>, string]>([
    ["an unknown tier", { tier: "gold" }, "tier"],
    ["no tier", {}, "tier"],
    ["an unknown scope", { tier: "pro", scopes: ["read:mail"] }, "scopes"],
    ["no scope", { tier: "pro", scopes: [] }, "scopes"],
    ["a scope twice", { tier: "pro", scopes: ["admin", "admin"] }, "scopes"],
    ["an invalid date", { tier: "pro", expiresAt: "tomorrow" }, "expiresAt"],
    ["a date that is past", { tier: "pro", expiresAt: "2025-01-01T00:00:00Z" }, "expiresAt"],
    ["an empty account", { tier: "pro", account: "" }, "account"],
    ["a long name", { tier: "pro", name: "x".repeat(65) }, "name"],
    ["a long name of emoji", { tier: "pro", name: "🔑".repeat(65) }, "name"],
  ])("POST /keys refuses %s, in-process too", async ([_, body, field], { server }) => {
    const { status, body: answer } = await control(server, "POST", "/keys", {
      environment: "live",
      ...body,
    });
    expect([status, answer.error.field]).toEqual([400, field]);
    await expect(server.issueKey(body as never)).rejects.toMatchObject({ field });
  });

  test("POST /keys and /fund require a network; server.issueKey and server.fund default to live", async () => {
    const server = await lab();
    const walletAddress = server.wallets.bob.address;
    for (const [path, body] of [
      ["/keys", { tier: "pro" }],
      ["/fund", { walletAddress, tokens: { SOL: 1 } }],
    ] as const) {
      const { status, body: answer } = await control(server, "POST", path, body);
      expect([status, answer.error.field]).toEqual([400, "environment"]);
    }
    expect((await server.issueKey({ tier: "pro" })).environment).toBe("live");
    expect((await server.fund(walletAddress, { SOL: 1 })).environment).toBe("live");
  });

  test("64 emoji are a valid key name, for the API and for the control plane", async ({ server }) => {
    const name = "🔑".repeat(64);
    const body = { tier: "pro", environment: "live", name };
    expect((await control(server, "POST", "/keys", body)).body.name).toBe(name);
    const { keys } = clientOf(server);
    expect((await keys.create({ name, scopes: ["read:prices"] })).name).toBe(name);
    const long = keys.create({ name: `${name}x`, scopes: ["read:prices"] });
    expect(await failureOf(long)).toMatchObject({ code: "validation_error", field: "name" });
  });

  test("POST /names: a name applies to both networks, and can be changed", async ({ server }) => {
    const walletAddress = server.wallets.alice.address;
    const name = { name: "carol.sol", address: server.wallets.bob.address };
    expect(await control(server, "POST", "/names", name)).toMatchObject({ status: 201, body: name });
    for (const key of ["enterprise", "test"]) {
      const intent = await clientOf(server, key).intents.parse({
        walletAddress,
        command: "send 1 SOL to carol.sol",
      });
      expect(intent.parameters.recipient).toBe(name.address);
    }
    for (const wrong of ["carol", "Carol.sol", "a_b.sol", "x.y.sol", "-a.sol", `${"a".repeat(64)}.sol`]) {
      const answer = await control(server, "POST", "/names", { ...name, name: wrong });
      expect([wrong, answer.status, answer.body.error.field]).toEqual([wrong, 400, "name"]);
    }
    expect((await control(server, "POST", "/names", { name: "a.sol", address: "x" })).body.error.field).toBe(
      "address",
    );
  });

  test("POST /faults returns only the id; DELETE disarms all", async ({ server }) => {
    const rule = { match: { method: "GET" }, fault: { kind: "status", status: 500 } };
    expect(await control(server, "POST", "/faults", rule)).toMatchObject({
      status: 201,
      body: { id: "fault_0" },
    });
    expect((await control(server, "GET", "/faults")).body).toEqual({
      data: [{ id: "fault_0", rule, seen: 0, fired: 0 }],
    });
    expect(await control(server, "DELETE", "/faults")).toMatchObject({ status: 204, body: undefined });
    expect((await control(server, "GET", "/faults")).body).toEqual({ data: [] });
  });

  test("POST /reset: restores the seed's world, keys and clock, and empties the log", async ({ server }) => {
    const client = clientOf(server);
    const made = await client.keys.create({ name: "x", scopes: ["admin"] });
    await server.fund(server.wallets.bob.address, { USDC: 5 });
    await control(server, "POST", "/clock/advance", { by: "1h" });
    expect((await control(server, "POST", "/reset")).status).toBe(200);
    expect(server.clock.now()).toBe(Date.parse("2026-01-01T12:00:00Z"));
    expect(server.requests.list()).toEqual([]);
    const { tokens } = await client.portfolio.retrieve(server.wallets.bob.address);
    expect(tokens.map(({ symbol }) => symbol)).not.toContain("USDC");
    await expect(clientOf(server, made.key).prices.retrieve("SOL")).rejects.toMatchObject({ status: 401 });
    // Random draws start again after a reset, so the new key is the same.
    expect((await client.keys.create({ name: "x", scopes: ["admin"] })).key).toBe(made.key);
  });

  test("reset restarts a clock that was set manually", async () => {
    const server = await lab({ clock: {} });
    await control(server, "POST", "/clock/set", { now: "2040-01-01T00:00:00Z" });
    await control(server, "POST", "/reset");
    expect(server.clock.running).toBe(true);
    // The server's clock is monotonic, and can differ from the machine's clock by some milliseconds.
    const [before, now, after] = [Date.now(), server.clock.now(), Date.now()];
    expect(now).toBeGreaterThan(before - 1000);
    expect(now).toBeLessThan(after + 1000);
  });
});

type Json = Record<string, unknown>;
interface Operation {
  readonly responses: Record<string, { readonly content?: Record<string, { readonly schema: Json }> }>;
}

test("every JSON response matches the control plane's OpenAPI document", async ({ server }) => {
  await server.listen();
  const walletAddress = server.wallets.alice.address;
  await server.fund(walletAddress, { SOL: 1 });
  await clientOf(server).intents.parse({ walletAddress, command: "swap 1 SOL for USDC" });
  await clientOf(server)
    .intents.parse({ walletAddress, command: "swap half" })
    .catch(() => {});
  const { paths } = (await control(server, "GET", "/openapi.json")).body as {
    paths: Record<string, Record<string, Operation>>;
  };
  const [account] = (await control(server, "GET", "/accounts")).body.data;
  const state = (await control(server, "GET", "/state")).body;
  const bodies: Record<string, unknown> = {
    "POST /keys": { tier: "pro", environment: "live" },
    "POST /fund": { environment: "live", walletAddress, tokens: { SOL: 1 } },
    "POST /prices": { environment: "live", token: "SOL", usd: 150 },
    "POST /names": { name: "carol.sol", address: walletAddress },
    "POST /clone": { environment: "live", url: server.rpc.test, addresses: [walletAddress] },
    "POST /chain-accounts": { environment: "live", pubkey: walletAddress, account: null },
    "POST /explain": { command: "swap 1 SOL for USDC" },
    "POST /clock/advance": { by: "1m" },
    "POST /clock/set": { now: "2030-01-01T00:00:00Z" },
    "POST /faults": { match: { path: "/v1/prices/*" }, times: 1, fault: { kind: "status", status: 503 } },
    "POST /sessions": {},
    "PUT /sessions/{id}": {},
    "PUT /state": state,
  };
  // Faults and sessions are created before they are listed; the reset comes last.
  const order = (call: string) =>
    ["POST", "PUT", "GET"].indexOf(call.split(" ")[0]!) + (/state|reset/.test(call) ? 9 : 0);
  const calls = Object.entries(paths)
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(
        ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const,
      ),
    )
    .filter(([, { responses }]) => Object.values(responses)[0]?.content?.["application/json"])
    .sort(([one], [other]) => order(one) - order(other));
  expect(calls.length).toBeGreaterThan(20);
  for (const [call, { responses }] of calls) {
    const [method = "", path = ""] = call.split(" ");
    const [[status, { content }] = ["", {}]] = Object.entries(responses);
    const schema = content?.["application/json"]?.schema ?? {};
    const filled = path
      .replace("{account}", account.account)
      .replace("{token}", "SOL")
      .replace("{id}", "mine");
    const answer = await control(server, method, filled, bodies[call]);
    expect([call, answer.status]).toEqual([call, Number(status)]);
    if (!["GET /openapi.json", "GET /contract", "POST /explain", "GET /state"].includes(call))
      expect(schema["required"], call).not.toBeUndefined();
    const { error } = z
      .fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0])
      .safeParse(answer.body);
    expect([call, error?.issues]).toEqual([call, undefined]);
  }
});
