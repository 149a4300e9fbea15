/**
 * The part of the package that needs Node: the file key store.
 *
 * @module intent-tx/node
 */
export { StaleKeyError } from "../keys/shared/stale.js";
export type { KeyRecord, KeyStore, RotationService } from "../keys/store.js";
export { FileKeyStore, type FileKeyStoreOptions } from "./file-key-store.js";
