import { createMockServer } from "@intent-tx/mock-server";
import { jest } from "@jest/globals";
import { Connection, Keypair } from "@solana/web3.js";
import bs58 from "bs58";
import { IntentTx } from "intent-tx";
import { signAndSend } from "intent-tx/solana";

test("a keypair and a wallet adapter sign", async () => {
  const server = await createMockServer({ seed: 1 });
  const client = new IntentTx(server.clientOptions());
  const { address: walletAddress, secretKey } = server.wallets.alice;
  const keypair = Keypair.fromSecretKey(bs58.decode(secretKey));
  const signTransaction = jest.fn(async (transaction) => {
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
    expect(landed.confirmationStatus).toBe("confirmed");
  }
  expect(signTransaction).toHaveBeenCalledTimes(1);
  await server.close();
});
