import { Point } from "@noble/ed25519";
import { sha256 } from "@noble/hashes/sha2";
import { concatBytes } from "@noble/hashes/utils";
import bs58 from "bs58";
import { isAddress, PROGRAM_IDS } from "../../contract/chain.js";
import { OutOfRangeError } from "../../errors/value-errors.js";
import type { Address } from "./brands.js";

// Not encoded with TextEncoder, because jsdom lacks it.
const MARKER = Uint8Array.from("ProgramDerivedAddress", (letter) => letter.charCodeAt(0));

/** Whether 32 bytes are a point on ed25519, so that a private key can exist. Like the runtime, accepts y >= p. */
export function isOnCurve(bytes: Uint8Array): boolean {
  try {
    Point.fromBytes(Uint8Array.from(bytes), true);
    return true;
  } catch {
    return false;
  }
}

/** Derives a program address from seeds: the first address off the curve, trying bumps from 255 down. */
export function programAddress(seeds: readonly Uint8Array[], programId: Uint8Array): Uint8Array {
  for (let bump = 255; bump >= 0; bump--) {
    const address = sha256(concatBytes(...seeds, Uint8Array.of(bump), programId, MARKER));
    if (!isOnCurve(address)) return address;
  }
  throw new OutOfRangeError("no bump gives an address off the curve");
}

/** Caches derived addresses, because each derivation takes about a millisecond. */
const derived = new Map<string, Address>();
const MAX_DERIVED = 256;

/**
 * Derives the address of a wallet's associated token account, offline.
 * @param owner Base58 address of the wallet.
 * @param mint Base58 address of the token's mint.
 * @param tokenProgram The token program that owns the mint. Default SPL Token.
 * @returns The account's base58 address.
 * @throws OutOfRangeError when an argument is not a base58-encoded 32-byte address.
 * @example
 * ```ts
 * import { associatedTokenAddress } from "intent-tx/solana";
 * const wallet = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
 * console.log(associatedTokenAddress(wallet, "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"));
 * ```
 */
export function associatedTokenAddress(
  owner: string,
  mint: string,
  tokenProgram: string = PROGRAM_IDS.token,
): Address {
  const key = `${owner} ${tokenProgram} ${mint}`;
  const known = derived.get(key);
  if (known !== undefined) return known;
  for (const [name, value] of Object.entries({ owner, mint, tokenProgram }))
    if (typeof value !== "string" || !isAddress(value))
      throw new OutOfRangeError(`${name} is not a base58-encoded 32-byte address`);
  const seeds = [owner, tokenProgram, mint].map((address) => bs58.decode(address));
  const address = bs58.encode(programAddress(seeds, bs58.decode(PROGRAM_IDS.associatedToken))) as Address;
  // Evicting the oldest entry is enough, because a wallet uses the same few accounts repeatedly.
  if (derived.size >= MAX_DERIVED) derived.delete(derived.keys().next().value ?? "");
  derived.set(key, address);
  return address;
}
