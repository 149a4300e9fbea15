import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { after, before, test } from "node:test";
import { createMockServer } from "@intent-tx/mock-server";
import bs58 from "bs58";
import { builtTransactionCodec, intentCodec } from "intent-tx";
import { verifyAndSign } from "intent-tx/solana";

const next = createRequire(import.meta.url).resolve("next/dist/bin/next");
let mock;
let app;
let origin;

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

before(async () => {
  mock = await createMockServer({ seed: 1 });
  await mock.listen({ port: 0 });
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  app = spawn(
    process.execPath,
    [next, "start", "--hostname", "127.0.0.1", "--port", String(port)],
    {
      stdio: ["ignore", "ignore", "inherit"],
      env: {
        ...process.env,
        INTENT_TX_API_KEY: mock.keys.enterprise,
        INTENT_TX_BASE_URL: mock.baseUrl,
        NEXT_TELEMETRY_DISABLED: "1",
      },
    },
  );
  while (app.exitCode === null) {
    if (await fetch(origin).catch(() => undefined)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`next start ended with ${app.exitCode}`);
});
after(async () => {
  app.kill();
  await once(app, "exit");
  await mock.close();
});

const order = (command) =>
  fetch(`${origin}/api/orders`, {
    method: "POST",
    body: JSON.stringify({ walletAddress: mock.wallets.alice.address, command }),
  });

test("the page gets an order that it can verify and sign, and never the key", async () => {
  const answer = await order("swap 0.1 SOL for USDC");
  const text = await answer.text();
  assert.equal(answer.status, 200, text);
  assert.ok(!text.includes(mock.keys.enterprise));
  const { intent, built } = JSON.parse(text);
  const { address, secretKey } = mock.wallets.alice;
  const bytes = await verifyAndSign({
    intent: intentCodec.decode(intent),
    built: builtTransactionCodec.decode(built),
    signer: { publicKey: address, secretKey: bs58.decode(secretKey) },
  });
  assert.ok(bytes.length > 100);
});

test("the page gets the error of an unclear command, but not of a broken service", async () => {
  const unclear = await order("swap some SOL for USDC");
  assert.equal(unclear.status, 422);
  assert.equal((await unclear.json()).error.code, "parsing_error");

  mock.faults.add({ times: 9, fault: { kind: "status", status: 503 } });
  const broken = await order("swap 0.1 SOL for USDC");
  assert.equal(broken.status, 502);
  mock.faults.clear();
});
