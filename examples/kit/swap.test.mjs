import assert from "node:assert/strict";
import { test } from "node:test";
import { createMockServer } from "@intent-tx/mock-server";
import { mockWallet } from "@intent-tx/mock-server/testing";
import { createKeyPairSignerFromBytes, getBase58Encoder } from "@solana/kit";
import { IntentTx } from "intent-tx";
import { MemoryJournal } from "intent-tx/solana";
import { pay } from "./swap.mjs";

const SIGNERS = {
  "a key pair": ({ wallets }) =>
    createKeyPairSignerFromBytes(
      getBase58Encoder().encode(wallets.alice.secretKey),
    ),
  "a wallet like Phantom, which adds guards": (server) =>
    mockWallet(server, "alice", { like: "phantom" }).signer,
};

for (const [name, signerOf] of Object.entries(SIGNERS))
  test(`kit's connection and ${name} make a payment once`, async (t) => {
    const server = await createMockServer({ seed: 1 });
    await server.listen({ port: 0 });
    t.after(() => server.close());
    const client = new IntentTx({
      apiKey: server.keys.pro,
      baseUrl: server.baseUrl,
    });
    const options = {
      client,
      signer: await signerOf(server),
      rpcUrl: server.rpc.live,
      wsUrl: server.ws.live,
      approve: ({ effects }) =>
        effects.spendAtMost.every(({ amount }) => amount <= 500_000_000n),
      journal: new MemoryJournal(),
      paymentId: "order-1",
    };
    const { signature } = await pay("swap 0.5 SOL for USDC", options);
    assert.equal(
      (await pay("swap 0.5 SOL for USDC", options)).signature,
      signature,
    );
    const { data } = await client.transactions.list(server.wallets.alice.address, {
      limit: 1,
    });
    assert.equal(data[0].signature, signature);
    assert.equal(data[0].details.inputAmount, 0.5);
  });
