import { createPublicKey, hash, verify } from "node:crypto";
import { addressBytes } from "./addresses.js";
import { readTransaction, signaturesAt, type Transaction } from "./transaction.js";

// This code needs Node. It is not in transaction.ts, because web pages load that file with the test wallets.

/** SPKI prefix of an ed25519 key, before its 32 bytes. */
const PUBLIC_KEY_HEAD = Buffer.from("302a300506032b6570032100", "hex");

export function isSigned({ signatures, staticKeys, message }: Transaction): boolean {
  return signatures.every((signature, at) => {
    const key = Buffer.concat([PUBLIC_KEY_HEAD, addressBytes(staticKeys[at] ?? "")]);
    return verify(null, message, createPublicKey({ key, format: "der", type: "spki" }), signature);
  });
}

/** The same transaction with a unique id: if the payer's signature is missing, the message's SHA-512 replaces it. */
export function identified(transaction: Transaction): Transaction {
  if (transaction.signatures[0]?.some((byte) => byte !== 0)) return transaction;
  const { version, message } = transaction;
  const wire = new Uint8Array(transaction.wire);
  wire.set(hash("sha512", message, "buffer"), signaturesAt(version, message.length));
  return readTransaction(wire);
}

/** SHA-256 of a message, base64. It identifies a built transaction regardless of its signatures. */
export function messageHash(message: Uint8Array): string {
  return hash("sha256", message, "base64");
}
