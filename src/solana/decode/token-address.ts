import bs58 from "bs58";
import { isAddress } from "../../contract/base58.js";
import { PROGRAM_IDS } from "../../contract/chain.js";
import { OutOfRangeError } from "../../value-errors.js";
import { sha256 } from "./sha256.js";

/** The field of ed25519, and the constant d of its curve equation -x² + y² = 1 + dx²y². */
const P = 2n ** 255n - 19n;
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;

// Letter by letter: jsdom has no TextEncoder.
const MARKER = Uint8Array.from("ProgramDerivedAddress", (letter) => letter.charCodeAt(0));

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (let square = base, rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % P;
    square = (square * square) % P;
  }
  return result;
}

/** Whether 32 bytes are a point of ed25519, so that somebody can hold a private key for them. */
export function isOnCurve(bytes: Uint8Array): boolean {
  let y = 0n;
  for (let i = 31; i >= 0; i--) y = (y << 8n) | BigInt(bytes[i] as number);
  y &= 2n ** 255n - 1n; // The highest bit is the sign of x.
  const y2 = (y * y) % P;
  const u = (y2 + P - 1n) % P;
  const v = (D * y2 + 1n) % P;
  // x² = u/v has a root when u·v is zero or a quadratic residue.
  return u === 0n || power((u * v) % P, (P - 1n) / 2n) === 1n;
}

/**
 * The address that a program derives from seeds: the first, from bump 255 down, that no private key can have.
 *
 * @param seeds - At most 15 seeds of at most 32 bytes each.
 * @param programId - The program's 32 bytes.
 */
export function programAddress(seeds: readonly Uint8Array[], programId: Uint8Array): Uint8Array {
  for (let bump = 255; bump >= 0; bump--) {
    const parts = [...seeds, Uint8Array.of(bump), programId, MARKER];
    const message = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
    let at = 0;
    for (const part of parts) {
      message.set(part, at);
      at += part.length;
    }
    const address = sha256(message);
    if (!isOnCurve(address)) return address;
  }
  throw new OutOfRangeError("no bump gives an address off the curve");
}

/** Addresses that were derived before: each takes a millisecond. */
const derived = new Map<string, string>();
const MOST_DERIVED = 256;

/**
 * The address of a wallet's associated token account, derived here: nothing is asked of a server.
 *
 * @param owner - Base58 address of the wallet.
 * @param mint - Base58 address of the token's mint.
 * @param tokenProgram - The token program that owns the mint. Default SPL Token.
 * @returns The account's base58 address.
 * @throws OutOfRangeError when one of them is no base58 address of 32 bytes.
 * @example
 * ```ts
 * import { associatedTokenAddress } from "intent-tx/solana";
 *
 * const wallet = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
 * console.log(associatedTokenAddress(wallet, "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"));
 * ```
 */
export function associatedTokenAddress(
  owner: string,
  mint: string,
  tokenProgram: string = PROGRAM_IDS.token,
): string {
  const key = `${owner} ${tokenProgram} ${mint}`;
  const known = derived.get(key);
  if (known !== undefined) return known;
  for (const [name, value] of Object.entries({ owner, mint, tokenProgram }))
    if (typeof value !== "string" || !isAddress(value))
      throw new OutOfRangeError(`${name} is not a base58 address of 32 bytes`);
  const seeds = [owner, tokenProgram, mint].map((address) => bs58.decode(address));
  const address = bs58.encode(programAddress(seeds, bs58.decode(PROGRAM_IDS.associatedToken)));
  // The oldest goes: a wallet looks at the same few accounts again and again.
  if (derived.size >= MOST_DERIVED) derived.delete(derived.keys().next().value ?? "");
  derived.set(key, address);
  return address;
}
