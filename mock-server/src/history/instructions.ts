import { PROGRAM_IDS } from "intent-tx/contract";
import type { Landed } from "../ledger/ledger.js";
import { readTransaction } from "../ledger/message.js";
import { TAGS } from "../transactions/instructions.js";

/** An instruction of a landed transaction that moves value, in addresses. */
export type ValueMove =
  | {
      readonly kind: "swap";
      readonly side: "exact-in" | "exact-out";
      readonly user: string;
      readonly inputMint: string;
      readonly outputMint: string;
      /** Base units of the fixed end, and the worst that the other may be. */
      readonly amount: bigint;
      readonly bound: bigint;
      /** Vaults in the order in which tokens flow: in and out of the first pool, in and out of the second. */
      readonly vaults: readonly (readonly [vaultIn: string, vaultOut: string])[];
    }
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
      /** Absent for the unchecked transfer, which does not name them. */
      readonly mint?: string;
      readonly decimals?: number;
    }
  | {
      /** New tokens: how a faucet gives what is not SOL. */
      readonly kind: "mint";
      readonly mint: string;
      readonly destination: string;
      readonly amount: bigint;
    };

/** A token account that a transaction makes, or finds made. */
export interface MadeAccount {
  readonly account: string;
  readonly owner: string;
  readonly mint: string;
}

/** What the instructions of a landed transaction say. */
export interface Reading {
  readonly moves: readonly ValueMove[];
  readonly made: readonly MadeAccount[];
}

/** Reads the top-level instructions. What programs do among themselves follows from these. */
export function readLanded(landed: Pick<Landed, "wire" | "accountKeys">): Reading {
  const moves: ValueMove[] = [];
  const made: MadeAccount[] = [];
  for (const { programIdIndex, accounts, data } of readTransaction(landed.wire).instructions) {
    const program = landed.accountKeys[programIdIndex];
    const named = accounts.map((index) => landed.accountKeys[index] ?? "");
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    if (program === PROGRAM_IDS.associatedToken) {
      const [, account = "", owner = "", mint = ""] = named;
      made.push({ account, owner, mint });
    }
    const move = moveOf(program, named, view);
    if (move) moves.push(move);
  }
  return { moves, made };
}

function moveOf(
  program: string | undefined,
  named: readonly string[],
  view: DataView,
): ValueMove | undefined {
  if (program === PROGRAM_IDS.system) return solMove(named, view);
  if (program === PROGRAM_IDS.swap) return swapMove(named, view);
  if (program === PROGRAM_IDS.token || program === PROGRAM_IDS.token2022) return tokenMove(named, view);
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

/** Accounts of a swap: ten for one pool, fifteen for two. */
const ONE_POOL = 10;
const TWO_POOLS = 15;

function swapMove(named: readonly string[], view: DataView): ValueMove | undefined {
  if (view.byteLength !== 17 || named.length < ONE_POOL) return undefined;
  const tag = view.getUint8(0);
  if (tag !== 1 && tag !== 2) return undefined;
  const at = (index: number): string => named[index] ?? "";
  const vaults: [string, string][] = [[at(8), at(9)]];
  if (named.length >= TWO_POOLS) vaults.push([at(13), at(14)]);
  return {
    kind: "swap",
    side: tag === 1 ? "exact-in" : "exact-out",
    user: at(0),
    inputMint: at(3),
    outputMint: at(4),
    amount: view.getBigUint64(1, true),
    bound: view.getBigUint64(9, true),
    vaults,
  };
}
