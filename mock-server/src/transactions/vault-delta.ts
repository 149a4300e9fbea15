import type { Execution, TokenBalance } from "../ledger/ledger.js";

type Balances = Pick<Execution, "accountKeys" | "preTokenBalances" | "postTokenBalances">;

function amountAt(balances: readonly TokenBalance[], index: number): bigint {
  return balances.find((balance) => balance.accountIndex === index)?.amount ?? 0n;
}

/** Base units in a token account before a transaction; 0 where there was none. */
export function amountBefore(execution: Balances, account: string): bigint {
  return amountAt(execution.preTokenBalances, execution.accountKeys.indexOf(account));
}

/** Base units that a token account gained in a transaction; negative when it lost them. */
export function vaultDelta(execution: Balances, account: string): bigint {
  const index = execution.accountKeys.indexOf(account);
  return amountAt(execution.postTokenBalances, index) - amountAt(execution.preTokenBalances, index);
}
