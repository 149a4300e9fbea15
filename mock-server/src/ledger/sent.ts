import bs58 from "bs58";
import { SendError } from "./ledger.js";
import { readTransaction, type Transaction } from "./message.js";

/** Takes apart what somebody sent. @throws {SendError} `malformed` */
export function readSent(wire: Uint8Array): Transaction {
  try {
    return readTransaction(wire);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new SendError("malformed", `failed to deserialize transaction: ${error.message}`);
  }
}

/** The signature under which a transaction is known: its payer's, base58. */
export function signatureOf(transaction: Transaction): string {
  return bs58.encode(transaction.signatures[0] ?? new Uint8Array(64));
}

/** The same transaction with another blockhash; its signatures are good for the old one alone. */
export function withBlockhash(transaction: Transaction, blockhash: string): Transaction {
  const wire = Uint8Array.from(transaction.wire);
  wire.set(bs58.decode(blockhash), transaction.blockhashAt);
  return readTransaction(wire);
}
