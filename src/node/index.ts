/**
 * The part of the package that needs Node: the file key store.
 *
 * @module intent-tx/node
 */
export type { KeyRecord, KeyStore } from "../keys/store.js";
export { FileKeyStore } from "./file-key-store.js";
