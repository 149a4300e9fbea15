import { PROGRAM_IDS } from "intent-tx/contract";
import { readSwap, type SwapOrdered } from "../formats/amm/instruction.js";
import { TAGS } from "../formats/instructions.js";
import { viewOf } from "../formats/little-endian.js";
import { isTokenProgram } from "../formats/programs.js";
import { readTransaction } from "../formats/transaction.js";
import type { Landed } from "../ledger/ledger.js";

/** An instruction that moves value, with addresses instead of account indexes. */
export type ValueMove =
  | ({ readonly kind: "swap" } & SwapOrdered)
  | {
      readonly kind: "sol";
      readonly from: string;
      readonly to: string;
      readonly amount: bigint;
    }
  | {
      readonly kind: "token";
      readonly source: string;
      readonly destination: string;
      readonly authority: string;
      readonly amount: bigint;
      /** Absent for the unchecked transfer instruction, which does not name the mint. */
      readonly mint?: string;
      readonly decimals?: number;
    }
  | {
      /** New tokens: the faucet mints all tokens except SOL. */
      readonly kind: "mint";
      readonly mint: string;
      readonly destination: string;
      readonly amount: bigint;
    };

/** A token account that a transaction creates if it is missing. */
export interface CreatedAccount {
  readonly account: string;
  readonly owner: string;
  readonly mint: string;
}

/** The transfers, swaps and created accounts of a landed transaction. */
export interface Reading {
  readonly moves: readonly ValueMove[];
  readonly created: readonly CreatedAccount[];
}

/** Reads only the top-level instructions, because they determine the inner instructions. */
export function readLanded(landed: Pick<Landed, "wire" | "accountKeys">): Reading {
  const moves: ValueMove[] = [];
  const created: CreatedAccount[] = [];
  for (const { programIdIndex, accounts, data } of readTransaction(landed.wire).instructions) {
    const program = landed.accountKeys[programIdIndex];
    const named = accounts.map((index) => landed.accountKeys[index] ?? "");
    if (program === PROGRAM_IDS.associatedToken) {
      const [, account = "", owner = "", mint = ""] = named;
      created.push({ account, owner, mint });
    }
    const move = moveOf(program, named, data);
    if (move) moves.push(move);
  }
  return { moves, created };
}

function moveOf(
  program: string | undefined,
  named: readonly string[],
  data: Uint8Array,
): ValueMove | undefined {
  const view = viewOf(data);
  if (program === PROGRAM_IDS.system) return solMove(named, view);
  if (program === PROGRAM_IDS.swap) {
    const swap = readSwap(named, data);
    return swap && { kind: "swap", ...swap };
  }
  if (program !== undefined && isTokenProgram(program)) return tokenMove(named, view);
  return undefined;
}

function solMove(named: readonly string[], view: DataView): ValueMove | undefined {
  if (view.byteLength !== 12 || view.getUint32(0, true) !== TAGS.systemTransfer) return undefined;
  const [from, to] = named;
  if (from === undefined || to === undefined) return undefined;
  return { kind: "sol", from, to, amount: view.getBigUint64(4, true) };
}

function tokenMove(named: readonly string[], view: DataView): ValueMove | undefined {
  if (view.byteLength < 9) return undefined;
  const tag = view.getUint8(0);
  const amount = view.getBigUint64(1, true);
  if (tag === TAGS.mintTo || tag === TAGS.mintToChecked) {
    const [mint, destination] = named;
    if (mint === undefined || destination === undefined) return undefined;
    return { kind: "mint", mint, destination, amount };
  }
  if (tag === TAGS.tokenTransfer) {
    const [source, destination, authority] = named;
    if (source === undefined || destination === undefined || authority === undefined) return undefined;
    return { kind: "token", source, destination, authority, amount };
  }
  if (tag !== TAGS.transferChecked || view.byteLength < 10) return undefined;
  const [source, mint, destination, authority] = named;
  if (source === undefined || mint === undefined || destination === undefined || authority === undefined) {
    return undefined;
  }
  return { kind: "token", source, destination, authority, amount, mint, decimals: view.getUint8(9) };
}
