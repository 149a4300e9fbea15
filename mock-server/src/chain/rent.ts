import { U64_MAX } from "./base-units.js";

/** The epoch in which an account that holds enough would owe rent: none. */
export const RENT_EXEMPT_EPOCH = U64_MAX;

/** Lamports that an account has to hold for each of its bytes, 128 of its own included. */
const LAMPORTS_PER_BYTE = 6960n;
const ACCOUNT_OVERHEAD = 128n;

/** Lamports below which an account of `length` bytes of data cannot stand: 890,880 for a wallet. */
export function rentExempt(length: number): bigint {
  return (BigInt(length) + ACCOUNT_OVERHEAD) * LAMPORTS_PER_BYTE;
}
