// Calls every built CommonJS entry of both packages, because an entry that loads may still fail if a dependency exports
// differently to require() than to import.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { inspect } from "node:util";
import { ENTRIES } from "./entries.mjs";

const require = createRequire(import.meta.url);

async function askPrice(baseUrl, server) {
  const headers = { Authorization: `Bearer ${server.keys.enterprise}` };
  assert.equal((await fetch(`${baseUrl}/prices/SOL`, { headers })).status, 200);
}

/** One call per entry. Each can use the results of earlier ones. */
const CALLS = {
  "@intent-tx/mock-server": async (entry, made) => {
    made.server = await entry.createMockServer({ seed: 1 });
  },
  "intent-tx": async (entry, made) => {
    made.client = new entry.IntentTx(made.server.clientOptions());
    const { address: walletAddress } = made.server.wallets.alice;
    made.intent = await made.client.intents.parse({ walletAddress, command: "swap 0.1 SOL for USDC" });
    made.built = await made.client.transactions.build({ intentId: made.intent.intentId, walletAddress });
  },
  "intent-tx/contract": (entry, made) => {
    assert.equal(entry.isAddress(made.server.wallets.alice.address), true);
    assert.equal(typeof entry.openApiDocument().openapi, "string");
  },
  "intent-tx/solana": async (entry, { server, intent, built }) => {
    const { Connection, Keypair } = require("@solana/web3.js");
    const signer = Keypair.fromSecretKey(require("bs58").default.decode(server.wallets.alice.secretKey));
    const connection = new Connection(server.rpc.live, { fetch: server.fetch });
    const { signature } = await entry.signAndSend({ intent, built, signer, connection, clock: server.clock });
    assert.match(signature, /^\w{80,90}$/);
  },
  "intent-tx/node": async (entry) => {
    assert.equal(await new entry.FileKeyStore("node_modules/.cache/no-such-key.json").load(), undefined);
  },
  "intent-tx/react": (entry, { client }) => {
    assert.equal(typeof entry.intentTxQueries(client), "object");
  },
  "intent-tx/redis": async (entry) => {
    const client = { call: async () => ["0", "", "1"] };
    assert.equal(await new entry.RedisKeyStore({ redis: client }).load(), undefined);
    assert.equal(typeof new entry.RedisRateLimit({ redis: client }).acquire, "function");
  },
  "intent-tx/postgres": async (entry) => {
    const client = { query: async () => ({ rows: [] }) };
    assert.deepEqual(await new entry.PostgresJournal({ client }).open(), []);
  },
  "intent-tx/ai": async (entry, { server, client }) => {
    const tools = entry.intentTools(client, { walletAddress: server.wallets.alice.address });
    assert.equal((await tools.price.execute({ token: "SOL" })).ok, true);
  },
  "@intent-tx/mock-server/testing": async (entry) => {
    assert.equal(typeof entry.createFakeClient, "function");
  },
  "@intent-tx/mock-server/parser": (entry) => {
    assert.equal(entry.explain("swap 1 SOL for USDC").ok, true);
  },
  "intent-tx/proxy": async (entry, { server }) => {
    const answer = await entry.proxy(server.clientOptions())(new Request("http://localhost/api/prices/SOL"));
    assert.equal((await answer.json()).symbol, "SOL");
  },
  "intent-tx/opentelemetry": async (entry, { server }) => {
    const client = entry.tracedClient(server.clientOptions());
    assert.equal((await client.prices.retrieve("SOL")).symbol, "SOL");
  },
  "@intent-tx/mock-server/explore": async (entry) => {
    const report = await entry.explore({ run: ({ connection }) => connection.getSlot().catch(() => {}) });
    assert.equal(report.requests, 1);
  },
  "@intent-tx/mock-server/nock": async (entry, { server }) => {
    const stop = entry.interceptWithNock(server, { baseUrl: "http://cjs.example/v1" });
    await askPrice("http://cjs.example/v1", server);
    stop();
  },
  "@intent-tx/mock-server/msw": async (entry, { server }) => {
    const baseUrl = "http://cjs-msw.example/v1";
    const worker = require("msw/node").setupServer(...entry.mswHandlers(server, { baseUrl }));
    worker.listen({ onUnhandledRequest: "bypass" });
    await askPrice(baseUrl, server);
    worker.close();
  },
};

const entries = ENTRIES.flatMap(({ name, isCommonJs }) => (isCommonJs ? [name] : []));
assert.deepEqual(Object.keys(CALLS).sort(), entries.sort(), "every CommonJS entry has a call here");

const made = {};
const complaints = [];
for (const [name, call] of Object.entries(CALLS)) {
  try {
    await call(require(name), made);
  } catch (error) {
    complaints.push(`${name}, required: ${inspect(error)}`);
  }
}
await made.server?.close();
if (complaints.length > 0) {
  console.error(complaints.join("\n"));
  process.exit(1);
}
console.log(`${entries.length} CommonJS entries work`);
