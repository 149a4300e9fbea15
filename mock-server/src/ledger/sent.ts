import { messageHash } from "../formats/signatures.js";
import { readTransaction, signatureOf, type Transaction } from "../formats/transaction.js";
import { describeChainError } from "./chain-errors.js";
import { type FaultTarget, SendError, type Simulated } from "./ledger.js";

/** Decodes a sent transaction, ignoring trailing bytes. @throws {SendError} `malformed` */
export function readSent(wire: Uint8Array): Transaction {
  try {
    return readTransaction(wire, true);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new SendError("malformed", `failed to deserialize transaction: ${error.message}`);
  }
}

export function refuseFailed(simulated: Simulated, failed = "Transaction simulation failed"): void {
  if (simulated.err === null) return;
  throw new SendError("preflight", `${failed}: ${describeChainError(simulated.err)}`, simulated);
}

export function targetOf(transaction: Transaction): FaultTarget {
  const { message, signatures, staticKeys, signers } = transaction;
  return {
    message: messageHash(message),
    signature: signatures[0]?.some((byte) => byte !== 0) ? signatureOf(transaction) : undefined,
    signers: staticKeys.slice(0, signers),
  };
}
