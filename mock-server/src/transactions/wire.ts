import { createHash } from "node:crypto";
import { readTransaction } from "../ledger/message.js";

/** What is signed of a transaction: everything after the signatures. @throws RangeError if the bytes are none */
export function messageOf(wire: Uint8Array): Uint8Array {
  return readTransaction(wire).message;
}

/** SHA-256 of a message, base64: under it a built transaction is recognised, whoever signed it. */
export function messageHash(message: Uint8Array): string {
  return createHash("sha256").update(message).digest("base64");
}
