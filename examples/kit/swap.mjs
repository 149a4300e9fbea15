// A swap with signer and connection of @solana/kit; web3.js is nowhere.
import {
  createKeyPairSignerFromBytes,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  getBase58Encoder,
} from "@solana/kit";
import { IntentTx } from "intent-tx";
import { signAndSend } from "intent-tx/solana";

/** Orders, verifies, signs, sends and waits until the cluster has confirmed it. */
export async function execute(command, { secretKey, rpcUrl, wsUrl, client = new IntentTx() }) {
  const signer = await createKeyPairSignerFromBytes(getBase58Encoder().encode(secretKey));
  const connection = {
    rpc: createSolanaRpc(rpcUrl),
    rpcSubscriptions: createSolanaRpcSubscriptions(wsUrl),
  };
  const walletAddress = signer.address;
  const intent = await client.intents.parse({ walletAddress, command });
  const built = await client.transactions.build({ intentId: intent.intentId, walletAddress });
  return signAndSend({ intent, built, signer, connection });
}
