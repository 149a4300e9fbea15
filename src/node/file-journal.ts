import { createHash } from "node:crypto";
import { rmSync, statSync } from "node:fs";
import { link, mkdir, open, readdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { IntentTxError } from "../errors/base-error.js";
import { ConfigurationError } from "../errors/errors.js";
import { type PaymentJournal, type PaymentRecord, SETTLED_KEPT_MS } from "../solana/pay/journal.js";
import { absent, ageOf, put, removeTemporaryFiles, syncFolder } from "./file-cell.js";

/** Milliseconds between removals of settled payments. */
const SWEEP_INTERVAL_MS = 3_600_000;

interface StoredPayment {
  readonly record: PaymentRecord;
  readonly path: string;
  readonly writtenAt: number;
}

/**
 * Stores payments in a folder that all processes on one machine can share. Only the owner can read them (files 0600,
 * folder 0700). Each record version is a separate file, flushed to disk before `claim` and `update` resolve. Use a
 * local disk: network file systems may store one version twice. File system errors are thrown unchanged.
 *
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
      const existing = await this.get(paymentId);
      if (existing !== undefined) return existing;
      const hash = hashOf(paymentId);
      await this.#removeExpired(hash, (await this.#versions()).get(hash) ?? []);
      if (await this.#put(record, false)) return undefined;
    }
  }

  async update(record: PaymentRecord): Promise<boolean> {
    const existing = await this.get(record.paymentId);
    return existing?.version === record.version - 1 && (await this.#put(record, true));
  }

  async open(): Promise<readonly PaymentRecord[]> {
    const records: PaymentRecord[] = [];
    // Lists the folder once, because it may contain thousands of settled payments.
    for (const [hash, [version = 0]] of await this.#versions()) {
      const stored = (await read(this.#path(hash, version))) ?? (await this.#newest(hash));
      if (stored !== undefined && stored.record.outcome === undefined) records.push(stored.record);
    }
    return records;
  }

  #path(hash: string, version: number): string {
    return join(this.#folder, `${hash}.${version}.json`);
  }

  /** The versions on disk by payment hash, newest first. */
  async #versions(): Promise<Map<string, number[]>> {
    const names = await readdir(this.#folder).catch(absent);
    const versions = new Map<string, number[]>();
    for (const name of names ?? []) {
      const [, hash, version] = /^([\da-f]{64})\.(\d+)\.json$/.exec(name) ?? [];
      if (hash !== undefined) versions.set(hash, [...(versions.get(hash) ?? []), Number(version)]);
    }
    for (const list of versions.values()) list.sort((a, b) => b - a);
    return versions;
  }

  async #newest(hash: string): Promise<StoredPayment | undefined> {
    for (;;) {
      const [version] = (await this.#versions()).get(hash) ?? [];
      if (version === undefined) return undefined;
      const stored = await read(this.#path(hash, version));
      // If the file is gone, a newer version exists: look again.
      if (stored !== undefined) return stored;
    }
  }

  /** Stores a version. With `follows`, the previous one must be on disk. Returns false if the payment has changed. */
  async #put(record: PaymentRecord, follows: boolean): Promise<boolean> {
    const { paymentId, version } = record;
    const hash = hashOf(paymentId);
    const path = this.#path(hash, version);
    try {
      await put(path, JSON.stringify(record), link);
    } catch (error) {
      if ((error as { code?: string }).code === "EEXIST") return false;
      throw error;
    }
    // Meanwhile, other processes may have written and removed this version.
    const versions = (await this.#versions()).get(hash) ?? [];
    if (versions[0] !== version) return false;
    if (follows && !versions.includes(version - 1)) {
      await rm(path, { force: true });
      return false;
    }
    for (const old of versions.slice(2)) await rm(this.#path(hash, old), { force: true });
    return true;
  }

  /** Removes a payment that was settled at least 7 days ago. */
  async #removeExpired(hash: string, versions: readonly number[]): Promise<void> {
    const stored = await read(this.#path(hash, versions[0] ?? 0));
    if (stored === undefined || !isExpired(stored)) return;
    // Synchronous, because a new payment uses the same file names. Removes the newest version, with the outcome, last.
    if (statSync(stored.path, { throwIfNoEntry: false })?.mtimeMs !== stored.writtenAt) return;
    for (const version of versions.toReversed()) rmSync(this.#path(hash, version), { force: true });
  }

  async #sweep(): Promise<void> {
    const now = Date.now();
    if (now - this.#sweptAt < SWEEP_INTERVAL_MS) return;
    this.#sweptAt = now;
    await removeTemporaryFiles(this.#folder);
    for (const [hash, versions] of await this.#versions())
      if ((await ageOf(this.#path(hash, versions[0] ?? 0))) >= SETTLED_KEPT_MS)
        // An unreadable file is kept and does not block other payments.
        await this.#removeExpired(hash, versions).catch(() => undefined);
  }
}

const hashOf = (paymentId: string): string => createHash("sha256").update(paymentId).digest("hex");

const isExpired = ({ record, writtenAt }: StoredPayment): boolean =>
  record.outcome !== undefined && Date.now() - writtenAt >= SETTLED_KEPT_MS;

async function read(path: string): Promise<StoredPayment | undefined> {
  const file = await open(path, "r").catch(absent);
  if (file === undefined) return undefined;
  try {
    const { mtimeMs } = await file.stat();
    const record = JSON.parse(await file.readFile("utf8")) as PaymentRecord;
    return { record, path, writtenAt: mtimeMs };
  } catch (cause) {
    throw new IntentTxError(
      `${path} contains no payment record. Restore the file, because its payment may be in progress.`,
      { cause },
    );
  } finally {
    await file.close();
  }
}
