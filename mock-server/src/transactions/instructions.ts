import { PROGRAM_IDS } from "intent-tx/contract";
import { type Instruction, reads, signs, writes } from "./instruction.js";

/** Instruction tags of the programs, as each program numbers them. */
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

function bytes(length: number, write: (view: DataView) => void): Uint8Array {
  const data = new Uint8Array(length);
  write(new DataView(data.buffer));
  return data;
}

/** Most compute units that the transaction may take. */
export function computeUnitLimit(units: number): Instruction {
  const data = bytes(5, (view) => {
    view.setUint8(0, TAGS.computeUnitLimit);
    view.setUint32(1, units, true);
  });
  return { programId: PROGRAM_IDS.computeBudget, accounts: [], data };
}

/** Priority fee, micro-lamports for each compute unit of the limit. */
export function computeUnitPrice(microLamports: number): Instruction {
  const data = bytes(9, (view) => {
    view.setUint8(0, TAGS.computeUnitPrice);
    view.setBigUint64(1, BigInt(microLamports), true);
  });
  return { programId: PROGRAM_IDS.computeBudget, accounts: [], data };
}

/** Moves lamports of a wallet. */
export function solTransfer(from: string, to: string, lamports: bigint): Instruction {
  const data = bytes(12, (view) => {
    view.setUint32(0, TAGS.systemTransfer, true);
    view.setBigUint64(4, lamports, true);
  });
  return { programId: PROGRAM_IDS.system, accounts: [signs(from, true), writes(to)], data };
}

/** A wallet's token account of a mint. */
export interface TokenHome {
  readonly account: string;
  readonly owner: string;
  readonly mint: string;
  /** Program of the mint. */
  readonly tokenProgram: string;
}

/** Makes an associated token account, or does nothing where it exists. */
export function createTokenAccount(payer: string, home: TokenHome): Instruction {
  return {
    programId: PROGRAM_IDS.associatedToken,
    accounts: [
      signs(payer, true),
      writes(home.account),
      reads(home.owner),
      reads(home.mint),
      reads(PROGRAM_IDS.system),
      reads(home.tokenProgram),
    ],
    data: Uint8Array.of(TAGS.createIdempotent),
  };
}

/** Makes the lamports that were sent to a wrapped-SOL account count as its tokens. */
export function syncNative(account: string): Instruction {
  return {
    programId: PROGRAM_IDS.token,
    accounts: [writes(account)],
    data: Uint8Array.of(TAGS.syncNative),
  };
}

/** Closes a wrapped-SOL account: all its lamports, rent included, go to its owner. */
export function unwrap(account: string, owner: string): Instruction {
  return {
    programId: PROGRAM_IDS.token,
    accounts: [writes(account), writes(owner), signs(owner)],
    data: Uint8Array.of(TAGS.closeAccount),
  };
}

/** Moves tokens, naming mint and decimals so that the program checks both. */
export function transferChecked(from: TokenHome, to: string, amount: bigint, decimals: number): Instruction {
  const data = bytes(10, (view) => {
    view.setUint8(0, TAGS.transferChecked);
    view.setBigUint64(1, amount, true);
    view.setUint8(9, decimals);
  });
  return {
    programId: from.tokenProgram,
    accounts: [writes(from.account), reads(from.mint), writes(to), signs(from.owner)],
    data,
  };
}
