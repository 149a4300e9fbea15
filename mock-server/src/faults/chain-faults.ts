/** The kinds of faults that affect transactions on the ledger, not requests. */
export const CHAIN_FAULTS: ReadonlySet<string> = new Set([
  "expired-blockhash",
  "drop-transaction",
  "late-transaction",
  "slow-confirm",
  "unsigned-transaction",
]);
