import { getPublicKey, hashes, sign, verify } from "@noble/ed25519";
import { sha512 } from "@noble/hashes/sha2";
import bs58 from "bs58";
import { ConfigurationError } from "../../errors/errors.js";
import type { WireTransaction } from "../decode/wire-transaction.js";

// Uses a library, because WebCrypto lacks ed25519 in some browsers and in jsdom. Each call sets the library's hash,
// because bundlers could not drop a module that sets the hash when loaded.
function withHash(): void {
  hashes.sha512 = (bytes) => Uint8Array.from(sha512(bytes));
}

/** Signs a message with a 64-byte Solana key: the seed, then the public key. */
export function signWithKey(message: Uint8Array, secretKey: Uint8Array, address: string): Uint8Array {
  withHash();
  if (secretKey?.length !== 64)
    throw new ConfigurationError("The signer's secretKey must be a Solana secret key of 64 bytes.");
  const seed = Uint8Array.from(secretKey.subarray(0, 32));
  if (bs58.encode(getPublicKey(seed)) !== address)
    throw new ConfigurationError(`The signer's secretKey does not match its publicKey ${address}.`);
  return sign(Uint8Array.from(message), seed);
}

/** Checks all signatures, so that a transaction that nodes would reject is not sent. */
export function checkSignatures({ signatures, keys, message }: WireTransaction): void {
  withHash();
  signatures.forEach((signature, slot) => {
    const key = keys[slot] as Uint8Array;
    if (signature.every((byte) => byte === 0))
      throw new ConfigurationError(`The signature of ${bs58.encode(key)} is missing. Nothing was sent.`);
    const [own, signed, signer] = [signature, message, key].map((bytes) => Uint8Array.from(bytes));
    // Like a node, rejects keys of small order.
    if (!verify(own as Uint8Array, signed as Uint8Array, signer as Uint8Array, { zip215: false }))
      throw new ConfigurationError(
        `The signature of ${bs58.encode(key)} is not valid for this transaction, so no node would accept it. Check that the signer signs the bytes as they are, with the key of that address. Nothing was sent.`,
      );
  });
}
