import { sha256 } from "@noble/hashes/sha2";
import bs58 from "bs58";
import { ConfigurationError } from "../../errors/errors.js";
import { decodeTransaction, transactionBytes } from "../decode/decode.js";
import { readWire, sameBytes, type WireTransaction } from "../decode/wire-transaction.js";
import { checkSignatures } from "./ed25519.js";

/** A built transaction: its wire format with empty signature slots, its message, and the signers in slot order. */
export type Unsigned = ReturnType<typeof unsigned>;

export type SignedTransaction = ReturnType<typeof readSigned>;

/** A signed message. It lands at most once, under any of its signatures. */
export type SignedMessage = ReturnType<typeof messageOf>;

/** Tag of the system program's AdvanceNonceAccount. If this is the first instruction, the blockhash is a nonce. */
const ADVANCE_NONCE = 4;

const isDurable = ({ instructions: [first], keys }: WireTransaction): boolean =>
  first !== undefined &&
  keys[first.program]?.every((byte) => byte === 0) === true &&
  [ADVANCE_NONCE, 0, 0, 0].every((byte, i) => first.data[i] === byte);

/** Reads a built transaction for a signer. The input is text, so the verified and the signed bytes cannot differ. */
export function unsigned(base64: string, address: string) {
  const { signers, message, recentBlockhash } = decodeTransaction(base64);
  if (!signers.includes(address))
    throw new ConfigurationError(
      `The signer is ${address}, but the transaction needs the signature of ${signers.join(" and ")}. Pass that signer, or build the intent for ${address}. Nothing was signed.`,
    );
  const bytes = transactionBytes(base64).slice();
  const wire = readWire(bytes);
  // `durable`: whether a nonce account replaces the blockhash.
  const lifetime = { blockhash: recentBlockhash, durable: isDurable(wire) };
  return { bytes, message, signers, ...lifetime, signedMessage: messageOf(wire) };
}

export function readSigned(bytes: Uint8Array) {
  const wire = readWire(bytes);
  checkSignatures(wire);
  return {
    bytes,
    signature: bs58.encode(wire.signatures[0] as Uint8Array),
    blockhash: isDurable(wire) ? undefined : bs58.encode(wire.recentBlockhash),
    message: messageOf(wire),
  };
}

/** Identifies a message, whatever its signatures. */
export const hashOf = (message: Uint8Array): string => bs58.encode(sha256(message));

const messageOf = ({ message, keys }: WireTransaction) => ({
  bytes: message,
  hash: hashOf(message),
  /** Base58 address of the fee payer. */
  payer: bs58.encode(keys[0] as Uint8Array),
  isIn: async (landed: { readonly message: Uint8Array | undefined }) =>
    landed.message && sameBytes(landed.message, message),
});
