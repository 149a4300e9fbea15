import { createPrivateKey, createPublicKey, type KeyObject, sign } from "node:crypto";
import { base58 } from "../chain/addresses.js";
import { perText } from "../kernel/memo.js";
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

/** A key pair that is made when it is first asked for: most worlds need few of theirs. */
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

/** Node 20 takes 0.4 ms to read a key's DER form, a world's wallets half of what its ledger takes, and a tenth of that from a JWK. */
function privateKey(seed: Uint8Array): KeyObject {
  const d = Buffer.from(seed).toString("base64url");
  try {
    // The public half is what is to be found out; runtimes that hold it against the private one refuse it.
    return createPrivateKey({ key: { kty: "OKP", crv: "Ed25519", x: "", d }, format: "jwk" });
  } catch {
    const key = Buffer.concat([PKCS8_HEAD, seed]);
    return createPrivateKey({ key, format: "der", type: "pkcs8" });
  }
}

/** The same way round: Node 20 takes 0.08 ms to write the DER form, and a fortieth of that for the JWK. */
function publicHalf(key: KeyObject): Uint8Array {
  const half = createPublicKey(key);
  try {
    const { x } = half.export({ format: "jwk" });
    if (x !== undefined) return new Uint8Array(Buffer.from(x, "base64url"));
  } catch {
    // A runtime without that form has the other one.
  }
  // The public key is the end of its DER form.
  return new Uint8Array(half.export({ format: "der", type: "spki" }).subarray(-32));
}

/** Most public keys that are remembered: those of a hundred worlds. */
const REMEMBERED = 1_000;

/** The public key of a seed, written as latin1. A test's servers have the same world, and a ledger needs all of its addresses. */
const publicKeyOf = perText(REMEMBERED, (seed) => publicHalf(privateKey(Buffer.from(seed, "latin1"))));

/** The wallet of 32 bytes of seed. */
export function walletFromSeed(seed: Uint8Array): Wallet {
  return new SeedWallet(seed);
}

/** The wallet that the World's seed gives to a name; the same in every process. */
export function namedWallet(random: Random, name: string): Wallet {
  return walletFromSeed(random.bytes("wallet", name));
}
