import type { Execution } from "../ledger/ledger.js";

/** Base units that a token account gained in a transaction; negative when it lost them. */
export function vaultDelta(
  execution: Pick<Execution, "accountKeys" | "preTokenBalances" | "postTokenBalances">,
  account: string,
): bigint {
  const index = execution.accountKeys.indexOf(account);
  const amount = (balances: Execution["preTokenBalances"]): bigint =>
    balances.find((balance) => balance.accountIndex === index)?.amount ?? 0n;
  return amount(execution.postTokenBalances) - amount(execution.preTokenBalances);
}
