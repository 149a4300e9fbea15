import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { MockServer } from "@intent-tx/mock-server";
import {
  ControlConflictError,
  connectMock,
  type RemoteMock,
  ServiceError,
} from "@intent-tx/mock-server/testing";
import { IntentTx, stringifyJson } from "intent-tx";
import { test as base, describe, expect, expectTypeOf, onTestFinished, test } from "vitest";
import { failureOf, lab, NOON } from "../lab.js";

type Either = MockServer | RemoteMock;

/** A mock server on a socket, and a handle of it. */
async function remote(options: Parameters<typeof lab>[0] = {}, path = "") {
  const server = await lab(options);
  const { baseUrl } = await server.listen();
  const mock = connectMock(new URL(path, baseUrl));
  return { server, mock };
}

const HANDLES: readonly (readonly [string, () => Promise<Either>])[] = [
  ["in-process", () => lab()],
  ["remote", async () => (await remote()).mock],
  ["of a session", async () => (await remote()).mock.openSession({ seed: 1 })],
];

const clientOf = async (mock: Either) => new IntentTx({ ...(await mock.clientOptions()), maxRetries: 0 });

describe.each(HANDLES)("a handle, %s", (_, open) => {
  const test = base.extend("mock", () => open());

  test("controls the clock", async ({ mock }) => {
    expect(await mock.clock.now()).toBe(Date.parse(NOON));
    await mock.clock.advance("90m");
    expect(await mock.clock.now()).toBe(Date.parse("2026-01-01T13:30:00Z"));
    await mock.clock.set(new Date("2026-02-01T00:00:00Z"));
    expect(await mock.clock.now()).toBe(Date.parse("2026-02-01T00:00:00Z"));
    const nextEpoch = 2_000;
    await mock.clock.set({ epoch: nextEpoch });
    expect(await mock.clock.now()).toBe(Date.UTC(2020, 2, 16, 14, 29) + nextEpoch * 432_000 * 400);
    expect(await mock.clock.running).toBe(false);
    await mock.clock.resume();
    expect(await mock.clock.running).toBe(true);
  });

  test("arms faults, and reports which never fired", async ({ mock }) => {
    const client = await clientOf(mock);
    const { id } = await mock.faults.add({ times: 1, fault: { kind: "status", status: 503 } });
    const unfired = (async () => mock.faults.assertDone())();
    expect((await failureOf(unfired)).message).toContain(`1 fault never fired:\n  ${id}: `);
    expect(await failureOf(client.prices.retrieve("SOL"))).toMatchObject({ status: 503 });
    await mock.faults.assertDone();
    expect(await mock.faults.list()).toMatchObject([{ id, seen: 1, fired: 1 }]);
    await mock.faults.clear(id);
    const unknown = (async () => mock.faults.clear(id))();
    expect(await failureOf(unknown)).toMatchObject({ status: 404, code: "not_found" });
    await mock.faults.add({ fault: { kind: "status", status: 503 } });
    await mock.faults.clear();
    expect(await mock.faults.list()).toEqual([]);
  });

  test("lists requests and checks that they were made", async ({ mock }) => {
    const client = await clientOf(mock);
    await client.prices.retrieve("SOL");
    await failureOf(client.prices.retrieve("NOPE"));
    expect((await mock.requests.list()).map(({ status }) => status)).toEqual([200, 404]);
    expect(await mock.requests.list({ operation: "prices.retrieve", status: 404 })).toHaveLength(1);
    const rpc = [
      { jsonrpc: "2.0", id: 1, method: "getSlot" },
      { jsonrpc: "2.0", id: 2, method: "getHealth" },
    ];
    const fetching = "fetch" in mock ? mock.fetch : fetch;
    for (const url of [mock.rpc.live, mock.rpc.test])
      await fetching(url, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(rpc),
      });
    await mock.requests.expectCalls([
      { operation: "prices.retrieve", times: 2 },
      { rpcMethod: "getSlot", times: 2 },
    ]);
    const missed = (async () => mock.requests.expectCalls([{ operation: "intents.parse" }]))();
    expect((await failureOf(missed)).message).toMatch(/^expected a call .*closest is #\d GET/);
    await mock.requests.clear();
    expect(await mock.requests.list()).toEqual([]);
    await mock.requests.expectCalls([{ rpcMethod: "getSlot", times: 0 }]);
  });

  test("sets prices on either network, and reports which argument is wrong", async ({ mock }) => {
    const set = await mock.prices.set("SOL", 150);
    expect(set).toMatchObject({ environment: "live", symbol: "SOL", usd: expect.closeTo(150, 6) });
    expect((await (await clientOf(mock)).prices.retrieve("SOL")).price).toBe(set.usd);
    const other = await mock.prices.set("JUP", 2, { environment: "test" });
    expect(other).toMatchObject({ environment: "test", symbol: "JUP" });
    expect((await (await clientOf(mock)).prices.retrieve("JUP")).price).not.toBeCloseTo(2, 1);
    const unknown = (async () => mock.prices.set("NOPE", 1))();
    expect(await failureOf(unknown)).toMatchObject({ name: "ServiceError", status: 400, field: "token" });
    const negative = (async () => mock.prices.set("SOL", -1))();
    expect(await failureOf(negative)).toMatchObject({ status: 400, field: "usd" });
  });

  test("funds wallets, issues keys, restores and resets", async ({ mock }) => {
    const { bob } = await mock.wallets;
    const before = await mock.snapshot();
    const first = await mock.fund(bob.address, { USDC: "1.5" });
    const second = await mock.fund(bob.address, { USDC: "1.5" });
    expect(Number(second.balances["USDC"]) - Number(first.balances["USDC"])).toBeCloseTo(1.5);
    await mock.restore(before);
    expect((await mock.fund(bob.address, { USDC: "1.5" })).balances).toEqual(first.balances);
    const test1 = await mock.fund(bob.address, { SOL: "1" }, { environment: "test" });
    expect(test1.environment).toBe("test");
    const wrong = await failureOf(mock.fund(bob.address, { NOPE: "1" }));
    expect(wrong).toMatchObject({ name: "ServiceError", status: 400, field: "tokens.NOPE" });
    const { key, tier, environment } = await mock.issueKey({ tier: "pro" });
    expect([tier, environment]).toEqual(["pro", "live"]);
    expect(await mock.clientOptions(key)).toMatchObject({ apiKey: key, baseUrl: mock.baseUrl });
    await mock.reset();
    expect(await failureOf(new IntentTx(await mock.clientOptions(key)).prices.retrieve("SOL"))).toMatchObject(
      {
        status: 401,
      },
    );
  });

  test("shows its world", async ({ mock }) => {
    const server = await lab();
    expect(await mock.seed).toBe("1");
    expect(await mock.keys).toEqual(server.keys);
    expect(await mock.keyIds).toEqual(server.keyIds);
    expect(await mock.wallets).toEqual(server.wallets);
    expect(await mock.health()).toMatchObject({ status: "ok", seed: "1" });
    expect(await mock.explain("swap 1 SOL for USDC")).toEqual(await server.explain("swap 1 SOL for USDC"));
    const wrong = (async () => mock.clientOptions("nope"))();
    expect((await failureOf(wrong)).message).toBe(
      'key must be one of free, pro, enterprise, test; got "nope"',
    );
  });
});

test("a handle has every member of the in-process server except those that need its process", () => {
  type InProcess = "fetch" | "listen" | "close" | "rpcTransport" | typeof Symbol.asyncDispose;
  expectTypeOf<Exclude<keyof MockServer, InProcess>>().toEqualTypeOf<Exclude<keyof RemoteMock, "names">>();
});

test("a name resolves to the given address", async () => {
  const { mock } = await remote();
  const [{ alice, bob }, client] = [await mock.wallets, await clientOf(mock)];
  await mock.names.set("treasury.sol", bob.address);
  const command = "send 0.1 SOL to treasury.sol";
  expect(stringifyJson(await client.intents.parse({ walletAddress: alice.address, command }))).toContain(
    bob.address,
  );
});

describe("a session", () => {
  test("is opened, is apart from the server's world, and is closed", async () => {
    const { mock } = await remote();
    const session = await mock.openSession({ name: "one" });
    expect(session).toMatchObject({ id: "one", baseUrl: mock.baseUrl.replace("/v1", "/s/one/v1") });
    await session.clock.advance("1h");
    expect((await session.clock.now()) - (await mock.clock.now())).toBe(3_600_000);
    expect(await failureOf(session.openSession({ name: "one" }))).toBeInstanceOf(ControlConflictError);
    await mock.closeSession("one");
    expect(await failureOf(session.clock.now())).toMatchObject({ status: 404 });
    expect(await failureOf(mock.closeSession("one"))).toBeInstanceOf(ServiceError);
  });

  test("with a name is opened by its first call, and shared", async () => {
    const { server, mock } = await remote();
    const url = mock.baseUrl;
    const [one, other] = [connectMock(url, { session: "shared" }), connectMock(url, { session: "shared" })];
    await Promise.all([one.clock.advance("1h"), other.clock.advance("1h")]);
    expect((await one.clock.now()) - server.clock.now()).toBe(7_200_000);
    const bySessionsUrl = connectMock(one.controlUrl);
    expect(await bySessionsUrl.clock.now()).toBe(await one.clock.now());
    const named = connectMock(new URL("/s/named", url), { session: "named" });
    expect(await named.faults.list()).toEqual([]);
    const wrong = connectMock(url, { session: "no name" });
    expect(await failureOf(wrong.health())).toMatchObject({ status: 400, field: "name" });
  });
});

test.each(["/", "/v1", "/v1/", "/_mock"])("any address of the server will do: %s", async (path) => {
  const { server, mock } = await remote({}, path);
  expect([mock.baseUrl, mock.controlUrl, mock.rpc, mock.ws]).toEqual([
    server.baseUrl,
    server.controlUrl,
    server.rpc,
    server.ws,
  ]);
});

test("a token opens a control plane that needs one", async () => {
  const { server } = await remote({ controlToken: "sesame-sesame-sesame" });
  expect((await failureOf(connectMock(server.baseUrl).health())).message).toMatch(
    /^GET http.*\/_mock\/health returned 403: .*--control-token/,
  );
  const mock = connectMock(server.baseUrl, { token: "sesame-sesame-sesame" });
  const session = await mock.openSession();
  expect(await session.health()).toMatchObject({ status: "ok" });
});

test("an invalid address, or one without a mock server, is named in the error", async () => {
  expect(() => connectMock("localhost:4010")).toThrow(
    'url must be the URL of a mock server, such as "http://localhost:4010"; got "localhost:4010"',
  );
  expect(() => connectMock(undefined as never)).toThrow('such as "http://127.0.0.1:4010"; got undefined');
  expect(() => connectMock("http://localhost:4010/s/one/v1", { session: "two" })).toThrow(
    'session is "two", but url names the session one',
  );
  const other = createServer((_, response) => response.end("<!doctype html>")).listen(0, "127.0.0.1");
  await new Promise((resolve) => other.once("listening", resolve));
  const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  const mock = connectMock(url);
  expect((await failureOf(mock.health())).message).toContain("but the response is not from a mock server");
  other.close();
  other.closeAllConnections();
  expect((await failureOf(mock.health())).message).toContain(`no mock server responds at ${url}/_mock`);
  onTestFinished(() => void other.close());
});
