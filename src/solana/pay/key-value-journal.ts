import { ConfigurationError } from "../../errors/errors.js";
import { type PaymentJournal, type PaymentRecord, SETTLED_KEPT_MS } from "./journal.js";
import { readRecord } from "./record.js";

/** Milliseconds between removals of settled payments. */
const SWEEP_INTERVAL_MS = 3_600_000;

/** Maximum attempts at a claim while other processes change the row. One of them succeeds each time. */
const MAX_TRIES = 100;

// Stores of texts by key: `indexed-db-journal.ts`, `memory-journal.ts`, `src/node/file-journal.ts`, and
// `mock-server/src/explore/disk.ts`. PostgreSQL and Redis have journals of their own.

/** Texts by key, such as the rows of a table. All methods must see the newest committed text, not that of a replica. */
export interface KeyValueStore {
  /**
   * Returns the text of a key; `undefined` or `null` if it has none.
   * @param key Any string of up to 320 characters. Keys that differ only in case are different keys.
   */
  get(key: string): Promise<string | null | undefined>;
  /**
   * Stores `next` if the key's text is `expected`, in one atomic step. Resolves to true after the text is stored
   * durably, and to false if the text was another one.
   * @param key The key.
   * @param expected The text that the key must have; `undefined` if it must have none.
   * @param next The new text; `undefined` deletes the key.
   */
  compareAndSet(key: string, expected: string | undefined, next: string | undefined): Promise<boolean>;
  /** Returns each key with its text. */
  list(): Promise<Iterable<readonly [key: string, text: string]>>;
  /** The store's clock, in milliseconds since 1970. Default `Date.now`. */
  now?(): number;
}

interface Row {
  /** Undefined if the store has no row. */
  readonly text?: string;
  /** Undefined if there is none, or it has expired. */
  readonly record?: PaymentRecord;
  readonly isExpired: boolean;
}

/**
 * Stores payments in any database that can replace a text by compare-and-set. Each payment is one text, JSON. After a
 * payment is settled, those settled at least 7 days ago are removed in the background, at most once an hour.
 * @example
 * ```ts
 * import { KeyValueJournal } from "intent-tx/solana";
 * const rows = new Map<string, string>();
 * const journal = new KeyValueJournal({
 *   get: async (key) => rows.get(key),
 *   async compareAndSet(key, expected, next) {
 *     if (rows.get(key) !== expected) return false;
 *     if (next === undefined) rows.delete(key);
 *     else rows.set(key, next);
 *     return true;
 *   },
 *   list: async () => rows,
 * });
 * ```
 */
export class KeyValueJournal implements PaymentJournal {
  // No #private members, which a Proxy of the journal does not have. A function, because Vue would wrap an object.
  private readonly store: () => KeyValueStore;
  private sweptAt = Number.NEGATIVE_INFINITY;

  /**
   * @param store The database.
   * @throws ConfigurationError when a method is missing.
   */
  constructor(store: KeyValueStore) {
    for (const name of ["get", "compareAndSet", "list"] as const)
      if (typeof Object(store)[name] !== "function")
        throw new ConfigurationError(`KeyValueJournal needs a store with the method ${name}().`);
    this.store = () => store;
  }

  async get(paymentId: string): Promise<PaymentRecord | undefined> {
    return (await this.read(paymentId)).record;
  }

  async claim(record: PaymentRecord): Promise<PaymentRecord | undefined> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const { text, record: existing } = await this.read(record.paymentId);
      if (existing !== undefined) return existing;
      if (await this.swap(record.paymentId, text, this.textOf(record))) return undefined;
    }
    throw new ConfigurationError(
      `The journal's store rejected ${MAX_TRIES} consecutive claims of ${record.paymentId}, although it has no such payment.`,
    );
  }

  async update(record: PaymentRecord): Promise<boolean> {
    const { text, record: existing } = await this.read(record.paymentId);
    if (existing?.version !== record.version - 1) return false;
    const isStored = await this.swap(record.paymentId, text, this.textOf(record));
    // A payment that has begun must not wait for the list of all others.
    if (isStored && record.outcome !== undefined) void this.sweep();
    return isStored;
  }

  async open(): Promise<readonly PaymentRecord[]> {
    return (await this.rows()).flatMap(([, { record }]) =>
      record === undefined || record.outcome !== undefined ? [] : [record],
    );
  }

  private async read(key: string): Promise<Row> {
    const text: unknown = await this.store().get(key);
    if (text === undefined || text === null) return { isExpired: false };
    return this.parse(key, text);
  }

  /** The valid rows. A payment whose row is damaged does not block the others. */
  private async rows(): Promise<[string, Row][]> {
    const listed = await this.store().list();
    if (typeof Object(listed)[Symbol.iterator] !== "function")
      throw new ConfigurationError("The journal's store must return a list of [key, text] from list().");
    return [...listed].flatMap((row) => {
      try {
        const [key, text] = row;
        return [[key, this.parse(key, text)]];
      } catch {
        return [];
      }
    });
  }

  private parse(key: string, text: unknown): Row {
    let row: { readonly record?: unknown; readonly settledAt?: unknown } | null;
    try {
      row = JSON.parse(text as string);
    } catch {
      row = null;
    }
    if (typeof text !== "string" || row === null)
      throw new ConfigurationError(
        `The journal's store has no valid text for ${key}. Restore it, because its payment may be in progress.`,
      );
    const record = readRecord(row.record);
    const { settledAt } = row;
    const isExpired =
      record.outcome !== undefined &&
      typeof settledAt === "number" &&
      this.now() - settledAt >= SETTLED_KEPT_MS;
    return isExpired ? { text, isExpired } : { text, record, isExpired };
  }

  private now(): number {
    return this.store().now?.() ?? Date.now();
  }

  private textOf(record: PaymentRecord): string {
    return JSON.stringify({ record, settledAt: record.outcome === undefined ? undefined : this.now() });
  }

  private async swap(key: string, expected: string | undefined, next?: string): Promise<boolean> {
    const isStored: unknown = await this.store().compareAndSet(key, expected, next);
    if (typeof isStored === "boolean") return isStored;
    throw new ConfigurationError(
      "compareAndSet() must return true or false. It returned something else, so the text may be stored.",
    );
  }

  /** Removes payments that were settled at least 7 days ago. */
  private async sweep(): Promise<void> {
    try {
      const now = this.now();
      if (now - this.sweptAt < SWEEP_INTERVAL_MS) return;
      this.sweptAt = now;
      for (const [key, { text, isExpired }] of await this.rows())
        if (isExpired) await this.swap(key, text, undefined);
    } catch {
      // Old payments stay for another hour. They do not count as stored.
    }
  }
}
