// Calls every built CommonJS entry of both packages, because an entry that loads may still fail if a dependency exports
// differently to require() than to import. test/runners/newest-peers has the newest majors of nock and msw.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { temporaryFolder } from "../../folder.js";

const require = createRequire(import.meta.url);
const server = await require("@intent-tx/mock-server").createMockServer({ seed: 1 });
const client = new (require("intent-tx").IntentTx)(server.clientOptions());
const walletAddress = server.wallets.alice.address;
afterAll(() => server.close());

/** The status of an intercepted request. */
async function ask(baseUrl: string): Promise<number> {
  const headers = { Authorization: `Bearer ${server.keys.enterprise}` };
  return (await fetch(`${baseUrl}/prices/SOL`, { headers })).status;
}

type Entry = ReturnType<typeof require>;

const CALLS: Readonly<Record<string, (entry: Entry) => void | Promise<void>>> = {
  "@intent-tx/mock-server": () => expect(server.keys.test).toBeTypeOf("string"),
  "intent-tx": async () => expect(await client.prices.retrieve("SOL")).toMatchObject({ symbol: "SOL" }),
  "intent-tx/contract": (entry) => {
    expect(entry.isAddress(walletAddress)).toBe(true);
    expect(entry.openApiDocument().openapi).toBeTypeOf("string");
  },
  "intent-tx/solana": async (entry) => {
    const { Connection, Keypair } = require("@solana/web3.js");
    const intent = await client.intents.parse({ walletAddress, command: "swap 0.1 SOL for USDC" });
    const built = await client.transactions.build({ intentId: intent.intentId, walletAddress });
    const signer = Keypair.fromSecretKey(require("bs58").default.decode(server.wallets.alice.secretKey));
    const connection = new Connection(server.rpc.live, { fetch: server.fetch });
    const { signature } = await entry.signAndSend({ intent, built, signer, connection, clock: server.clock });
    expect(signature).toMatch(/^\w{80,90}$/);
  },
  "intent-tx/node": async (entry) =>
    expect(await new entry.FileKeyStore("node_modules/.cache/no-such-key.json").load()).toBeUndefined(),
  "intent-tx/venues": (entry) => expect(entry.jupiter).toBeTypeOf("object"),
  "intent-tx/react": (entry) => expect(entry.intentTxQueries(client)).toBeTypeOf("object"),
  "intent-tx/redis": async (entry) => {
    const redis = { call: async () => ["0", "", "1"] };
    expect(await new entry.RedisKeyStore({ redis }).load()).toBeUndefined();
    expect(new entry.RedisRateLimit({ redis }).acquire).toBeTypeOf("function");
  },
  "intent-tx/postgres": async (entry) => {
    const database = { query: async () => ({ rows: [] }) };
    expect(await new entry.PostgresJournal({ client: database }).open()).toEqual([]);
  },
  "intent-tx/ai": async (entry) => {
    const tools = entry.intentTools(client, { walletAddress });
    expect(await tools.price.execute({ token: "SOL" })).toMatchObject({ ok: true });
  },
  "intent-tx/proxy": async (entry) => {
    const answer = await entry.proxy(server.clientOptions())(new Request("http://localhost/api/prices/SOL"));
    expect(await answer.json()).toMatchObject({ symbol: "SOL" });
  },
  "intent-tx/opentelemetry": async (entry) => {
    const traced = entry.tracedClient(server.clientOptions());
    expect(await traced.prices.retrieve("SOL")).toMatchObject({ symbol: "SOL" });
  },
  "@intent-tx/mock-server/testing": (entry) => expect(entry.createFakeClient).toBeTypeOf("function"),
  "@intent-tx/mock-server/parser": (entry) =>
    expect(entry.explain("swap 1 SOL for USDC")).toMatchObject({ ok: true }),
  "@intent-tx/mock-server/explore": async (entry) => {
    const run = ({ connection }: Entry) => connection.getSlot().catch(() => {});
    expect(await entry.explore({ run })).toMatchObject({ requests: 1 });
  },
  "@intent-tx/mock-server/nock": async (entry) => {
    const baseUrl = "http://nock.example/v1";
    const stop = entry.interceptWithNock(server, { baseUrl });
    expect(await ask(baseUrl)).toBe(200);
    stop();
    require("nock").restore();
  },
  "@intent-tx/mock-server/msw": async (entry) => {
    const baseUrl = "http://msw.example/v1";
    const worker = require("msw/node").setupServer(...entry.mswHandlers(server, { baseUrl }));
    worker.listen({ onUnhandledRequest: "error" });
    expect(await ask(baseUrl)).toBe(200);
    worker.close();
  },
};

test.each(Object.entries(CALLS))("%s", async (name, call) => {
  await call(require(name));
});

test("every CommonJS entry has a call here", () => {
  const entries = ["intent-tx", "@intent-tx/mock-server"].flatMap((name) => {
    const { exports } = require(`${name}/package.json`);
    const paths = Object.keys(exports).filter((path) => exports[path].require !== undefined);
    return paths.map((path) => name + path.slice(1));
  });
  expect(Object.keys(CALLS).sort()).toEqual(entries.sort());
});

test("the built command line imports the module of --check, which may await", () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, "check.mjs"), `await 0; export default () => { throw new Error("checked"); };`);
  const main = join(require.resolve("@intent-tx/mock-server/package.json"), "../dist/cli/main.js");
  const command = ["explore", "--only", "none", "--check", "check.mjs", "--", process.execPath, "-e", ""];
  const explore = () => execFileSync(process.execPath, [main, ...command], { cwd, encoding: "utf8" });
  expect(explore).toThrow(expect.objectContaining({ stdout: expect.stringContaining("Error: checked") }));
});
