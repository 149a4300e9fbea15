// A swap with the signer and connection of @solana/kit, without web3.js.
import {
  createKeyPairSignerFromBytes,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  getBase58Encoder,
} from "@solana/kit";
import { IntentTx } from "intent-tx";
import { execute } from "intent-tx/solana";

/**
 * Pays exactly once per paymentId across calls, as long as the journal lasts. `approve` receives the worst case: show
 * effects.spendAtMost and effects.receiveAtLeast to the user.
 */
export async function pay(
  command,
  { secretKey, rpcUrl, wsUrl, approve, journal, paymentId, client = new IntentTx() },
) {
  const signer = await createKeyPairSignerFromBytes(getBase58Encoder().encode(secretKey));
  const connection = {
    rpc: createSolanaRpc(rpcUrl),
    rpcSubscriptions: createSolanaRpcSubscriptions(wsUrl),
  };
  return execute({ client, connection, signer, command, approve, journal, paymentId });
}
