// Assertions of the program Lighthouse: a number, a log level, and a list of items. Each item is a field, a value and an
// operator. Source: programs/lighthouse of Jac0xb/lighthouse.
import bs58 from "bs58";

const [EQUAL, AT_LEAST, AT_MOST] = [0, 4, 5];
const SILENT = 0;

const MAX_U64 = 2n ** 64n - 1n;

/** A larger value becomes the largest one, because its low 64 bits could be any smaller amount. */
const u64 = (value: bigint): number[] => [
  ...new Uint8Array(BigUint64Array.of(value < MAX_U64 ? value : MAX_U64).buffer),
];
const option = (address: string | undefined): number[] =>
  address === undefined ? [0] : [1, ...bs58.decode(address)];

/** Seven bits a byte, lowest first, of a number below 16,384. Lengths in a message are written so too. */
export const leb128 = (value: number): number[] =>
  value < 0x80 ? [value] : [(value & 0x7f) | 0x80, value >> 7];

type Item = readonly number[];

/** Requirements on an account after the transaction: its lamports, owner and data. */
export const account = {
  lamportsAtLeast: (lamports: bigint): Item => [0, ...u64(lamports), AT_LEAST],
  dataLength: (bytes: number): Item => [1, ...u64(BigInt(bytes)), EQUAL],
  ownedBySystem: [3, 0, EQUAL] as Item,
};

/** Requirements on a token account after the transaction. */
export const tokenAccount = {
  owner: (wallet: string): Item => [1, ...bs58.decode(wallet), EQUAL],
  amountAtLeast: (amount: bigint): Item => [2, ...u64(amount), AT_LEAST],
  delegate: (delegate: string | undefined): Item => [3, ...option(delegate), EQUAL],
  state: (state: number): Item => [4, state, EQUAL],
  delegatedAtMost: (amount: bigint): Item => [6, ...u64(amount), AT_MOST],
  closeAuthority: (authority: string | undefined): Item => [7, ...option(authority), EQUAL],
  /** Whether the address derives from the owner and the mint. One byte instead of the owner's 34. */
  ownerIsDerived: [8] as Item,
};

/** Requires bytes of an account's data. */
export const bytesAt = (at: number, bytes: Uint8Array): Item => [
  ...[...leb128(at), 11],
  ...[...leb128(bytes.length), ...bytes, EQUAL],
];

const assertion = (number: number, address: string, items: readonly Item[]) => ({
  address,
  data: Uint8Array.of(number, SILENT, items.length, ...items.flat()),
});

export const assertData = (address: string, ...items: readonly Item[]) => assertion(3, address, items);
export const assertAccount = (address: string, ...items: readonly Item[]) => assertion(6, address, items);
export const assertTokenAccount = (address: string, ...items: readonly Item[]) =>
  assertion(10, address, items);

/** An assertion on one account. */
export type Assertion = ReturnType<typeof assertion>;
