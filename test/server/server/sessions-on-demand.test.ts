import { createMockServer, type MockServer, OptionError, type SessionOptions } from "@intent-tx/mock-server";
import { PublicKey } from "@solana/web3.js";
import { IntentTx } from "intent-tx";
import { describe, expect } from "vitest";
import { readServerFlags } from "../../../mock-server/src/cli/server-flags.js";
import { cli } from "../cli/cli-process.js";
import { api, control, failureOf, lab, rpc, test } from "../lab.js";
import { RpcClient } from "../rpc/socket-client.js";

const onDemand = (more: SessionOptions = {}) => lab({ sessions: { open: "on-demand", ...more } });
const root = (server: MockServer) => server.baseUrl.slice(0, -3);
const plane = (server: MockServer, name: string) => ({
  controlUrl: `${root(server)}/s/${name}/_mock`,
  fetch: server.fetch,
});
const openIds = async (server: MockServer) =>
  (await control(server, "GET", "/sessions")).body.data.map(({ id }: { id: string }) => id);

describe("a session that its client names", () => {
  test("is opened by its first use, with everything that an explicitly opened session has", async () => {
    const server = await onDemand();
    const world = (await control(plane(server, "ci-job-4711"), "GET", "/world")).body;
    expect(world).toMatchObject({
      seed: expect.stringMatching(/^[0-9a-f]{32}$/),
      baseUrl: `${root(server)}/s/ci-job-4711/v1`,
    });
    const client = new IntentTx({
      apiKey: world.keys.enterprise,
      baseUrl: world.baseUrl,
      fetch: server.fetch,
      maxRetries: 0,
    });
    expect((await client.prices.retrieve("SOL")).symbol).toBe("SOL");
    const { fetch } = server;
    expect(
      (await rpc({ fetch, rpc: world.rpc }, "getBalance", [world.wallets.alice.address])).result.value,
    ).toBe(100e9);
    await control(plane(server, "ci-job-4711"), "POST", "/clock/advance", { by: "1h" });
    expect((await control(plane(server, "other"), "GET", "/clock")).body.now).toBe(
      "2026-01-01T12:00:00.000Z",
    );
    expect(await openIds(server)).toEqual(["ci-job-4711", "other"]);
    expect(
      (await server.fetch(`${root(server)}/s/third/studio`)).headers.get("content-security-policy"),
    ).toContain("'self'");
  });

  test("a session's answers depend only on its name and the server's seed", async () => {
    const said = async (others: readonly string[]) => {
      const server = await onDemand();
      for (const name of others) await control(plane(server, name), "GET", "/health");
      const { keys, wallets } = (await control(plane(server, "job"), "GET", "/world")).body;
      const session = { baseUrl: `${root(server)}/s/job/v1`, keys, fetch: server.fetch };
      const order = { walletAddress: wallets.alice.address, command: "swap 1 SOL for USDC" };
      const { headers, text } = await api(session, "POST", "/intents", order);
      return [[...headers], text];
    };
    expect(await said([])).toEqual(await said(["a", "b", "c"]));
  });

  test("is opened over a socket by just a WebSocket", async () => {
    const server = await onDemand();
    const { port } = await server.listen();
    const client = await RpcClient.open(`ws://127.0.0.1:${port}/s/by-socket/rpc/live`);
    const { result } = await client.call("accountSubscribe", PublicKey.default.toBase58());
    expect(result).toBeTypeOf("number");
    client.socket.terminate();
    expect(await openIds(server)).toEqual(["by-socket"]);
  });

  test("that was closed is opened again, in its seed's initial state", async () => {
    const server = await onDemand();
    const job = plane(server, "job");
    await control(job, "POST", "/names", { name: "n.sol", address: server.wallets.bob.address });
    expect((await control(server, "DELETE", "/sessions/job")).status).toBe(204);
    expect((await control(job, "GET", "/state")).body.state.names).toEqual([]);
  });

  test("is refused with 503 above the limit, whether opened by use or by a call, until another one ends", async () => {
    const server = await onDemand({ limit: 2, ttl: "10m" });
    for (const name of ["a", "b"]) await control(plane(server, name), "GET", "/health");
    const third = await server.fetch(`${root(server)}/s/c/v1/prices/SOL`);
    expect(third.status).toBe(503);
    expect(third.headers.get("retry-after")).toBe("5");
    expect((await third.json()).error).toMatchObject({
      code: "service_unavailable",
      message: expect.stringMatching(/^2 sessions are open/),
    });
    expect((await control(server, "POST", "/sessions", {})).status).toBe(503);
    expect((await control(server, "PUT", "/sessions/c")).status).toBe(503);
    expect((await control(server, "PUT", "/sessions/a")).status).toBe(200);
    await server.clock.advance("10m");
    expect((await control(plane(server, "c"), "GET", "/health")).status).toBe(200);
  });

  test.each(["a%20b", ".hidden", "-x", "x".repeat(65), "a%2e", "%C3%A4", "a~b"])(
    "is refused with 400 for the name %s",
    async (name) => {
      const server = await onDemand();
      const answer = await server.fetch(`${root(server)}/s/${name}/v1/prices/SOL`);
      expect(answer.status).toBe(400);
      expect((await answer.json()).error).toMatchObject({ code: "validation_error", field: "session" });
      expect(await openIds(server)).toEqual([]);
    },
  );

  test("an ended session whose ID the server drew is not opened again", async () => {
    const server = await onDemand();
    const { id, baseUrl } = server.openSession();
    server.closeSession(id);
    expect((await server.fetch(`${baseUrl}/prices/SOL`)).status).toBe(404);
    expect(await openIds(server)).toEqual([]);
  });

  test("is not opened by its use unless sessions open on demand", async ({ server }) => {
    expect((await server.fetch(`${root(server)}/s/job/v1/prices/SOL`)).status).toBe(404);
  });
});

describe("PUT /_mock/sessions/NAME", () => {
  test("opens a session with options and returns it again, but not for other options", async ({ server }) => {
    const options = { seed: 5, dialect: "enveloped", contract: { idempotency: true }, ttl: "2h" };
    const first = await control(server, "PUT", "/sessions/job", options);
    expect(first).toMatchObject({ status: 200, body: { id: "job", baseUrl: `${root(server)}/s/job/v1` } });
    expect((await lab({ seed: 5 })).keys).toEqual(first.body.keys);
    for (const again of [options, {}, { seed: "5" }])
      expect((await control(server, "PUT", "/sessions/job", again)).body).toEqual(first.body);
    for (const other of [{ seed: 6 }, { ttl: "1h" }, { dialect: "cursor" }])
      expect(await control(server, "PUT", "/sessions/job", other)).toMatchObject({
        status: 409,
        body: { error: { code: "conflict" } },
      });
    expect((await control(server, "POST", "/sessions", { name: "job" })).status).toBe(409);
    expect((await control(server, "POST", "/sessions", { name: "job-2" })).status).toBe(201);
  });

  test.each([
    ["an invalid name", "a%20b", {}, "name"],
    ["a name that the server draws", "session_1", {}, "name"],
    ["a ttl of nothing", "job", { ttl: 0 }, "ttl"],
  ])("is refused with %s", async (_, name, options, field) => {
    const server = await lab();
    expect(await control(server, "PUT", `/sessions/${name}`, options)).toMatchObject({
      status: 400,
      body: { error: { field } },
    });
  });
});

test.each<[string, object, string]>([
  ["another way of opening", { open: "always" }, "sessions.open"],
  ["a limit of nothing", { limit: 0 }, "sessions.limit"],
  ["an invalid ttl", { ttl: "soon" }, "sessions.ttl"],
  ["a name that is no option", { max: 3 }, "sessions.max"],
])("the option sessions is refused with %s", async (_, sessions, option) => {
  const failure = await failureOf(createMockServer({ sessions: sessions as SessionOptions }));
  expect(failure).toBeInstanceOf(OptionError);
  expect(failure).toMatchObject({ option });
});

test("a public address replaces the socket's, in sessions too", async () => {
  const server = await lab({ publicUrl: "https://mock.example.com/" });
  await server.listen();
  expect(server.baseUrl).toBe("https://mock.example.com/v1");
  expect(server.openSession({ name: "job" })).toMatchObject({
    baseUrl: "https://mock.example.com/s/job/v1",
    ws: { live: "wss://mock.example.com/s/job/rpc/live" },
  });
  for (const wrong of ["mock.example.com", "ftp://x", "https://x/path", "https://u:p@x"])
    expect(await failureOf(createMockServer({ publicUrl: wrong }))).toMatchObject({ option: "publicUrl" });
});

test("serve takes flags for all of it, and secrets from the environment", async () => {
  const flags =
    "--sessions on-demand --session-limit 1 --session-ttl 30m --public-url https://mock.example.com";
  const running = await cli(["serve", "--port", "0", "--json", ...flags.split(" ")], {
    env: { INTENT_TX_MOCK_SEED: "s3", INTENT_TX_MOCK_CONTROL_TOKEN: "t0ken" },
  });
  const { baseUrl, port } = await running.ready();
  expect(baseUrl).toBe("https://mock.example.com/v1");
  const at = (path: string, token = "t0ken") =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: { Authorization: `Bearer ${token}` } });
  expect((await at("/s/job/_mock/world", "guess")).status).toBe(403);
  expect(await (await at("/s/job/_mock/world")).json()).toMatchObject({
    baseUrl: expect.stringMatching(/^https:\/\/mock\.example\.com\/s\/job~[\w-]{22}\/v1$/),
  });
  expect((await at("/s/other/_mock/world")).status).toBe(503);
});

test.each([
  ["--sessions", "always"],
  ["--session-limit", "0"],
  ["--session-ttl", "30"],
])("serve refuses %s %s", (flag, value) => {
  expect(() => readServerFlags([flag, value])).toThrow(`${flag} ${value}`);
});
