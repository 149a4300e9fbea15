import { readTransaction, signatureOf } from "../chain/transaction.js";
import { refuseFailed } from "./preflight.js";
import type { SvmChain } from "./svm-chain.js";

/**
 * Lands a transaction of the world's faucet, if the chain takes it, and answers its signature.
 *
 * @param final - whether what it gives is there at every commitment at once
 * @throws {SendError} when the chain refuses it (a new wallet with less than rent)
 */
export function landFunds(chain: SvmChain, wire: Uint8Array, final: boolean): string {
  const transaction = readTransaction(wire);
  refuseFailed(chain.simulate(transaction, { sigVerify: true }, false), "Funding failed");
  chain.land(transaction, { final });
  return signatureOf(transaction);
}
