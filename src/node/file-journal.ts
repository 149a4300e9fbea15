import { createHash } from "node:crypto";
import { link, mkdir, open, readdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { IntentTxError } from "../errors/base-error.js";
import { ConfigurationError } from "../errors/errors.js";
import { type PaymentJournal, type PaymentRecord, SETTLED_KEPT_MS } from "../solana/pay/journal.js";
import { absent, ageOf, put, removeTemporaryFiles, syncFolder } from "./file-cell.js";

/** Milliseconds between removals of settled payments. */
const SWEEP_INTERVAL_MS = 3_600_000;

const DAY_MS = 86_400_000;

interface StoredPayment {
  readonly record: PaymentRecord;
  /** Number of the file. */
  readonly number: number;
  readonly writtenAt: number;
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
export class FileJournal implements PaymentJournal {
  readonly #folder: string;
  #sweptAt = Number.NEGATIVE_INFINITY;

  /**
   * @param path The folder, which is created if missing.
   * @throws ConfigurationError when the path is empty.
   */
  constructor(path: string) {
    if (typeof path !== "string" || path === "")
      throw new ConfigurationError("FileJournal needs a folder path.");
    this.#folder = path;
  }

  async get(paymentId: string): Promise<PaymentRecord | undefined> {
    const stored = await this.#newest(hashOf(paymentId));
    return stored === undefined || isExpired(stored) ? undefined : stored.record;
  }

  async claim(record: PaymentRecord): Promise<PaymentRecord | undefined> {
    const { paymentId } = record;
    const created = await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    if (created !== undefined) await syncFolder(dirname(created));
    await this.#sweep();
    for (;;) {
      const newest = await this.#newest(hashOf(paymentId));
      if (newest !== undefined && !isExpired(newest)) return newest.record;
      if (await this.#put(record, newest?.number)) return undefined;
    }
  }

  async update(record: PaymentRecord): Promise<boolean> {
    const newest = await this.#newest(hashOf(record.paymentId));
    if (newest === undefined || isExpired(newest) || newest.record.version !== record.version - 1)
      return false;
    return this.#put(record, newest.number);
  }

  async open(): Promise<readonly PaymentRecord[]> {
    const records: PaymentRecord[] = [];
    // Lists the folder once, because it may contain thousands of settled payments.
    for (const [hash, [number = 0]] of await this.#numbers()) {
      const stored = (await this.#read(hash, number)) ?? (await this.#newest(hash));
      if (stored !== undefined && stored.record.outcome === undefined) records.push(stored.record);
    }
    return records;
  }

  #path(hash: string, number: number): string {
    return join(this.#folder, `${hash}.${number}.json`);
  }

  /** The numbers on disk by payment hash, newest first. */
  async #numbers(): Promise<Map<string, number[]>> {
    const names = await readdir(this.#folder).catch(absent);
    const numbers = new Map<string, number[]>();
    for (const name of names ?? []) {
      const [, hash, number] = /^([\da-f]{64})\.(\d+)\.json$/.exec(name) ?? [];
      if (hash !== undefined) numbers.set(hash, [...(numbers.get(hash) ?? []), Number(number)]);
    }
    for (const list of numbers.values()) list.sort((a, b) => b - a);
    return numbers;
  }

  async #newest(hash: string): Promise<StoredPayment | undefined> {
    for (;;) {
      const [number] = (await this.#numbers()).get(hash) ?? [];
      if (number === undefined) return undefined;
      const stored = await this.#read(hash, number);
      // If the file is gone, a newer version exists or the payment was removed: look again.
      if (stored !== undefined) return stored;
    }
  }

  async #read(hash: string, number: number): Promise<StoredPayment | undefined> {
    const path = this.#path(hash, number);
    const file = await open(path, "r").catch(absent);
    if (file === undefined) return undefined;
    try {
      const { mtimeMs } = await file.stat();
      const record = JSON.parse(await file.readFile("utf8")) as PaymentRecord;
      return { record, number, writtenAt: mtimeMs };
    } catch (cause) {
      throw new IntentTxError(
        `${path} contains no payment record. Restore the file, because its payment may be in progress.`,
        { cause },
      );
    } finally {
      await file.close();
    }
  }

  /** Stores a version after the file `previous`, or the first one. Returns false if the payment has changed. */
  async #put(record: PaymentRecord, previous: number | undefined): Promise<boolean> {
    const hash = hashOf(record.paymentId);
    // The same number for concurrent claims, and greater than the numbers of a payment that was removed.
    const number = previous === undefined ? Math.floor(Date.now() / DAY_MS) * DAY_MS : previous + 1;
    const path = this.#path(hash, number);
    try {
      await put(path, JSON.stringify(record), link);
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

  /** Removes payments that were settled at least 7 days ago. */
  async #sweep(): Promise<void> {
    const now = Date.now();
    if (now - this.#sweptAt < SWEEP_INTERVAL_MS) return;
    this.#sweptAt = now;
    await removeTemporaryFiles(this.#folder);
    for (const [hash, numbers] of await this.#numbers()) {
      const [newest = 0] = numbers;
      if ((await ageOf(this.#path(hash, newest))) < SETTLED_KEPT_MS) continue;
      // An unreadable file is kept and does not block other payments.
      const stored = await this.#read(hash, newest).catch(() => undefined);
      if (stored === undefined || !isExpired(stored)) continue;
      // Removes the newest version, with the outcome, last.
      for (const number of numbers.toReversed()) await rm(this.#path(hash, number), { force: true });
    }
  }
}

const hashOf = (paymentId: string): string => createHash("sha256").update(paymentId).digest("hex");

const isExpired = ({ record, writtenAt }: StoredPayment): boolean =>
  record.outcome !== undefined && Date.now() - writtenAt >= SETTLED_KEPT_MS;
