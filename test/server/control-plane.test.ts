import { request as httpRequest } from "node:http";
import type { MockServer } from "@intent-tx/mock-server";
import { describe, expect, test } from "vitest";
import { clientOf, control, lab, rpc, signedOf } from "./lab.js";

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe("the calls of the table", () => {
  test("GET /health", async () => {
    const server = await lab();
    expect(await control(server, "GET", "/health")).toMatchObject({
      status: 200,
      body: { status: "ok", seed: "1" },
    });
  });

  test("POST /keys: an account for each call, or a named one that keeps its tier", async () => {
    const server = await lab();
    const plain = await control(server, "POST", "/keys", { tier: "pro", environment: "live" });
    expect(plain).toMatchObject({
      status: 201,
      body: {
        keyId: expect.stringMatching(/^key_[A-Za-z0-9]{16}$/),
        key: expect.stringMatching(/^svc_live_/),
        account: expect.any(String),
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
      scopes: ["read:prices", "read:prices"],
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

  test("POST /fund: adds, makes token accounts, takes strings and numbers, exactly", async () => {
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

  test.each<[string, Record<string, unknown>, string]>([
    ["a token that there is not", { tokens: { DOGE: "1" } }, "tokens.DOGE"],
    ["too many decimals", { tokens: { USDC: "0.0000001" } }, "tokens.USDC"],
    ["a negative amount", { tokens: { USDC: "-1" } }, "tokens.USDC"],
    ["a number that is not exact", { tokens: { SOL: 1e-10 } }, "tokens.SOL"],
    ["an amount that is none", { tokens: { SOL: "lots" } }, "tokens.SOL"],
    ["an amount of another type", { tokens: { SOL: true } }, "tokens.SOL"],
    ["more than u64", { tokens: { USDC: "99999999999999999999" } }, "tokens.USDC"],
    ["more than the faucet has", { tokens: { SOL: "10000000000" } }, "tokens"],
    ["an address that is none", { walletAddress: "alice", tokens: {} }, "walletAddress"],
    ["a network that there is not", { environment: "dev", tokens: {} }, "environment"],
    ["no tokens", {}, "tokens"],
    ["a field too many", { tokens: {}, memo: "x" }, "memo"],
  ])("POST /fund refuses %s", async (_, part, field) => {
    const server = await lab();
    const body = { environment: "live", walletAddress: server.wallets.bob.address, ...part };
    expect(await control(server, "POST", "/fund", body)).toMatchObject({
      status: 400,
      body: { error: { code: "validation_error", field, details: { field } } },
    });
  });

  test.each<[string, Record<string, unknown>, string]>([
    ["a tier that there is not", { tier: "gold" }, "tier"],
    ["no tier", {}, "tier"],
    ["a scope that there is not", { tier: "pro", scopes: ["read:mail"] }, "scopes.0"],
    ["no scope", { tier: "pro", scopes: [] }, "scopes"],
    ["a date that is none", { tier: "pro", expiresAt: "tomorrow" }, "expiresAt"],
    ["a date that is past", { tier: "pro", expiresAt: "2025-01-01T00:00:00Z" }, "expiresAt"],
    ["an empty account", { tier: "pro", account: "" }, "account"],
    ["a long name", { tier: "pro", name: "x".repeat(65) }, "name"],
  ])("POST /keys refuses %s, in-process too", async (_, body, field) => {
    const server = await lab();
    const { status, body: answer } = await control(server, "POST", "/keys", body);
    expect([status, answer.error.field]).toEqual([400, field]);
    await expect(server.issueKey(body as never)).rejects.toMatchObject({ field });
  });

  test("POST /names: on both networks, and it moves", async () => {
    const server = await lab();
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

  test("the clock's calls refuse what is none, by its field", async () => {
    const server = await lab();
    for (const body of [
      {},
      { now: true },
      { now: "soon" },
      { now: "2026-01-01T11:00:00Z" },
      { now: 1e300 },
    ]) {
      expect((await control(server, "POST", "/clock/set", body)).body).toMatchObject({
        error: { field: "now" },
      });
    }
    for (const body of [{}, { by: "soon" }, { by: -1 }, { by: 1e300 }, { by: "1w" }]) {
      expect((await control(server, "POST", "/clock/advance", body)).body).toMatchObject({
        error: { field: "by" },
      });
    }
    expect((await control(server, "GET", "/clock")).body).toEqual({
      now: expect.stringMatching(ISO),
      running: false,
    });
  });

  test("POST /faults answers the id alone; DELETE disarms all", async () => {
    const server = await lab();
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

  test("GET /contract, POST /explain", async () => {
    const server = await lab({ dialect: "cursor" });
    expect((await control(server, "GET", "/contract")).status).toBe(200);
    const explained = await control(server, "POST", "/explain", { command: "swap 1 SOL for USDC" });
    expect(explained.status).toBe(200);
    expect((await control(server, "POST", "/explain", {})).body.error.field).toBe("command");
  });

  test("GET /state and PUT /state: all of it, there and back", async () => {
    const server = await lab();
    const bob = server.wallets.bob.address;
    const { wire } = await signedOf(server, "send 1 SOL to bob.sol");
    const { body: state } = await control(server, "GET", "/state");
    const before = await clientOf(server).portfolio.retrieve(bob);
    await rpc(server, "sendTransaction", [wire, { encoding: "base64" }]);
    await control(server, "POST", "/clock/advance", { by: "1h" });
    expect((await clientOf(server).portfolio.retrieve(bob)).solBalance).not.toBe(before.solBalance);
    expect(await control(server, "PUT", "/state", state)).toMatchObject({
      status: 200,
      body: { status: "ok" },
    });
    const after = await clientOf(server).portfolio.retrieve(bob);
    expect({ ...after, lastUpdated: "" }).toEqual({ ...before, lastUpdated: "" });
    expect((await control(server, "GET", "/clock")).body.now).toBe("2026-01-01T12:00:00.000Z");
  });

  test("PUT /state refuses what is no state, and changes nothing", async () => {
    const server = await lab();
    const { body: state } = await control(server, "GET", "/state");
    const wrong: [unknown, string][] = [
      [{}, "version"],
      [{ ...state, version: 2 }, "version"],
      [{ ...state, seed: "2" }, "seed"],
      [{ ...state, clock: { now: "noon", running: true } }, "clock"],
      [{ ...state, state: undefined }, "state"],
      [{ ...state, state: { keys: 5 } }, "state.keys"],
      [{ ...state, state: { ...state.state, keys: [["key_1"]] } }, "state.keys[0]"],
      [{ ...state, state: { ...state.state, pets: [] } }, "state.pets"],
    ];
    await server.clock.advance("1h");
    for (const [body, field] of wrong) {
      const answer = await control(server, "PUT", "/state", body);
      expect([answer.status, answer.body.error.field]).toEqual([400, field]);
    }
    expect((await control(server, "GET", "/clock")).body.now).toBe("2026-01-01T13:00:00.000Z");
    expect((await clientOf(server).prices.retrieve("SOL")).symbol).toBe("SOL");
  });

  test("POST /reset: the seed's world, its keys and its clock; nothing in the log", async () => {
    const server = await lab();
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
    // The same draws come again.
    expect((await client.keys.create({ name: "x", scopes: ["admin"] })).key).toBe(made.key);
  });

  test("reset sets a clock running again that was set by hand", async () => {
    const server = await lab({ clock: {} });
    await control(server, "POST", "/clock/set", { now: "2040-01-01T00:00:00Z" });
    await control(server, "POST", "/reset");
    expect(server.clock.running).toBe(true);
    expect(Math.abs(server.clock.now() - Date.now())).toBeLessThan(5_000);
  });
});

test("two servers of one seed agree after clock/set, to the byte", async () => {
  const [one, other] = [await lab({ clock: {} }), await lab({ clock: {} })];
  await new Promise((resolve) => setTimeout(resolve, 5));
  const texts: string[] = [];
  for (const server of [one, other]) {
    await control(server, "POST", "/clock/set", { now: "2040-01-01T00:00:00Z" });
    const headers = { Authorization: `Bearer ${server.keys.enterprise}` };
    const price = await server.fetch(`${server.baseUrl}/prices/JUP`, { headers });
    const portfolio = await server.fetch(`${server.baseUrl}/portfolio/${server.wallets.alice.address}`, {
      headers,
    });
    texts.push(JSON.stringify([[...price.headers], await price.text(), await portfolio.text()]));
  }
  expect(texts[0]).toBe(texts[1]);
});

describe("manners", () => {
  const ask = (server: MockServer, method: string, path: string, init: RequestInit = {}) =>
    server.fetch(`${server.controlUrl}${path}`, { method, ...init });
  const json = { "Content-Type": "application/json" };

  test.each<[string, string, RequestInit, number, string]>([
    ["GET", "/nothing", {}, 404, "not_found"],
    ["GET", "/keys", {}, 405, "method_not_allowed"],
    ["OPTIONS", "/health", {}, 405, "method_not_allowed"],
    ["DELETE", "/faults/%ZZ", {}, 400, "validation_error"],
    ["POST", "/names", { body: "{}" }, 415, "unsupported_media_type"],
    [
      "POST",
      "/names",
      { body: "name=x", headers: { "Content-Type": "application/x-www-form-urlencoded" } },
      415,
      "unsupported_media_type",
    ],
    ["POST", "/names", { body: "{", headers: json }, 400, "validation_error"],
    ["POST", "/names", { body: "null", headers: json }, 400, "validation_error"],
    ["POST", "/names", { body: new Uint8Array([0xff, 0xfe]), headers: json }, 400, "validation_error"],
    ["POST", "/names", { body: `"${"x".repeat(1 << 20)}"`, headers: json }, 413, "payload_too_large"],
    ["DELETE", "/sessions/session_none", {}, 404, "not_found"],
    ["GET", "/requests?status=ok", {}, 400, "validation_error"],
  ])("%s %s", async (method, path, init, status, code) => {
    const response = await ask(await lab(), method, path, init);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: { code, message: expect.any(String) } });
    if (status === 405) expect(response.headers.get("allow")).toMatch(/^(POST|GET)/);
  });

  test("a parameter's charset is taken, HEAD answers as GET without a body", async () => {
    const server = await lab();
    const answer = await ask(server, "POST", "/clock/advance", {
      headers: { "Content-Type": "application/JSON; charset=utf-8" },
      body: '{"by":1}',
    });
    expect(answer.status).toBe(200);
    const head = await ask(server, "HEAD", "/health");
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });

  test("there are no CORS headers, and the API has them", async () => {
    const server = await lab();
    for (const path of ["/health", "/openapi.json", "/nothing"]) {
      const names = [...(await ask(server, "GET", path)).headers.keys()];
      expect(names.filter((name) => name.startsWith("access-control"))).toEqual([]);
    }
    expect(
      (await server.fetch(`${server.baseUrl}/prices/SOL`)).headers.get("access-control-allow-origin"),
    ).toBe("*");
  });

  test("its OpenAPI document lists every call with its body", async () => {
    const server = await lab();
    const document = (await control(server, "GET", "/openapi.json")).body;
    expect(document).toMatchObject({
      openapi: "3.1.0",
      info: { title: expect.any(String), version: expect.any(String) },
    });
    const calls = Object.entries<
      Record<string, { operationId: string; responses: object; requestBody?: object }>
    >(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(calls.sort()).toEqual(
      [
        ...["GET /health", "POST /keys", "POST /fund", "POST /names", "GET /clock", "POST /clock/set"],
        ...["POST /clock/advance", "POST /clock/resume", "GET /faults", "POST /faults", "DELETE /faults"],
        ...[
          "DELETE /faults/{id}",
          "GET /sessions",
          "POST /sessions",
          "DELETE /sessions/{id}",
          "GET /requests",
        ],
        ...["DELETE /requests", "GET /requests/stream", "GET /state", "PUT /state", "POST /reset"],
        ...["GET /contract", "POST /explain", "GET /openapi.json"],
      ].sort(),
    );
    const operations = Object.values<Record<string, { operationId: string }>>(document.paths).flatMap(
      Object.values,
    );
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
    expect(document.paths["/fund"].post.requestBody.content["application/json"].schema).toMatchObject({
      type: "object",
      additionalProperties: false,
      required: expect.arrayContaining(["walletAddress", "tokens"]),
    });
    expect(document.paths["/sessions/{id}"].delete.parameters).toMatchObject([
      { name: "id", in: "path", required: true },
    ]);
  });
});

describe("who may use it over a socket", () => {
  /** A request with any Host header, which fetch would not send. */
  function raw(server: MockServer, headers: Record<string, string>, path = "/_mock/health"): Promise<number> {
    const { port } = new URL(server.baseUrl);
    return new Promise((resolve, reject) => {
      const request = httpRequest({ host: "127.0.0.1", port, path, headers, setHost: false }, (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      });
      request.once("error", reject);
      request.end();
    });
  }

  test("loopback without a token: loopback's names, and pages of the server's own", async () => {
    const server = await lab();
    const { port } = await server.listen();
    const statuses = async (...all: Record<string, string>[]) => {
      const seen: number[] = [];
      for (const headers of all) seen.push(await raw(server, headers));
      return seen;
    };
    expect(
      await statuses(
        { host: `127.0.0.1:${port}` },
        { host: `localhost:${port}` },
        { host: `[::1]:${port}` },
        { host: `LOCALHOST:${port}` },
        { host: `localhost:${port}`, origin: `http://localhost:${port}` },
      ),
    ).toEqual([200, 200, 200, 200, 200]);
    expect(
      await statuses(
        { host: `evil.example:${port}` },
        { host: `127.0.0.1.evil.example:${port}` },
        { host: `localhost.evil.example` },
        { host: `evil.example:${port}`, origin: `http://evil.example:${port}` },
        { host: `localhost:${port}`, origin: "https://evil.example" },
        { host: `localhost:${port}`, origin: "http://localhost:1" },
        { host: `localhost:${port}`, origin: "null" },
      ),
    ).toEqual([403, 403, 403, 403, 403, 403, 403]);
    expect(await raw(server, { host: "evil.example" }, "/openapi.json")).toBe(200);
  });

  test("off loopback it is closed, unless there is a token, which must be right", async () => {
    const closed = await lab();
    await closed.listen({ host: "0.0.0.0" });
    expect(await raw(closed, { host: "127.0.0.1" })).toBe(403);
    expect((await control(closed, "GET", "/health")).status).toBe(200);

    const open = await lab({ controlToken: "sesame" });
    await open.listen({ host: "0.0.0.0" });
    const bearer = (token: string) => raw(open, { host: "mock.example", authorization: `Bearer ${token}` });
    expect(await bearer("sesame")).toBe(200);
    expect(await bearer("sesam")).toBe(403);
    expect(await bearer("sesame2")).toBe(403);
    expect(await raw(open, { host: "mock.example" })).toBe(403);
    expect(
      await raw(open, {
        host: "mock.example",
        origin: "https://evil.example",
        authorization: "Bearer sesame",
      }),
    ).toBe(403);
  });

  test("a session's control plane has the same door", async () => {
    const server = await lab();
    const { port } = await server.listen();
    const { controlUrl } = server.openSession();
    const path = `${new URL(controlUrl).pathname}/health`;
    expect(await raw(server, { host: `localhost:${port}` }, path)).toBe(200);
    expect(await raw(server, { host: "evil.example" }, path)).toBe(403);
  });
});
