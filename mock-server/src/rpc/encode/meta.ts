import bs58 from "bs58";
import { verificationCost } from "../../formats/fees.js";
import { isStaticWritable, type Transaction } from "../../formats/transaction.js";
import type { ChainError, LocalExecution, LocalLanded, TokenBalance } from "../../ledger/ledger.js";
import { parseInstruction } from "../parsed/instruction.js";
import { uiAmount } from "../parsed/token-amount.js";

export type InstructionForm = "parsed" | "compiled";

/** The deprecated `status` field. */
export function statusOf(err: ChainError | null): { Ok: null } | { Err: ChainError } {
  return err === null ? { Ok: null } : { Err: err };
}

export function tokenBalances(balances: readonly TokenBalance[]) {
  const written = [];
  for (const { amount, decimals, ...rest } of balances)
    written.push({ ...rest, uiTokenAmount: uiAmount(amount, { decimals }) });
  return written;
}

/** Token balances of a stored transaction. As in a node's storage, a zero `uiAmount` becomes null. */
export function storedTokenBalances(balances: readonly TokenBalance[]) {
  return tokenBalances(balances).map(({ uiTokenAmount, ...rest }) => {
    const { uiAmount: shown } = uiTokenAmount;
    const stored = shown !== null && Math.abs(shown) > Number.EPSILON ? shown : null;
    return { ...rest, uiTokenAmount: { ...uiTokenAmount, uiAmount: stored } };
  });
}

export function loadedAddresses({ accountKeys, loadedWritable, loadedReadonly }: LocalExecution) {
  const first = accountKeys.length - loadedWritable - loadedReadonly;
  return {
    readonly: accountKeys.slice(first + loadedWritable),
    writable: accountKeys.slice(first, first + loadedWritable),
  };
}

/** Instructions that programs invoke, grouped by top-level instruction. */
export function innerInstructions({ innerInstructions, accountKeys }: LocalExecution, form: InstructionForm) {
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

/** False if the error is only a name, which means that no instruction ran. */
export function hasRun({ err }: Pick<LocalExecution, "err">): boolean {
  return typeof err !== "string";
}

export function returnData({ returnData }: LocalExecution) {
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

/** A transaction's cost units in a node's cost model; undefined if the size of its loaded data is unknown. */
function costUnits(landed: LocalLanded, transaction: Transaction): number | undefined {
  if (landed.loadedAccountsDataSize === undefined) return undefined;
  const writable =
    transaction.staticKeys.filter((_, index) => isStaticWritable(transaction, index)).length +
    landed.loadedWritable;
  const data = transaction.instructions.reduce((sum, instruction) => sum + instruction.data.length, 0);
  return (
    SIGNATURE_COST * transaction.signers +
    verificationCost(transaction) +
    WRITE_LOCK_COST * writable +
    Math.floor(data / BYTES_A_UNIT) +
    landed.unitsConsumed +
    LOADED_PAGE_COST * Math.ceil(landed.loadedAccountsDataSize / LOADED_PAGE)
  );
}

/**
 * The `meta` of a landed transaction.
 *
 * @param rewards true if rewards were requested; the result then has an empty list of rewards, otherwise null
 */
export function encodeMeta(
  landed: LocalLanded,
  transaction: Transaction,
  form: InstructionForm,
  rewards = true,
) {
  const cost = costUnits(landed, transaction);
  const ran = hasRun(landed);
  return {
    computeUnitsConsumed: landed.unitsConsumed,
    ...(cost !== undefined && { costUnits: cost }),
    err: landed.err,
    fee: landed.fee,
    innerInstructions: ran ? innerInstructions(landed, form) : null,
    ...(form === "compiled" && { loadedAddresses: loadedAddresses(landed) }),
    logMessages: ran ? landed.logs : null,
    postBalances: landed.postBalances,
    postTokenBalances: storedTokenBalances(landed.postTokenBalances),
    preBalances: landed.preBalances,
    preTokenBalances: storedTokenBalances(landed.preTokenBalances),
    ...(landed.returnData && { returnData: returnData(landed) }),
    rewards: rewards ? [] : null,
    status: statusOf(landed.err),
  };
}
