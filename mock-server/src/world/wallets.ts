import { createPrivateKey, createPublicKey, type KeyObject, sign } from "node:crypto";
import bs58 from "bs58";
import type { Random } from "../kernel/random.js";

/** PKCS #8 of an ed25519 key, up to its 32 bytes of seed. */
const PKCS8_HEAD = Buffer.from("302e020100300506032b657004220420", "hex");

/** An ed25519 key pair of the world. */
export interface Wallet {
  /** Base58. */
  readonly address: string;
  readonly publicKey: Uint8Array;
  /** Base58 of 64 bytes, seed then public key: the form that wallets import. */
  readonly secretKey: string;
  /** The 64-byte signature of `message`. */
  sign(message: Uint8Array): Uint8Array;
}

/** The wallet of 32 bytes of seed. */
export function walletFromSeed(seed: Uint8Array): Wallet {
  const key: KeyObject = createPrivateKey({
    key: Buffer.concat([PKCS8_HEAD, seed]),
    format: "der",
    type: "pkcs8",
  });
  // The public key is the end of its DER form.
  const publicKey = new Uint8Array(
    createPublicKey(key).export({ format: "der", type: "spki" }).subarray(-32),
  );
  return {
    address: bs58.encode(publicKey),
    publicKey,
    secretKey: bs58.encode(Buffer.concat([seed, publicKey])),
    sign: (message) => new Uint8Array(sign(null, message, key)),
  };
}

/** The wallet that the World's seed gives to a name; the same in every process. */
export function namedWallet(random: Random, name: string): Wallet {
  return walletFromSeed(random.bytes("wallet", name));
}
