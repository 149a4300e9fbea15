import assert from "node:assert/strict";
import process from "node:process";
import { test } from "node:test";
import { Connection, Keypair } from "@solana/web3.js";
import bs58 from "bs58";
import { IntentTx } from "intent-tx";
import { signAndSend } from "intent-tx/solana";

test("the app swaps", async () => {
  const client = new IntentTx();
  const connection = new Connection(process.env.INTENT_TX_RPC_URL);
  const signer = Keypair.fromSecretKey(
    bs58.decode(process.env.INTENT_TX_WALLET_SECRET),
  );
  const walletAddress = signer.publicKey.toBase58();
  const intent = await client.intents.parse({
    walletAddress,
    command: "swap 0.1 SOL for USDC",
  });
  const built = await client.transactions.build({
    intentId: intent.intentId,
    walletAddress,
  });
  const landed = await signAndSend({ intent, built, signer, connection });
  assert.match(landed.confirmationStatus, /^(confirmed|finalized)$/);
});
