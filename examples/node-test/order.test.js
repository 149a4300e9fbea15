import assert from "node:assert/strict";
import { test } from "node:test";
import { createMockServer } from "@intent-tx/mock-server";
import { Connection, Keypair } from "@solana/web3.js";
import bs58 from "bs58";
import { IntentTx } from "intent-tx";
import { signAndSend } from "intent-tx/solana";

test("a keypair and a wallet adapter sign", async (t) => {
  const server = await createMockServer({ seed: 1 });
  t.after(() => server.close());
  const client = new IntentTx(server.clientOptions());
  const { address: walletAddress, secretKey } = server.wallets.alice;
  const keypair = Keypair.fromSecretKey(bs58.decode(secretKey));
  const signTransaction = t.mock.fn(async (transaction) => {
    transaction.sign([keypair]);
    return transaction;
  });
  for (const signer of [
    keypair,
    { publicKey: keypair.publicKey, signTransaction },
  ]) {
    const intent = await client.intents.parse({
      walletAddress,
      command: "swap 0.1 SOL for USDC",
    });
    const built = await client.transactions.build({
      intentId: intent.intentId,
      walletAddress,
    });
    const connection = new Connection(server.rpc.live, { fetch: server.fetch });
    const landed = await signAndSend({
      intent,
      built,
      signer,
      connection,
      clock: server.clock,
    });
    assert.equal(landed.confirmationStatus, "confirmed");
  }
  assert.equal(signTransaction.mock.callCount(), 1);
});
