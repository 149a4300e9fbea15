/**
 * The parts of the package that need Node: a key store and a payment journal in files.
 *
 * @module intent-tx/node
 */
export { StaleKeyError } from "../rotation/shared-rotation.js";
export type { KeyRecord, KeyStore } from "../rotation/store.js";
export type {
  PaymentAttempt,
  PaymentJournal,
  PaymentRecord,
  StoredReceipt,
} from "../solana/pay/journal.js";
export { FileJournal } from "./file-journal.js";
export { FileKeyStore, type FileKeyStoreOptions } from "./file-key-store.js";
