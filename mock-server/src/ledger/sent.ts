import type { AddressText } from "../chain/address-texts.js";
import { readTransaction, type Transaction } from "../chain/transaction.js";
import { SendError } from "./ledger.js";

/** Takes apart what somebody sent; `textOf` writes its addresses. @throws {SendError} `malformed` */
export function readSent(wire: Uint8Array, textOf?: AddressText): Transaction {
  try {
    return readTransaction(wire, textOf);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new SendError("malformed", `failed to deserialize transaction: ${error.message}`);
  }
}
