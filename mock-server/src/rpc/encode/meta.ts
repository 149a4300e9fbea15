import bs58 from "bs58";
import { isStaticWritable, type Transaction } from "../../chain/transaction.js";
import type { ChainError, Execution, Landed, TokenBalance } from "../../ledger/ledger.js";
import { parseInstruction } from "../parsed/instruction.js";

import { uiAmount } from "../parsed/token-amount.js";

/** Whether instructions are written in words or as they stand in the message. */
export type InstructionForm = "parsed" | "compiled";

/** An outcome as JSON-RPC writes it. */
export function statusOf(err: ChainError | null): { Ok: null } | { Err: ChainError } {
  return err === null ? { Ok: null } : { Err: err };
}

/** Token balances beside a transaction. */
export function tokenBalances(balances: readonly TokenBalance[]) {
  const written = [];
  for (const { accountIndex, mint, owner, programId, amount, decimals } of balances)
    written.push({ accountIndex, mint, owner, programId, uiTokenAmount: uiAmount(amount, decimals) });
  return written;
}

/**
 * Token balances beside a transaction of the past. Where a node keeps these, no amount and one of nothing are the same: it
 * tells none for both.
 */
export function keptTokenBalances(balances: readonly TokenBalance[]) {
  return tokenBalances(balances).map(({ uiTokenAmount, ...rest }) => {
    const { uiAmount: shown } = uiTokenAmount;
    const kept = shown !== null && Math.abs(shown) > Number.EPSILON ? shown : null;
    return { ...rest, uiTokenAmount: { ...uiTokenAmount, uiAmount: kept } };
  });
}

/** The accounts that lookup tables gave. */
export function loadedAddresses({ accountKeys, loadedWritable, loadedReadonly }: Execution) {
  const first = accountKeys.length - loadedWritable - loadedReadonly;
  return {
    readonly: accountKeys.slice(first + loadedWritable),
    writable: accountKeys.slice(first, first + loadedWritable),
  };
}

/** The instructions that programs called, by the top-level instruction that they served. */
export function innerInstructions({ innerInstructions, accountKeys }: Execution, form: InstructionForm) {
  const groups = new Map<number, unknown[]>();
  for (const inner of innerInstructions) {
    const { index, programIdIndex, accounts, data, stackHeight } = inner;
    const written =
      form === "parsed"
        ? parseInstruction(inner, accountKeys, stackHeight)
        : { accounts, data: bs58.encode(data), programIdIndex, stackHeight };
    const group = groups.get(index);
    if (group) group.push(written);
    else groups.set(index, [written]);
  }
  return [...groups].map(([index, instructions]) => ({ index, instructions }));
}

/** The data that a program returned; null if there is none. */
export function returnData({ returnData }: Execution) {
  if (!returnData) return null;
  return {
    data: [Buffer.from(returnData.data).toString("base64"), "base64"] as const,
    programId: returnData.programId,
  };
}

const SIGNATURE_COST = 720;
const WRITE_LOCK_COST = 300;
const BYTES_A_UNIT = 4;
const LOADED_PAGE = 32 * 1024;
const LOADED_PAGE_COST = 8;

/**
 * The cost units that a transaction took of its block, by a node's cost model; undefined if the size of its
 * loaded data is not known.
 */
function costUnits(landed: Landed, transaction: Transaction): number | undefined {
  if (landed.loadedAccountsDataSize === undefined) return undefined;
  const writable =
    transaction.staticKeys.filter((_, index) => isStaticWritable(transaction, index)).length +
    landed.loadedWritable;
  const data = transaction.instructions.reduce((sum, instruction) => sum + instruction.data.length, 0);
  return (
    SIGNATURE_COST * transaction.signers +
    WRITE_LOCK_COST * writable +
    Math.floor(data / BYTES_A_UNIT) +
    landed.unitsConsumed +
    LOADED_PAGE_COST * Math.ceil(landed.loadedAccountsDataSize / LOADED_PAGE)
  );
}

/**
 * The `meta` of a landed transaction.
 *
 * @param rewards whether rewards were asked for, of which a transaction has none
 */
export function encodeMeta(landed: Landed, transaction: Transaction, form: InstructionForm, rewards = true) {
  const cost = costUnits(landed, transaction);
  // An error without an instruction is one for which nothing ran: its fee was taken, and there is nothing to tell.
  const ran = typeof landed.err !== "string";
  return {
    computeUnitsConsumed: landed.unitsConsumed,
    ...(cost !== undefined && { costUnits: cost }),
    err: landed.err,
    fee: landed.fee,
    innerInstructions: ran ? innerInstructions(landed, form) : null,
    ...(form === "compiled" && { loadedAddresses: loadedAddresses(landed) }),
    logMessages: ran ? landed.logs : null,
    postBalances: landed.postBalances,
    postTokenBalances: keptTokenBalances(landed.postTokenBalances),
    preBalances: landed.preBalances,
    preTokenBalances: keptTokenBalances(landed.preTokenBalances),
    ...(landed.returnData && { returnData: returnData(landed) }),
    rewards: rewards ? [] : null,
    status: statusOf(landed.err),
  };
}
