import assert from "node:assert/strict";
import { test } from "node:test";
import { createMockServer } from "@intent-tx/mock-server";
import { IntentTx } from "intent-tx";
import { MemoryJournal } from "intent-tx/solana";
import { pay } from "./swap.mjs";

test("kit's signer and connection make a payment once", async (t) => {
  const server = await createMockServer({ seed: 1 });
  await server.listen({ port: 0 });
  t.after(() => server.close());
  const client = new IntentTx({ apiKey: server.keys.pro, baseUrl: server.baseUrl });
  const { secretKey, address } = server.wallets.alice;
  const options = {
    client,
    secretKey,
    rpcUrl: server.rpc.live,
    wsUrl: server.ws.live,
    approve: ({ effects }) => effects.spendAtMost.every(({ amount }) => amount <= 500_000_000n),
    journal: new MemoryJournal(),
    paymentId: "order-1",
  };
  const { signature } = await pay("swap 0.5 SOL for USDC", options);
  assert.equal((await pay("swap 0.5 SOL for USDC", options)).signature, signature);
  const { data } = await client.transactions.list(address, { limit: 1 });
  assert.equal(data[0].signature, signature);
  assert.equal(data[0].details.inputAmount, 0.5);
});
