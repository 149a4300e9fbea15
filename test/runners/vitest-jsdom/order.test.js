import { test } from "@intent-tx/mock-server/vitest";
import { Connection, Keypair } from "@solana/web3.js";
import bs58 from "bs58";
import { signAndSend } from "intent-tx/solana";
import { expect } from "vitest";

test("a page orders, signs and confirms", async ({ client, server }) => {
  expect(typeof document).toBe("object");
  const { address: walletAddress, secretKey } = server.wallets.alice;
  const keypair = Keypair.fromSecretKey(bs58.decode(secretKey));
  const adapter = {
    publicKey: keypair.publicKey,
    signTransaction: async (transaction) => {
      transaction.sign([keypair]);
      return transaction;
    },
  };
  const connection = new Connection(server.rpc.live, { fetch: server.fetch });
  for (const signer of [keypair, adapter]) {
    const intent = await client.intents.parse({ walletAddress, command: "swap 0.1 SOL for USDC" });
    const built = await client.transactions.build({ intentId: intent.intentId, walletAddress });
    const landed = await signAndSend({ intent, built, signer, connection, clock: server.clock });
    expect(landed.confirmationStatus).toBe("confirmed");
  }
});
