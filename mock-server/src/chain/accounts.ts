import { U64_MAX } from "./base-units.js";

/** An account on chain. */
export interface ChainAccount {
  readonly address: string;
  readonly lamports: bigint;
  /** Program that owns it. */
  readonly owner: string;
  readonly executable: boolean;
  readonly data: Uint8Array;
}

/** The rent epoch of an account that never owes rent. */
export const RENT_EXEMPT_EPOCH = U64_MAX;

/** Rent-exempt lamports for each byte of an account, including 128 bytes of overhead. */
const LAMPORTS_PER_BYTE = 6960n;
const ACCOUNT_OVERHEAD = 128n;

/** The rent-exempt minimum of an account with `length` bytes of data, in lamports: 890,880 for a wallet. */
export function rentExempt(length: number): bigint {
  return (BigInt(length) + ACCOUNT_OVERHEAD) * LAMPORTS_PER_BYTE;
}
