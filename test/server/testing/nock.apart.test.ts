import { interceptWithNock } from "@intent-tx/mock-server/nock";
import { Connection, PublicKey } from "@solana/web3.js";
import { IntentTx } from "intent-tx";
import nock from "nock";
import { afterAll, afterEach, beforeAll, expect, onTestFinished } from "vitest";
import { test as base, failureOf, lab } from "../lab.js";

beforeAll(() => nock.disableNetConnect());
afterEach(() => nock.cleanAll());
afterAll(() => {
  nock.enableNetConnect();
  nock.restore();
});

const BASE = "https://api.example.com/v1";

async function setup(baseUrl = BASE) {
  const server = await lab();
  const stop = interceptWithNock(server, { baseUrl });
  const client = new IntentTx({
    apiKey: server.keys.enterprise,
    baseUrl,
    maxRetries: 0,
    clock: server.clock,
  });
  return { server, stop, client };
}

const test = base.extend("world", () => setup());

test("the whole API answers the global fetch", async ({ world: { server, client } }) => {
  const walletAddress = server.wallets.alice.address;
  const intent = await client.intents.parse({ walletAddress, command: "swap 1 SOL for USDC" });
  const built = await client.transactions.build({ intentId: intent.intentId, walletAddress });
  expect(built.transaction).toMatch(/^[A-Za-z0-9+/]+=*$/);
  const { keyId } = await client.keys.create({ name: "x", scopes: ["admin"] });
  expect(await client.keys.revoke(keyId)).toMatchObject({ status: "revoked" });
  expect((await client.transactions.list(walletAddress, { limit: 2, type: "swap" })).data).toEqual([]);
  expect(client.rateLimit?.limit).toBe(600);
  const { requestId } = await client.prices.retrieve("SOL").withResponse();
  expect(server.requests.list().at(-1)).toMatchObject({ requestId, path: "/v1/prices/SOL" });
});

test("errors, non-JSON bodies and HEAD reach the server unchanged", async ({ world: { server } }) => {
  const send = (body: string, type: string) =>
    fetch(`${BASE}/intents`, {
      method: "POST",
      headers: { Authorization: `Bearer ${server.keys.pro}`, "Content-Type": type },
      body,
    });
  expect((await send("[]", "application/json")).status).toBe(400);
  expect((await send("hello", "text/plain")).status).toBe(415);
  const headers = { Authorization: `Bearer ${server.keys.pro}` };
  expect((await fetch(`${BASE}/prices/SOL`, { method: "HEAD", headers })).status).toBe(200);
  const patch = await fetch(`${BASE}/prices/SOL`, { method: "PATCH", headers });
  expect([patch.status, patch.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
});

test("faults apply to intercepted requests, too", async ({ world: { server, client } }) => {
  server.faults.add({ nth: 1, fault: { kind: "status", status: 503 } });
  server.faults.add({ nth: 2, fault: { kind: "drop", when: "before" } });
  server.faults.add({ nth: 3, fault: { kind: "malformed", form: "truncated" } });
  expect(await failureOf(client.prices.retrieve("SOL"))).toMatchObject({ status: 503 });
  expect(await failureOf(client.prices.retrieve("SOL"))).toMatchObject({ name: "ConnectionError" });
  expect(await failureOf(client.prices.retrieve("SOL"))).toMatchObject({ name: "ResponseValidationError" });
  server.faults.assertDone();
});

test("another path of the host, and all of it after the end, is not intercepted", async () => {
  const { stop, client } = await setup();
  expect((await client.prices.retrieve("SOL")).symbol).toBe("SOL");
  expect(nock.pendingMocks()).toEqual([]); // methods that the app does not use
  await expect(fetch("https://api.example.com/v10/prices/SOL")).rejects.toThrow();
  stop();
  expect(await failureOf(client.prices.retrieve("SOL"))).toMatchObject({ name: "ConnectionError" });
});

test("closing ends pending requests: no latency continues for a disconnected client", async () => {
  const { server, stop } = await setup();
  server.faults.add({ fault: { kind: "latency", ms: 60_000 } });
  const headers = { Authorization: `Bearer ${server.keys.pro}` };
  const leave = new AbortController();
  const gone = failureOf(fetch(`${BASE}/prices/SOL`, { headers, signal: leave.signal }));
  const waiting = failureOf(fetch(`${BASE}/prices/SOL`, { headers }));
  await expect.poll(() => server.faults.list()).toMatchObject([{ fired: 2 }]);
  leave.abort();
  await gone;
  stop();
  await waiting;
  await expect.poll(() => server.requests.list()).toHaveLength(2);
});

test("the server's own address is the default", async ({ server }) => {
  const stop = interceptWithNock(server);
  const headers = { Authorization: `Bearer ${server.keys.pro}` };
  const answer = await fetch(`${server.baseUrl}/prices/SOL`, { headers });
  expect(await answer.json()).toMatchObject({ symbol: "SOL" });
  stop();
});

test("the cluster's RPC is answered too", async ({ server }) => {
  const rpcUrl = "https://cluster.example/";
  onTestFinished(interceptWithNock(server, { baseUrl: "https://api.example.com/v1", rpcUrl }));
  const connection = new Connection(rpcUrl);
  expect(await connection.getBalance(new PublicKey(server.wallets.alice.address))).toBeGreaterThan(0);
});
