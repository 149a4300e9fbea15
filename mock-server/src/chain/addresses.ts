import { createHash } from "node:crypto";
import { base58, base58Key } from "./base58.js";
import { isOnCurve } from "./curve.js";
import { PROGRAMS } from "./programs.js";

/** An address without a private key, and the byte that made it leave the curve. */
export interface ProgramAddress {
  readonly address: string;
  readonly bump: number;
}

/** Each stands for a byte of zero. */
const LEADING_ZEROS = /^1+/;

/** The 32 bytes of a base58 address; undefined if the text is none. */
export function decodeAddress(text: string): Uint8Array | undefined {
  return base58Key(text);
}

/** The 32 bytes of a base58 address. @throws RangeError if it is none */
export function addressBytes(address: string): Uint8Array {
  const bytes = decodeAddress(address);
  if (bytes === undefined) throw new RangeError(`"${address}" is not a base58 address of 32 bytes`);
  return bytes;
}

/**
 * Compares two addresses as numbers of 256 bits. Base58 is a way to write a number, and its digits ascend as the characters do:
 * so nothing is decoded.
 */
export function compareAddresses(a: string, b: string): number {
  const [one, other] = [a.replace(LEADING_ZEROS, ""), b.replace(LEADING_ZEROS, "")];
  if (one.length !== other.length) return one.length - other.length;
  return one < other ? -1 : one > other ? 1 : 0;
}

/** The address that stands at an offset of an account's or an instruction's data. */
export function addressAt(data: Uint8Array, at: number): string {
  return base58(data.subarray(at, at + 32));
}

/**
 * The address that a program signs for, derived from seeds: the first one off the curve, bump from 255 down.
 *
 * @throws RangeError if there are more than 15 seeds, one is over 32 bytes, or no bump leaves the curve
 * @example programAddress([Buffer.from("pool"), mintA, mintB], PROGRAMS.swap)
 */
export function programAddress(seeds: readonly Uint8Array[], programId: string): ProgramAddress {
  if (seeds.length > 15 || seeds.some((seed) => seed.length > 32)) {
    throw new RangeError("A program address has at most 15 seeds of at most 32 bytes");
  }
  const program = addressBytes(programId);
  for (let bump = 255; bump >= 0; bump--) {
    const hash = createHash("sha256");
    for (const seed of seeds) hash.update(seed);
    const candidate = hash
      .update(Uint8Array.of(bump))
      .update(program)
      .update("ProgramDerivedAddress")
      .digest();
    if (!isOnCurve(candidate)) return { address: base58(candidate), bump };
  }
  throw new RangeError("No bump takes these seeds off the curve");
}

/** The token account of an owner for a mint, as every wallet derives it. `tokenProgram` is the mint's program. */
export function associatedTokenAddress(owner: string, mint: string, tokenProgram: string): string {
  const seeds = [addressBytes(owner), addressBytes(tokenProgram), addressBytes(mint)];
  return programAddress(seeds, PROGRAMS.associatedToken).address;
}
