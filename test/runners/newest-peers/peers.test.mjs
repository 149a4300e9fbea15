// The newest majors of the optional peers, which need a newer Node than the rest of the tests.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { after, test } from "node:test";
import { createMockServer } from "@intent-tx/mock-server";
import { mswHandlers } from "@intent-tx/mock-server/msw";
import { interceptWithNock } from "@intent-tx/mock-server/nock";
import { Connection, PublicKey } from "@solana/web3.js";
import { IntentTx } from "intent-tx";
import { setupServer } from "msw/node";
import nock from "nock";

const BASE = "https://api.example.com/v1";
const RPC = "https://cluster.example/";
const server = await createMockServer({ seed: 1 });
after(() => server.close());
const { address: walletAddress } = server.wallets.alice;

/** Reads, sends bodies, and gets an error, a header and a broken connection through an interception. */
async function use() {
  const client = new IntentTx({
    apiKey: server.keys.enterprise,
    baseUrl: BASE,
    clock: server.clock,
    maxRetries: 0,
  });
  const intent = await client.intents.parse({ walletAddress, command: "swap 1 SOL for USDC" });
  const built = await client.transactions.build({ intentId: intent.intentId, walletAddress });
  assert.match(built.transaction, /^[A-Za-z0-9+/]+=*$/);
  assert.equal((await client.transactions.list(walletAddress, { limit: 2 })).data.length, 0);
  assert.equal(server.requests.list().at(-1).query, "limit=2");
  const text = await fetch(`${BASE}/intents`, {
    method: "POST",
    headers: { Authorization: `Bearer ${server.keys.pro}`, "Content-Type": "text/plain" },
    body: "hello",
  });
  assert.equal(text.status, 415);
  const refused = await fetch(`${BASE}/prices/SOL`);
  assert.deepEqual([refused.status, refused.headers.get("www-authenticate")], [401, "Bearer"]);
  server.faults.add({ nth: 1, fault: { kind: "drop", when: "before" } });
  await assert.rejects(client.prices.retrieve("SOL"), { name: "ConnectionError" });
  const connection = new Connection(RPC, { fetch: (...request) => fetch(...request) });
  assert.ok((await connection.getBalance(new PublicKey(walletAddress))) > 0);
}

test("nock 15", async () => {
  nock.disableNetConnect();
  after(() => nock.isActive() && nock.restore());
  const required = createRequire(import.meta.url)("@intent-tx/mock-server/nock");
  for (const intercept of [interceptWithNock, required.interceptWithNock]) {
    const stop = intercept(server, { baseUrl: BASE, rpcUrl: RPC });
    await use();
    stop();
    assert.equal((await fetch(`${BASE}/prices/SOL`)).status, 501);
  }
  nock.restore();
});

test("msw 3", async () => {
  const required = createRequire(import.meta.url)("@intent-tx/mock-server/msw");
  for (const handlers of [mswHandlers, required.mswHandlers]) {
    const worker = setupServer(...handlers(server, { baseUrl: BASE, rpcUrl: "https://cluster.example" }));
    worker.listen({ onUnhandledRequest: "error" });
    await use();
    worker.close();
  }
});
