import { expect, test } from "bun:test";
import { createMockServer } from "@intent-tx/mock-server";
import { Connection, Keypair, type VersionedTransaction } from "@solana/web3.js";
import bs58 from "bs58";
import { IntentTx, UnsafeTransactionError } from "intent-tx";
import { signAndSend } from "intent-tx/solana";

test("a keypair and a wallet adapter sign", async () => {
  const server = await createMockServer({ seed: 1 });
  const client = new IntentTx(server.clientOptions());
  const { address: walletAddress, secretKey } = server.wallets.alice;
  const keypair = Keypair.fromSecretKey(bs58.decode(secretKey));
  const adapter = {
    publicKey: keypair.publicKey,
    signTransaction: async (transaction: VersionedTransaction) => {
      transaction.sign([keypair]);
      return transaction;
    },
  };
  const connection = new Connection(server.rpc.live, { fetch: server.fetch as typeof fetch });
  for (const signer of [keypair, adapter]) {
    const intent = await client.intents.parse({ walletAddress, command: "swap 0.1 SOL for USDC" });
    const built = await client.transactions.build({ intentId: intent.intentId, walletAddress });
    const options = { intent, built, signer, connection, clock: server.clock };
    await expect(signAndSend({ ...options, maxFee: 1 })).rejects.toBeInstanceOf(UnsafeTransactionError);
    expect((await signAndSend(options)).confirmationStatus).toBe("confirmed");
  }
  await server.close();
});

test("Bun serves the mock's responses", async () => {
  const server = await createMockServer({ seed: 1 });
  const served = Bun.serve({ port: 0, fetch: (request) => server.fetch(request) });
  const answer = await fetch(new URL("/v1/prices/SOL", served.url), {
    headers: { Authorization: `Bearer ${server.keys.pro}` },
  });
  expect(await answer.json()).toMatchObject({ symbol: "SOL" });
  await served.stop(true);
  await server.close();
});
