/** How many landed transactions a network keeps, where the option `ledger.keep` does not say. */
export const TRANSACTIONS_KEPT = 10_000;
