import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { ConfigurationError } from "../errors.js";
import type { KeyRecord, KeyStore } from "../keys/store.js";

/**
 * Keeps a key in a file that only its owner can read (mode 0600). A crash leaves the old record or the new one, never a
 * part of either.
 *
 * @example
 * ```ts
 * import { KeyRotator } from "intent-tx";
 * import { FileKeyStore } from "intent-tx/node";
 *
 * const store = new FileKeyStore("key.json");
 * const rotator = new KeyRotator({ store });
 * ```
 */
export class FileKeyStore implements KeyStore {
  readonly #path: string;

  /** @param path The file; its folder is made when there is none. */
  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Reads the record; undefined when there is no file.
   *
   * @throws ConfigurationError when the file is no key record. The message holds nothing of its content.
   * @example
   * ```ts
   * import { FileKeyStore } from "intent-tx/node";
   *
   * const record = await new FileKeyStore("key.json").load();
   * console.log(record?.keyId, record?.createdAt);
   * ```
   */
  async load(): Promise<KeyRecord | undefined> {
    let text: string;
    try {
      text = await readFile(this.#path, "utf8");
    } catch (error) {
      if ((error as { code?: string }).code === "ENOENT") return undefined;
      throw error;
    }
    const record = parse(text);
    if (!record) throw new ConfigurationError(`${this.#path} holds no key record { keyId, key, createdAt }.`);
    return record;
  }

  /**
   * Writes the record beside the file and puts it in the file's place, both flushed to disk.
   *
   * @param record The record to keep; it holds the secret.
   * @throws the file system's error when the folder cannot be written; the old file is then untouched.
   * @example
   * ```ts
   * import { IntentTx } from "intent-tx";
   * import { FileKeyStore } from "intent-tx/node";
   *
   * const { keyId, key, createdAt } = await new IntentTx().keys.create({ name: "worker", scopes: ["admin"] });
   * await new FileKeyStore("key.json").save({ keyId, key, createdAt });
   * ```
   */
  async save(record: KeyRecord): Promise<void> {
    const temporary = `${this.#path}.${randomUUID()}.tmp`;
    await mkdir(dirname(this.#path), { recursive: true, mode: 0o700 });
    try {
      const file = await open(temporary, "wx", 0o600);
      try {
        await file.writeFile(`${JSON.stringify(record, null, 2)}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, this.#path);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    await syncFolder(dirname(this.#path));
  }
}

function parse(text: string): KeyRecord | undefined {
  try {
    const record = JSON.parse(text) as Record<string, unknown> | null;
    const fits = (["keyId", "key", "createdAt"] as const).every((name) => typeof record?.[name] === "string");
    return fits && !Number.isNaN(Date.parse(String(record?.["createdAt"])))
      ? (record as unknown as KeyRecord)
      : undefined;
  } catch {
    return undefined;
  }
}

/** A rename is lasting when its folder is on disk. Some systems cannot flush a folder; the file is whole all the same. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r").catch(() => undefined);
  try {
    await folder?.sync();
  } catch {
    // As said above.
  } finally {
    await folder?.close();
  }
}
