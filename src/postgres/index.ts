/**
 * A payment journal in PostgreSQL, for processes on many machines. Works with `pg` and PGlite; neither is a dependency.
 *
 * @module intent-tx/postgres
 */

export type {
  PaymentAttempt,
  PaymentJournal,
  PaymentRecord,
  StoredReceipt,
} from "../solana/pay/journal.js";
export {
  type PostgresClient,
  PostgresJournal,
  type PostgresJournalOptions,
  postgresJournalTable,
} from "./journal.js";
