import { IntentTxError } from "../errors/base-error.js";
import { ConfigurationError } from "../errors/errors.js";
import { safeCause } from "../errors/secrets.js";
import { adviseSeconds, checkOptions } from "../options/checks.js";
import { isTime, SHARED_DEFAULTS, SharedRotation } from "../rotation/shared-rotation.js";
import type { KeyRecord, KeyStore, RotationService } from "../rotation/store.js";
import { FileCell } from "./file-cell.js";

/** Options of `FileKeyStore`. */
export interface FileKeyStoreOptions {
  /** Milliseconds after which another process takes over from a silent rotating process. Default 10,000. */
  readonly lease?: number | undefined;
  /** Milliseconds after which a record is reloaded, so that other processes adopt a new key. Default 500. */
  readonly refresh?: number | undefined;
}

/**
 * Stores a key in a file that only its owner can read (mode 0600). After a crash, it has the old or the new record.
 *
 * Processes on one machine can share the file. One rotates the key, and the others reload it. Their shared state is in
 * a folder `….rotation` next to the file. Reading a file that is not a key record throws a `ConfigurationError` that
 * does not quote its content.
 */
export class FileKeyStore implements KeyStore {
  readonly refresh: number;
  readonly #cell: FileCell;
  readonly #shared: SharedRotation;

  /**
   * @param path The file. Its folder is created if missing.
   * @param options How long a rotating process may be silent before another takes over, and how old a record may be.
   * @throws ConfigurationError when an option is unknown or a time is invalid.
   */
  constructor(path: string, options: FileKeyStoreOptions = {}) {
    if (typeof path !== "string" || path === "")
      throw new ConfigurationError('FileKeyStore needs a path: new FileKeyStore("key.json").');
    checkOptions(options, { lease: isTime, refresh: isTime }, "{ lease }");
    adviseSeconds(options);
    const { lease = SHARED_DEFAULTS.lease, refresh = SHARED_DEFAULTS.refresh } = options;
    this.refresh = refresh;
    this.#cell = new FileCell(path);
    this.#shared = new SharedRotation(this.#cell, lease);
  }

  load(): Promise<KeyRecord | undefined> {
    return this.#shared.load();
  }

  /**
   * Writes the record to a temporary file and renames it to the key file. Both steps are flushed to disk.
   * @param record The record to store, including the secret.
   * @throws StaleKeyError when the record has a `version` and the file contains a different one.
   * @throws ConfigurationError when the folder cannot be written. The store then has the old or the new key.
   * @example
   * ```ts
   * import { IntentTx } from "intent-tx";
   * import { FileKeyStore } from "intent-tx/node";
   * const { keyId, key, createdAt, expiresAt } = await new IntentTx().keys.create({ name: "worker", scopes: ["admin"] });
   * await new FileKeyStore("key.json").save({ keyId, key, createdAt, expiresAt });
   * ```
   */
  save(record: KeyRecord): Promise<void> {
    return this.#save(record).catch((error) => this.#explain(error));
  }

  rotate(keyId: string, service: RotationService, wait: boolean): Promise<KeyRecord | undefined> {
    return this.#shared.rotate(keyId, service, wait).catch((error) => this.#explain(error));
  }

  /** Adds the path and a remedy to an error of the file system. */
  #explain(error: { readonly code?: unknown; readonly message: string }): never {
    if (error instanceof IntentTxError || !/^E[A-Z\d]+$/.test(String(error.code))) throw error;
    const rest = "A working key remains. Free disk space or make the folder writable, then try again.";
    const cause = safeCause(error);
    throw new ConfigurationError(`${this.#cell.path} could not be changed: ${cause.message}. ${rest}`, {
      cause,
    });
  }

  async #save(record: KeyRecord): Promise<void> {
    if (record.version === undefined) {
      // Looks for a rotation before writing: a write before this check could undo a rotation that has just started.
      if (!this.#cell.exists()) return this.#cell.writeKey(record);
      // An unreadable file is replaced too.
      await this.#cell.readKey().catch(() => this.#cell.writeKey(record));
    }
    await this.#shared.save(record, true);
  }
}
