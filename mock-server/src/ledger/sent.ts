import { readTransaction, type Transaction } from "../chain/transaction.js";
import { SendError } from "./ledger.js";

/** Takes apart what somebody sent. @throws {SendError} `malformed` */
export function readSent(wire: Uint8Array): Transaction {
  try {
    return readTransaction(wire);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new SendError("malformed", `failed to deserialize transaction: ${error.message}`);
  }
}
