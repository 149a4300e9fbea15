import { mswHandlers } from "@intent-tx/mock-server/msw";
import { Connection, PublicKey } from "@solana/web3.js";
import { build } from "esbuild";
import { IntentTx } from "intent-tx";
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { expect, onTestFinished, test } from "vitest";
import { failureOf, lab } from "../lab.js";

const BASE = "https://api.example.com:8443/v1";

async function setup() {
  const server = await lab();
  const worker = setupServer(
    ...mswHandlers(server, { baseUrl: `${BASE}/` }),
    http.get("https://other.example/v1/prices/SOL", () => HttpResponse.text("mine")),
  );
  worker.listen({ onUnhandledRequest: "error" });
  onTestFinished(() => worker.close());
  const apiKey = server.keys.enterprise;
  const client = new IntentTx({ apiKey, baseUrl: BASE, maxRetries: 0, clock: server.clock });
  return { server, client };
}

test("the whole API answers the global fetch, including queries and bodies", async () => {
  const { server, client } = await setup();
  const walletAddress = server.wallets.alice.address;
  const intent = await client.intents.parse({ walletAddress, command: "swap 1 SOL for USDC" });
  const built = await client.transactions.build({ intentId: intent.intentId, walletAddress });
  expect(built.transaction).toMatch(/^[A-Za-z0-9+/]+=*$/);
  const { keyId } = await client.keys.create({ name: "x", scopes: ["admin"] });
  expect(await client.keys.revoke(keyId)).toMatchObject({ status: "revoked" });
  await client.transactions.list(walletAddress, { limit: 2, type: "swap" });
  expect(server.requests.list().at(-1)).toMatchObject({ query: "limit=2&type=swap", status: 200 });
  expect(client.rateLimit?.limit).toBe(600);
});

test("refusals come with their status and headers; faults break the connection", async () => {
  const { server, client } = await setup();
  const refused = await fetch(`${BASE}/prices/SOL`);
  expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
  server.faults.add({ nth: 1, fault: { kind: "drop", when: "before" } });
  expect(await failureOf(client.prices.retrieve("SOL"))).toMatchObject({ name: "ConnectionError" });
  expect((await client.prices.retrieve("SOL")).symbol).toBe("SOL");
});

test("other addresses are left to the app's own handlers", async () => {
  const { server } = await setup();
  expect(await (await fetch("https://other.example/v1/prices/SOL")).text()).toBe("mine");
  expect(server.requests.list()).toEqual([]);
});

test.each(["https://cluster.example", "https://cluster.example/rpc?api-key=1"])(
  "the cluster's RPC at %s is answered too",
  async (rpcUrl) => {
    const server = await lab();
    const address = new URL(rpcUrl);
    const bare = address.origin + (address.pathname === "/" ? "" : address.pathname);
    const worker = setupServer(...mswHandlers(server, { baseUrl: BASE, rpcUrl: bare }));
    worker.listen({ onUnhandledRequest: "error" });
    onTestFinished(() => worker.close());
    // web3.js keeps the fetch that existed when it was loaded, before msw replaced it.
    const connection = new Connection(rpcUrl, { fetch: (...request) => fetch(...request) });
    expect(await connection.getBalance(new PublicKey(server.wallets.alice.address))).toBeGreaterThan(0);
  },
);

test("the handlers need nothing of Node, so that a page's worker can have them", async () => {
  const { metafile } = await build({
    entryPoints: ["mock-server/src/testing/msw.ts"],
    bundle: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "browser",
    conditions: ["browser"],
    logLevel: "silent",
  });
  const files = Object.keys(metafile.inputs);
  expect(files.filter((file) => file.startsWith("mock-server/src/"))).toEqual([
    "mock-server/src/testing/msw.ts",
  ]);
});
