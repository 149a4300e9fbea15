import { createHash } from "node:crypto";
import { Point } from "@noble/ed25519";
import bs58 from "bs58";
import { perText } from "../kernel/memo.js";
import { PROGRAMS } from "./programs.js";

// Transactions name the same few programs, mints and vaults over and over, and base58 takes quadratic time: conversions are
// remembered, and so are derived addresses, each of which takes a tenth of a millisecond.

/** How many of each are remembered. */
const REMEMBERED = 20_000;

/** An address without a private key, and the byte that made it leave the curve. */
export interface ProgramAddress {
  readonly address: string;
  readonly bump: number;
}

/** Each is a byte of zero. */
const LEADING_ZEROS = /^1+/;

/** The base58 of some bytes. */
export function base58(bytes: Uint8Array): string {
  return bs58.encode(bytes);
}

/** The 32 bytes of a base58 address, which are not to be written to; undefined for another text. */
export const decodeAddress = perText(REMEMBERED, (text): Uint8Array | undefined => {
  if (text.length < 32 || text.length > 44) return undefined;
  const bytes = bs58.decodeUnsafe(text);
  return bytes?.length === 32 ? bytes : undefined;
});

/** The 32 bytes of a base58 address, which are not to be written to. @throws RangeError for another text */
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

const writtenAddress = perText(REMEMBERED, (latin1) => base58(Buffer.from(latin1, "latin1")));

/** The address at an offset of an account's or an instruction's data. */
export function addressAt(data: Uint8Array, at: number): string {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  return writtenAddress(bytes.toString("latin1", at, at + 32));
}

/** Whether 32 bytes are a point of ed25519, as the runtime reads one (ZIP 215): a private key may exist for them. */
export function isOnCurve(bytes: Uint8Array): boolean {
  try {
    // A copy: under jsdom a Buffer is no Uint8Array of the global class, and the library would refuse it.
    Point.fromBytes(Uint8Array.from(bytes), true);
    return true;
  } catch {
    return false;
  }
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

const derivedAccount = perText(REMEMBERED, (key) => {
  const [owner = "", tokenProgram = "", mint = ""] = key.split(" ");
  const seeds = [addressBytes(owner), addressBytes(tokenProgram), addressBytes(mint)];
  return programAddress(seeds, PROGRAMS.associatedToken).address;
});

/** The token account of an owner for a mint, as every wallet derives it. `tokenProgram` is the mint's program. @throws RangeError */
export function associatedTokenAddress(owner: string, mint: string, tokenProgram: string): string {
  return derivedAccount(`${owner} ${tokenProgram} ${mint}`);
}
