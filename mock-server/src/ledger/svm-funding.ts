import { readTransaction, signatureOf } from "../chain/transaction.js";
import { describeChainError } from "./chain-errors.js";
import { SendError } from "./ledger.js";
import type { SvmChain } from "./svm-chain.js";

/**
 * Lands a transaction of the world's faucet, if the chain takes it, and answers its signature.
 *
 * @param final - whether what it gives is there at every commitment at once
 * @throws {SendError} when the chain refuses it (a new wallet with less than rent)
 */
export function landFunds(chain: SvmChain, wire: Uint8Array, final: boolean): string {
  const transaction = readTransaction(wire);
  const simulated = chain.simulate(transaction, { sigVerify: true }, false);
  if (simulated.err !== null) {
    throw new SendError("preflight", `Funding failed: ${describeChainError(simulated.err)}`, simulated);
  }
  chain.land(transaction, { final });
  return signatureOf(transaction);
}
