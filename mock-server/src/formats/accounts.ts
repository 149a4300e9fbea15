import { U64_MAX } from "./base-units.js";

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
const LAMPORTS_PER_BYTE = 6960n;
const ACCOUNT_OVERHEAD = 128n;

/** The rent-exempt minimum in lamports of an account with `length` bytes of data: 890,880 for a wallet. */
export function rentExempt(length: number): bigint {
  return (BigInt(length) + ACCOUNT_OVERHEAD) * LAMPORTS_PER_BYTE;
}
