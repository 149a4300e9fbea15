// A swap with a signer and a connection from @solana/kit, without web3.js.
import { createSolanaRpc, createSolanaRpcSubscriptions } from "@solana/kit";
import { IntentTx } from "intent-tx";
import { execute } from "intent-tx/solana";

/**
 * Pays with any signer of kit: a key pair, or a wallet. Pays exactly once per
 * paymentId, as long as the journal keeps its records. `approve` receives the
 * transaction's effects: show the worst case, effects.spendAtMost and
 * effects.receiveAtLeast, to the user.
 */
export async function pay(
  command,
  { signer, rpcUrl, wsUrl, approve, journal, paymentId, client = new IntentTx() },
) {
  const connection = {
    rpc: createSolanaRpc(rpcUrl),
    rpcSubscriptions: createSolanaRpcSubscriptions(wsUrl),
  };
  return execute({
    client,
    connection,
    signer,
    command,
    approve,
    journal,
    paymentId,
  });
}
