import { createHash } from "node:crypto";
import { link, mkdir, open, readdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { IntentTxError } from "../errors/base-error.js";
import { ConfigurationError } from "../errors/errors.js";
import { KeyValueJournal, type KeyValueStore } from "../solana/pay/key-value-journal.js";
import { absent, put, removeTemporaryFiles, syncFolder } from "./file-cell.js";

const DAY_MS = 86_400_000;

interface StoredFile {
  readonly path: string;
  /** Number of the file. */
  readonly number: number;
  /** The content of the file: a record as JSON. */
  readonly json: string;
  /** The text for the journal. A record is settled when its file is written. */
  readonly text: string;
}

/**
 * Stores payments in a folder that all processes on one machine can share. Only the owner can read them (files 0600,
 * folder 0700). Each record version is a separate file, flushed to disk before `claim` and `update` resolve. The files of
 * a payment have consecutive numbers, also if its ID is used again, so that no file of a newer payment has the name of
 * an older one, which another process may be removing. Use a local disk: network file systems may store one version twice. File system errors are thrown unchanged.
 * @example
 * ```ts
 * import { FileJournal } from "intent-tx/node";
 * const journal = new FileJournal("payments");
 * const open = await journal.open();
 * console.log(open.length); // payments without outcome
 * ```
 */
export class FileJournal extends KeyValueJournal {
  /**
   * @param path The folder, which is created if missing.
   * @throws ConfigurationError when the path is empty.
   */
  constructor(path: string) {
    if (typeof path !== "string" || path === "")
      throw new ConfigurationError("FileJournal needs a folder path.");
    super(new Files(path));
  }
}

class Files implements KeyValueStore {
  #cleaning: Promise<void> | undefined;

  constructor(private readonly folder: string) {}

  async get(paymentId: string): Promise<string | undefined> {
    const stored = await this.#newest(hashOf(paymentId));
    if (stored === undefined) return undefined;
    try {
      JSON.parse(stored.json);
    } catch (cause) {
      throw new IntentTxError(
        `${stored.path} contains no payment record. Restore the file, because its payment may be in progress.`,
        { cause },
      );
    }
    return stored.text;
  }

  async compareAndSet(paymentId: string, expected: string | undefined, next: string | undefined) {
    const hash = hashOf(paymentId);
    const newest = await this.#newest(hash);
    if (newest?.text !== expected) return false;
    if (next !== undefined) return this.#put(hash, JSON.stringify(JSON.parse(next).record), newest?.number);
    // Removes the newest version, with the outcome, last.
    for (const number of ((await this.#numbers()).get(hash) ?? []).toReversed())
      if (newest !== undefined && number <= newest.number)
        await rm(this.#path(hash, number), { force: true });
    return true;
  }

  async list(): Promise<[string, string][]> {
    const rows: [string, string][] = [];
    // Lists the folder once, because it may contain thousands of settled payments.
    for (const [hash, [number = 0]] of await this.#numbers()) {
      try {
        const stored = (await this.#read(hash, number)) ?? (await this.#newest(hash));
        if (stored !== undefined) rows.push([JSON.parse(stored.json).paymentId, stored.text]);
      } catch {
        // A file that cannot be read is kept. The calls of its payment report it.
      }
    }
    return rows;
  }

  #path(hash: string, number: number): string {
    return join(this.folder, `${hash}.${number}.json`);
  }

  /** The numbers on disk by payment hash, newest first. */
  async #numbers(): Promise<Map<string, number[]>> {
    const names = await readdir(this.folder).catch(absent);
    const numbers = new Map<string, number[]>();
    for (const name of names ?? []) {
      const [, hash, number] = /^([\da-f]{64})\.(\d+)\.json$/.exec(name) ?? [];
      if (hash !== undefined) numbers.set(hash, [...(numbers.get(hash) ?? []), Number(number)]);
    }
    for (const list of numbers.values()) list.sort((a, b) => b - a);
    return numbers;
  }

  async #newest(hash: string): Promise<StoredFile | undefined> {
    for (;;) {
      const [number] = (await this.#numbers()).get(hash) ?? [];
      if (number === undefined) return undefined;
      const stored = await this.#read(hash, number);
      // If the file is gone, a newer version exists or the payment was removed: look again.
      if (stored !== undefined) return stored;
    }
  }

  async #read(hash: string, number: number): Promise<StoredFile | undefined> {
    const path = this.#path(hash, number);
    const file = await open(path, "r").catch(absent);
    if (file === undefined) return undefined;
    try {
      const { mtimeMs } = await file.stat();
      const json = await file.readFile("utf8");
      return { path, number, json, text: `{"record":${json},"settledAt":${mtimeMs}}` };
    } finally {
      await file.close();
    }
  }

  /** Stores a version after the file `previous`, or the first one. Returns false if the payment has changed. */
  async #put(hash: string, json: string, previous: number | undefined): Promise<boolean> {
    if (previous === undefined) await this.#prepare();
    // The same number for concurrent claims, and greater than the numbers of a payment that was removed.
    const number = previous === undefined ? Math.floor(Date.now() / DAY_MS) * DAY_MS : previous + 1;
    const path = this.#path(hash, number);
    try {
      await put(path, json, link);
    } catch (error) {
      if ((error as { code?: string }).code === "EEXIST") return false;
      throw error;
    }
    // Meanwhile, other processes may have written newer versions, or removed the payment and claimed it again.
    const numbers = (await this.#numbers()).get(hash) ?? [];
    const follows = previous === undefined ? numbers.at(-1) === number : numbers.includes(previous);
    if (!follows) await rm(path, { force: true });
    if (!follows || numbers[0] !== number) return false;
    for (const old of numbers.slice(2)) await rm(this.#path(hash, old), { force: true });
    return true;
  }

  async #prepare(): Promise<void> {
    const created = await mkdir(this.folder, { recursive: true, mode: 0o700 });
    if (created !== undefined) await syncFolder(dirname(created));
    // A file that cannot be removed does not matter. It must not prevent payments.
    this.#cleaning ??= removeTemporaryFiles(this.folder).catch(() => undefined);
    await this.#cleaning;
  }
}

const hashOf = (paymentId: string): string => createHash("sha256").update(paymentId).digest("hex");
