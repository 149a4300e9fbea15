import { u32Bytes, u64Bytes } from "./little-endian.js";
import { PROGRAMS } from "./programs.js";

/** An account of an instruction with its permissions. */
export interface AccountMeta {
  /** Base58. */
  readonly address: string;
  readonly signer: boolean;
  readonly writable: boolean;
}

/** An instruction before it is compiled into a message. */
export interface Instruction {
  readonly programId: string;
  readonly accounts: readonly AccountMeta[];
  readonly data: Uint8Array;
}

export const reads = (address: string): AccountMeta => ({ address, signer: false, writable: false });

export const writes = (address: string): AccountMeta => ({ address, signer: false, writable: true });

/** An account that signs; `writable` if it also pays. */
export const signs = (address: string, writable = false): AccountMeta => ({
  address,
  signer: true,
  writable,
});

/** Instruction tags. Each program has its own numbers. */
export const TAGS = {
  computeUnitLimit: 2,
  computeUnitPrice: 3,
  systemTransfer: 2,
  createIdempotent: 1,
  tokenTransfer: 3,
  mintTo: 7,
  closeAccount: 9,
  transferChecked: 12,
  mintToChecked: 14,
  syncNative: 17,
} as const;

export function computeUnitLimit(units: number): Instruction {
  const data = Uint8Array.of(TAGS.computeUnitLimit, ...u32Bytes(units));
  return { programId: PROGRAMS.computeBudget, accounts: [], data };
}

/** Sets the priority fee: micro-lamports for each compute unit of the limit. */
export function computeUnitPrice(microLamports: number): Instruction {
  const data = Uint8Array.of(TAGS.computeUnitPrice, ...u64Bytes(BigInt(microLamports)));
  return { programId: PROGRAMS.computeBudget, accounts: [], data };
}

export function solTransfer(from: string, to: string, lamports: bigint): Instruction {
  const data = Uint8Array.of(...u32Bytes(TAGS.systemTransfer), ...u64Bytes(lamports));
  return { programId: PROGRAMS.system, accounts: [signs(from, true), writes(to)], data };
}

/** A wallet's token account for a mint. */
export interface Ata {
  readonly account: string;
  readonly owner: string;
  readonly mint: string;
  readonly tokenProgram: string;
}

/** Creates an associated token account; does nothing if it exists. */
export function createTokenAccount(payer: string, ata: Ata): Instruction {
  return {
    programId: PROGRAMS.associatedToken,
    accounts: [
      signs(payer, true),
      writes(ata.account),
      reads(ata.owner),
      reads(ata.mint),
      reads(PROGRAMS.system),
      reads(ata.tokenProgram),
    ],
    data: Uint8Array.of(TAGS.createIdempotent),
  };
}

/** Syncs a wrapped-SOL account, so that lamports sent to it count as tokens. */
export function syncNative(account: string): Instruction {
  return {
    programId: PROGRAMS.token,
    accounts: [writes(account)],
    data: Uint8Array.of(TAGS.syncNative),
  };
}

/** Closes a wrapped-SOL account. Its owner receives all its lamports, including rent. */
export function unwrapSol(account: string, owner: string): Instruction {
  return {
    programId: PROGRAMS.token,
    accounts: [writes(account), writes(owner), signs(owner)],
    data: Uint8Array.of(TAGS.closeAccount),
  };
}

/** Mints tokens with the mint's authority. The program checks the decimals. */
export function mintToChecked(authority: string, to: Ata, amount: bigint, decimals: number): Instruction {
  return {
    programId: to.tokenProgram,
    accounts: [writes(to.mint), writes(to.account), signs(authority, true)],
    data: Uint8Array.of(TAGS.mintToChecked, ...u64Bytes(amount), decimals),
  };
}

/** Writes text to the transaction's log. It also makes otherwise equal transactions differ. */
export function memo(text: string): Instruction {
  return { programId: PROGRAMS.memo, accounts: [], data: new TextEncoder().encode(text) };
}

/** Transfers tokens with mint and decimals, so that the program checks both. */
export function transferChecked(from: Ata, to: string, amount: bigint, decimals: number): Instruction {
  return {
    programId: from.tokenProgram,
    accounts: [writes(from.account), reads(from.mint), writes(to), signs(from.owner)],
    data: Uint8Array.of(TAGS.transferChecked, ...u64Bytes(amount), decimals),
  };
}
