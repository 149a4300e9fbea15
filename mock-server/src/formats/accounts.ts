import { U64_MAX } from "./base-units.js";
import { u64Bytes } from "./little-endian.js";

export interface ChainAccount {
  readonly address: string;
  readonly lamports: bigint;
  /** The program that owns the account. */
  readonly owner: string;
  readonly executable: boolean;
  readonly data: Uint8Array;
}

export const RENT_EXEMPT_EPOCH = U64_MAX;

/** Rent-exempt lamports per byte. */
const LAMPORTS_PER_BYTE = 6960;
const ACCOUNT_OVERHEAD = 128;

/** The rent-exempt minimum in lamports of an account with `length` bytes of data: 890,880 for a wallet. */
export function rentExempt(length: number, lamportsPerByte = LAMPORTS_PER_BYTE): bigint {
  return BigInt(length + ACCOUNT_OVERHEAD) * BigInt(lamportsPerByte);
}

/** An account of a program. Default: the lamports that rent requires. */
export function accountWith(
  address: string,
  owner: string,
  data: Uint8Array,
  lamports = rentExempt(data.length),
): ChainAccount {
  return { address, lamports, owner, executable: false, data };
}

/** The Rent sysvar: lamports per byte, a factor of 1.0 as a 64-bit float, and the burnt percentage. */
export const rentSysvar = (lamportsPerByte: number): Uint8Array =>
  Uint8Array.of(...u64Bytes(BigInt(lamportsPerByte)), ...[0, 0, 0, 0, 0, 0, 0xf0, 0x3f], 50);
