import { addressBytes } from "../addresses.js";
import { type ProgramAddress, programAddress } from "../program-addresses.js";
import { PROGRAMS } from "../programs.js";

/** A pool's state as the program stores it. Addresses are base58. Reserves are the vaults' token balances. */
export interface SwapPool {
  /** Bump seed of the pool address. */
  readonly bump: number;
  /** Basis points of the input, 0 to 9,999. */
  readonly feeBps: number;
  /** The mint that sorts first by bytes. */
  readonly mintA: string;
  readonly mintB: string;
  readonly vaultA: string;
  readonly vaultB: string;
}

/** Size of a pool account in bytes. */
const SWAP_POOL_LENGTH = 144;

const MAGIC = new TextEncoder().encode("ITXPOOL1");
const KEYS = [
  ["mintA", 16],
  ["mintB", 48],
  ["vaultA", 80],
  ["vaultB", 112],
] as const;

/** True if `a` sorts before `b` by bytes, as the program compares them, not by base58 text. */
export function mintsInOrder(a: string, b: string): boolean {
  return Buffer.compare(addressBytes(a), addressBytes(b)) < 0;
}

/**
 * Encodes a pool account for a ledger that starts with its pools, without calling `initialize`.
 *
 * @throws RangeError if the mints are out of order or a number is out of range: the program never stores such a pool.
 */
export function encodeSwapPool(pool: SwapPool): Uint8Array {
  if (!mintsInOrder(pool.mintA, pool.mintB)) throw new RangeError("mintA must sort before mintB by bytes.");
  if (!Number.isInteger(pool.feeBps) || pool.feeBps < 0 || pool.feeBps > 9_999) {
    throw new RangeError(`feeBps must be an integer from 0 to 9999, not ${pool.feeBps}.`);
  }
  if (!Number.isInteger(pool.bump) || pool.bump < 0 || pool.bump > 255) {
    throw new RangeError(`bump must be a byte, not ${pool.bump}.`);
  }
  const data = new Uint8Array(SWAP_POOL_LENGTH);
  data.set(MAGIC);
  data[8] = pool.bump;
  new DataView(data.buffer).setUint16(10, pool.feeBps, true);
  for (const [name, at] of KEYS) data.set(addressBytes(pool[name]), at);
  return data;
}

/** The mints can be passed in either order. */
export function poolAddress(mint: string, other: string): ProgramAddress {
  const [a, b] = mintsInOrder(mint, other) ? [mint, other] : [other, mint];
  return programAddress([Buffer.from("pool"), addressBytes(a), addressBytes(b)], PROGRAMS.swap);
}
