import type { LedgerTransactionRow, TokenBalanceRow } from "../../state/rows.js";
import { commitmentAt } from "../commitment.js";
import type { ChainError, LocalExecution, LocalLanded, Place, TokenBalance } from "../ledger.js";

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");
const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "base64"));

export function rowOfTransaction(
  execution: LocalExecution & { readonly fee: bigint },
  place: Place & { readonly signature: string; readonly at: number; readonly wire: Uint8Array },
): LedgerTransactionRow {
  const { returnData, ...rest } = execution;
  return {
    ...rest,
    ...place,
    wire: base64(place.wire),
    fee: String(execution.fee),
    preBalances: execution.preBalances.map(String),
    postBalances: execution.postBalances.map(String),
    preTokenBalances: execution.preTokenBalances.map(balanceRow),
    postTokenBalances: execution.postTokenBalances.map(balanceRow),
    innerInstructions: execution.innerInstructions.map((inner) => ({ ...inner, data: base64(inner.data) })),
    ...(returnData && { returnData: { programId: returnData.programId, data: base64(returnData.data) } }),
  };
}

export function landedOfRow(row: LedgerTransactionRow, now: number): LocalLanded {
  const { beforeStart, returnData, ...rest } = row;
  return {
    ...rest,
    err: row.err as ChainError | null,
    commitment: commitmentAt(row, now),
    wire: bytesOf(row.wire),
    fee: BigInt(row.fee),
    preBalances: row.preBalances.map(BigInt),
    postBalances: row.postBalances.map(BigInt),
    preTokenBalances: row.preTokenBalances.map(balanceOfRow),
    postTokenBalances: row.postTokenBalances.map(balanceOfRow),
    innerInstructions: row.innerInstructions.map((inner) => ({ ...inner, data: bytesOf(inner.data) })),
    ...(returnData && { returnData: { programId: returnData.programId, data: bytesOf(returnData.data) } }),
  };
}

function balanceRow(balance: TokenBalance): TokenBalanceRow {
  return { ...balance, amount: String(balance.amount) };
}

function balanceOfRow(row: TokenBalanceRow): TokenBalance {
  return { ...row, amount: BigInt(row.amount) };
}
