import { createPrivateKey, createPublicKey, type KeyObject, sign } from "node:crypto";
import { base58 } from "../chain/addresses.js";
import { perText } from "../kernel/memo.js";
import type { Random } from "../kernel/random.js";

/** PKCS #8 prefix of an ed25519 key, before its 32-byte seed. */
const PKCS8_HEAD = Buffer.from("302e020100300506032b657004220420", "hex");

/** An ed25519 key pair of the world. */
export interface Wallet {
  /** Base58. */
  readonly address: string;
  readonly publicKey: Uint8Array;
  /** Base58 of 64 bytes, the seed and then the public key: the format that wallets import. */
  readonly secretKey: string;
  /** Returns the 64-byte signature of `message`. */
  sign(message: Uint8Array): Uint8Array;
}

/** A key pair that is created on first use, because most worlds use only a few of their wallets. */
class SeedWallet implements Wallet {
  readonly #seed: Uint8Array;
  #key: KeyObject | undefined;
  #publicKey: Uint8Array | undefined;
  #address: string | undefined;

  constructor(seed: Uint8Array) {
    this.#seed = seed;
  }

  get address(): string {
    this.#address ??= base58(this.publicKey);
    return this.#address;
  }

  get publicKey(): Uint8Array {
    this.#publicKey ??= publicKeyOf(Buffer.from(this.#seed).toString("latin1"));
    return this.#publicKey;
  }

  get secretKey(): string {
    return base58(Buffer.concat([this.#seed, this.publicKey]));
  }

  sign(message: Uint8Array): Uint8Array {
    return new Uint8Array(sign(null, message, this.#private()));
  }

  #private(): KeyObject {
    this.#key ??= privateKey(this.#seed);
    return this.#key;
  }
}

/** Imports a key as JWK. In Node 20, DER takes 0.4 ms per key, in total half of a ledger's start, and JWK a tenth. */
function privateKey(seed: Uint8Array): KeyObject {
  const d = Buffer.from(seed).toString("base64url");
  try {
    // `x` is empty, because the public key is not known yet. Runtimes that check it reject this import.
    return createPrivateKey({ key: { kty: "OKP", crv: "Ed25519", x: "", d }, format: "jwk" });
  } catch {
    const key = Buffer.concat([PKCS8_HEAD, seed]);
    return createPrivateKey({ key, format: "der", type: "pkcs8" });
  }
}

/** Exports a public key as JWK. In Node 20, DER takes 0.08 ms, and JWK a fortieth of that. */
function publicHalf(key: KeyObject): Uint8Array {
  const half = createPublicKey(key);
  try {
    const { x } = half.export({ format: "jwk" });
    if (x !== undefined) return new Uint8Array(Buffer.from(x, "base64url"));
  } catch {
    // A runtime without JWK export uses the DER export below.
  }
  // The last 32 bytes of the DER form are the public key.
  return new Uint8Array(half.export({ format: "der", type: "spki" }).subarray(-32));
}

/** Maximum number of cached public keys, enough for a hundred worlds. */
const REMEMBERED = 1_000;

/** The public key of a seed in latin1. Cached, because a test's servers share a world, and ledgers need all keys. */
const publicKeyOf = perText(REMEMBERED, (seed) => publicHalf(privateKey(Buffer.from(seed, "latin1"))));

export function walletFromSeed(seed: Uint8Array): Wallet {
  return new SeedWallet(seed);
}

/** A World's wallet by name. It is the same in every process. */
export function namedWallet(random: Random, name: string): Wallet {
  return walletFromSeed(random.bytes("wallet", name));
}
