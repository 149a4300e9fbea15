import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { createMockServer } from "@intent-tx/mock-server";
import { Connection, PublicKey } from "@solana/web3.js";
import { effectsCodec, receiptCodec } from "intent-tx/solana";

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

const next = createRequire(import.meta.url).resolve("next/dist/bin/next");
const SERVERS = {
  Express: () => [join(import.meta.dirname, "express.mjs")],
  "Next.js": (port) => [next, "start", "--hostname", "127.0.0.1", "--port", port],
};

/** The mock server, and a web server that can be killed and started again. */
async function setup(t, server) {
  const mock = await createMockServer({ seed: 1 });
  await mock.listen({ port: 0 });
  const data = await mkdtemp(join(tmpdir(), "approve-"));
  const port = await freePort();
  let app;
  const start = async () => {
    app = spawn(process.execPath, SERVERS[server](String(port)), {
      cwd: import.meta.dirname,
      stdio: ["ignore", "ignore", "inherit"],
      env: {
        ...process.env,
        PORT: String(port),
        DATA: data,
        INTENT_TX_API_KEY: mock.keys.enterprise,
        INTENT_TX_BASE_URL: mock.baseUrl,
        RPC_URL: mock.rpc.live,
        WALLET_SECRET: mock.wallets.alice.secretKey,
      },
    });
    const origin = `http://127.0.0.1:${port}`;
    while (app.exitCode === null) {
      if (await fetch(origin).catch(() => undefined)) return;
      await sleep(100);
    }
    throw new Error(`${server} ended with ${app.exitCode}`);
  };
  const kill = async () => {
    app.kill("SIGKILL");
    await once(app, "exit");
  };
  await start();
  t.after(async () => {
    await kill();
    await mock.close();
    await rm(data, { recursive: true, force: true });
  });
  const post = async (path, body) => {
    const response = await fetch(`http://127.0.0.1:${port}/payments${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return { status: response.status, ...(await response.json()) };
  };
  const connection = new Connection(mock.rpc.live, "confirmed");
  const bob = new PublicKey(mock.wallets.bob.address);
  const before = await connection.getBalance(bob);
  const received = async () => (await connection.getBalance(bob)) - before;
  return { mock, start, kill, post, received };
}

for (const server of Object.keys(SERVERS)) {
  test(`${server}: kill -9 between the two requests loses nothing`, async (t) => {
    const { start, kill, post, received } = await setup(t, server);
    const { status, id, effects } = await post("", {
      command: "send 0.5 SOL to bob.sol",
    });
    assert.equal(status, 201);
    assert.equal(effectsCodec.decode(effects).spendAtMost[0].amount, 500_000_000n);
    await kill();
    await start();
    const { status: paid, ...receipt } = await post(`/${id}`, { effects });
    assert.equal(paid, 200);
    assert.equal(receiptCodec.decode(receipt).spent[0].amount, 500_000_000n);
    assert.equal(await received(), 500_000_000);
  });

  test(`${server}: kill -9 while it pays pays once`, async (t) => {
    const { mock, start, kill, post, received } = await setup(t, server);
    const { id, effects } = await post("", { command: "send 0.5 SOL to bob.sol" });
    const lost = post(`/${id}`, { effects }).catch(() => undefined);
    while (mock.requests.list({ rpcMethod: "sendTransaction" }).length === 0)
      await sleep(5);
    await kill();
    await lost;
    await start();
    const { status, signature } = await post(`/${id}`, { effects });
    assert.equal(status, 200);
    assert.equal((await post(`/${id}`, { effects })).signature, signature);
    for (const other of [`${id}~`, id.toUpperCase()])
      assert.equal((await post(`/${other}`, { effects })).status, 404);
    assert.equal(await received(), 500_000_000);
  });

  test(`${server}: a worse price is shown again, and not paid`, async (t) => {
    const { mock, post, received } = await setup(t, server);
    const { id, effects } = await post("", { command: "send 0.5 SOL to bob.sol" });
    const accepted = { ...effects, fee: String(BigInt(effects.fee) - 1n) };
    const declined = await post(`/${id}`, { effects: accepted });
    assert.equal(declined.status, 409);
    assert.deepEqual(declined.effects, effects);
    assert.equal(await received(), 0);
    assert.deepEqual(mock.requests.list({ rpcMethod: "sendTransaction" }), []);
    assert.equal((await post(`/${id}`, { effects: declined.effects })).status, 200);
    assert.equal(
      (await post("", { command: "send some SOL to bob.sol" })).status,
      422,
    );
    assert.equal((await post("", {})).status, 400);
    assert.equal((await post(`/${id}`, { effects: "all" })).status, 400);
  });
}
