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
const LAMPORTS_PER_BYTE = 6960;
const ACCOUNT_OVERHEAD = 128;

/** The rent-exempt minimum in lamports of an account with `length` bytes of data: 890,880 for a wallet. */
export function rentExempt(length: number, lamportsPerByte = LAMPORTS_PER_BYTE): bigint {
  return BigInt(length + ACCOUNT_OVERHEAD) * BigInt(lamportsPerByte);
}

/** The Rent sysvar: lamports per byte, a factor of 1.0, and the burnt percentage. */
export function rentSysvar(lamportsPerByte: number): Uint8Array {
  const data = new Uint8Array(17);
  const view = new DataView(data.buffer);
  view.setBigUint64(0, BigInt(lamportsPerByte), true);
  view.setFloat64(8, 1, true);
  data[16] = 50;
  return data;
}
