import assert from "node:assert/strict";
import { test } from "node:test";
import { createMockServer } from "@intent-tx/mock-server";
import { IntentTx } from "intent-tx";
import { execute } from "./swap.mjs";

test("kit's signer and connection take a swap to confirmed", async (t) => {
  const server = await createMockServer({ seed: 1 });
  await server.listen({ port: 0 });
  t.after(() => server.close());
  const client = new IntentTx({ apiKey: server.keys.pro, baseUrl: server.baseUrl });
  const { secretKey, address } = server.wallets.alice;
  const landed = await execute("swap 0.5 SOL for USDC", {
    client,
    secretKey,
    rpcUrl: server.rpc.live,
    wsUrl: server.ws.live,
  });
  assert.match(landed.confirmationStatus, /^(confirmed|finalized)$/);
  const { data } = await client.transactions.list(address, { limit: 1 });
  assert.equal(data[0].signature, landed.signature);
  assert.equal(data[0].details.inputAmount, 0.5);
});
