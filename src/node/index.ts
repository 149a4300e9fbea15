/**
 * The part of the package that needs Node: a key and a journal of payments in files.
 *
 * @module intent-tx/node
 */
export { StaleKeyError } from "../keys/shared-rotation.js";
export type { KeyRecord, KeyStore, RotationService } from "../keys/store.js";
export type {
  PaymentAttempt,
  PaymentJournal,
  PaymentRecord,
  StoredReceipt,
} from "../solana/pay/journal.js";
export { FileJournal } from "./file-journal.js";
export { FileKeyStore, type FileKeyStoreOptions } from "./file-key-store.js";
