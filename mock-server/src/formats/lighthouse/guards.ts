import { keccak_256 } from "@noble/hashes/sha3";
import { addressBytes } from "../addresses.js";
import { type Instruction, reads } from "../instructions.js";
import { u64Bytes } from "../little-endian.js";
import { PROGRAMS } from "../programs.js";

// Guards in Lighthouse's format, as wallets add them. Each is a list of assertions about one account, which it only reads.

/** Instruction tags of lists of assertions. */
const ACCOUNT_INFO_MULTI = 6;
const TOKEN_ACCOUNT_MULTI = 10;
/** Log level that Phantom uses: a message if an assertion fails. */
const FAILED_MESSAGE = 4;
const [EQUAL, AT_LEAST, AT_MOST] = [0, 4, 5];
const NONE = 0;
/** Numbers of programs that are known as owners. */
const KNOWN = { [PROGRAMS.system]: 0, [PROGRAMS.token]: 1, [PROGRAMS.token2022]: 2 } as const;

/** Seven bits per byte, lowest first. */
const leb128 = (value: number): number[] =>
  value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...leb128(value >> 7)];

const lamports = (value: bigint, operator: number) => [0, ...u64Bytes(value), operator];
const dataLength = (value: number) => [1, ...u64Bytes(BigInt(value)), EQUAL];
const ownedBy = (program: string) => [2, ...addressBytes(program), EQUAL];
const knownOwner = (program: keyof typeof KNOWN) => [3, KNOWN[program], EQUAL];
const dataHash = (data: Uint8Array) => [8, ...keccak_256(data), ...leb128(0), ...leb128(data.length)];
const amount = (value: bigint) => [2, ...u64Bytes(value), AT_LEAST];
const noDelegate = [3, NONE, EQUAL];
const nothingDelegated = [6, ...u64Bytes(0n), AT_MOST];
const ownerIsDerived = [8];

function guard(tag: number, account: string, assertions: readonly (readonly number[])[]): Instruction {
  const data = Uint8Array.from([tag, FAILED_MESSAGE, ...leb128(assertions.length), ...assertions.flat()]);
  return { programId: PROGRAMS.lighthouse, accounts: [reads(account)], data };
}

/** Fails unless a wallet keeps at least these lamports, and is still a plain wallet. */
export const walletGuard = (wallet: string, least: bigint): Instruction =>
  guard(ACCOUNT_INFO_MULTI, wallet, [lamports(least, AT_LEAST), knownOwner(PROGRAMS.system), dataLength(0)]);

/** Fails unless a token account keeps at least this amount, without a delegate and at its owner's derived address. */
export const tokenGuard = (account: string, least?: bigint): Instruction =>
  guard(TOKEN_ACCOUNT_MULTI, account, [
    ...(least === undefined ? [] : [amount(least)]),
    noDelegate,
    nothingDelegated,
    ownerIsDerived,
  ]);

/** Fails if the account exists. */
export const absentGuard = (account: string): Instruction =>
  guard(ACCOUNT_INFO_MULTI, account, [lamports(0n, EQUAL)]);

export const ownerGuard = (account: string, program: string): Instruction =>
  guard(ACCOUNT_INFO_MULTI, account, [ownedBy(program)]);

/** Fails if a mint has another owner, length or content. */
export const mintGuard = (
  mint: string,
  program: typeof PROGRAMS.token | typeof PROGRAMS.token2022,
  data: Uint8Array,
): Instruction =>
  guard(ACCOUNT_INFO_MULTI, mint, [knownOwner(program), dataLength(data.length), dataHash(data)]);
