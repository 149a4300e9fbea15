import { FINALIZATION_SLOTS } from "./slots.js";

/** How many landed transactions a network keeps, where the option `ledger.keep` does not say. */
export const TRANSACTIONS_KEPT = 10_000;
/** Slots whose transactions are kept whole, however many there are: who waits for one to be final reads it then. */
export const WHOLE_SLOTS = FINALIZATION_SLOTS + 18;
