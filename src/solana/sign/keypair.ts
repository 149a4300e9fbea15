import { getPublicKey, hashes, sign } from "@noble/ed25519";
import { sha512 } from "@noble/hashes/sha2";
import bs58 from "bs58";
import { ConfigurationError } from "../../errors.js";

/**
 * The ed25519 signature of a message by the 64 bytes of a Solana key: the seed, then the public key. Made here, since
 * WebCrypto has ed25519 neither in every browser nor in jsdom.
 */
export function signWithKey(message: Uint8Array, secretKey: Uint8Array, address: string): Uint8Array {
  hashes.sha512 = (bytes) => Uint8Array.from(sha512(bytes));
  if (secretKey?.length !== 64)
    throw new ConfigurationError("The signer's secretKey does not have the 64 bytes of a Solana key.");
  const seed = Uint8Array.from(secretKey.subarray(0, 32));
  if (bs58.encode(getPublicKey(seed)) !== address)
    throw new ConfigurationError(`The signer's secretKey is not that of its publicKey ${address}.`);
  return sign(Uint8Array.from(message), seed);
}
