import { IntentTx } from "intent-tx";
import { verifyAndSign } from "intent-tx/solana";

/** The code of a page, for the bundler: orders, verifies and signs. */
export async function order(options, signer) {
  const client = new IntentTx(options);
  const walletAddress = signer.publicKey;
  const intent = await client.intents.parse({ walletAddress, command: "swap 0.1 SOL for USDC" });
  const built = await client.transactions.build({ intentId: intent.intentId, walletAddress });
  return verifyAndSign({ intent, built, signer });
}
