// Calls every entry that both packages have as CommonJS, because an entry that loads may still fail if a dependency
// exports differently to require() than to import. newest-peers does this for the entries of nock and msw.
const assert = require("node:assert/strict");
const { after, before, test } = require("node:test");

let server;
let client;
before(async () => {
  server = await require("@intent-tx/mock-server").createMockServer({ seed: 1 });
  client = new (require("intent-tx").IntentTx)(server.clientOptions());
});
after(() => server.close());

const CALLS = {
  "@intent-tx/mock-server": () => assert.equal(typeof server.keys.test, "string"),
  "intent-tx": async () => assert.equal((await client.prices.retrieve("SOL")).symbol, "SOL"),
  "intent-tx/contract": (entry) => {
    assert.equal(entry.isAddress(server.wallets.alice.address), true);
    assert.equal(typeof entry.openApiDocument().openapi, "string");
  },
  "intent-tx/solana": async (entry) => {
    const { Connection, Keypair } = require("@solana/web3.js");
    const { address: walletAddress, secretKey } = server.wallets.alice;
    const intent = await client.intents.parse({ walletAddress, command: "swap 0.1 SOL for USDC" });
    const built = await client.transactions.build({ intentId: intent.intentId, walletAddress });
    const signer = Keypair.fromSecretKey(require("bs58").default.decode(secretKey));
    const connection = new Connection(server.rpc.live, { fetch: server.fetch });
    const { signature } = await entry.signAndSend({ intent, built, signer, connection, clock: server.clock });
    assert.match(signature, /^\w{80,90}$/);
  },
  "intent-tx/node": async (entry) =>
    assert.equal(await new entry.FileKeyStore(`${__dirname}/no-such-key.json`).load(), undefined),
  "intent-tx/react": (entry) => assert.equal(typeof entry.intentTxQueries(client), "object"),
  "intent-tx/redis": async (entry) => {
    const redis = { call: async () => ["0", "", "1"] };
    assert.equal(await new entry.RedisKeyStore({ redis }).load(), undefined);
    assert.equal(typeof new entry.RedisRateLimit({ redis }).acquire, "function");
  },
  "intent-tx/postgres": async (entry) => {
    const database = { query: async () => ({ rows: [] }) };
    assert.deepEqual(await new entry.PostgresJournal({ client: database }).open(), []);
  },
  "intent-tx/ai": async (entry) => {
    const tools = entry.intentTools(client, { walletAddress: server.wallets.alice.address });
    assert.equal((await tools.price.execute({ token: "SOL" })).ok, true);
  },
  "intent-tx/proxy": async (entry) => {
    const answer = await entry.proxy(server.clientOptions())(new Request("http://localhost/api/prices/SOL"));
    assert.equal((await answer.json()).symbol, "SOL");
  },
  "intent-tx/opentelemetry": async (entry) => {
    const traced = entry.tracedClient(server.clientOptions());
    assert.equal((await traced.prices.retrieve("SOL")).symbol, "SOL");
  },
  "@intent-tx/mock-server/testing": (entry) => assert.equal(typeof entry.createFakeClient, "function"),
  "@intent-tx/mock-server/parser": (entry) => assert.equal(entry.explain("swap 1 SOL for USDC").ok, true),
  "@intent-tx/mock-server/explore": async (entry) => {
    const report = await entry.explore({ run: ({ connection }) => connection.getSlot().catch(() => {}) });
    assert.equal(report.requests, 1);
  },
};

for (const [name, call] of Object.entries(CALLS)) test(name, () => call(require(name)));

test("every other entry is called here", () => {
  const entries = ["intent-tx", "@intent-tx/mock-server"].flatMap((name) => {
    const { exports } = require(`${name}/package.json`);
    const paths = Object.keys(exports).filter((path) => exports[path].require !== undefined);
    return paths.map((path) => name + path.slice(1));
  });
  const elsewhere = ["@intent-tx/mock-server/nock", "@intent-tx/mock-server/msw"];
  assert.deepEqual([...Object.keys(CALLS), ...elsewhere].sort(), entries.sort());
});
