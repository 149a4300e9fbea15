import { ConfigurationError } from "../../errors/errors.js";
import { type PaymentJournal, type PaymentRecord, SETTLED_KEPT_MS } from "./journal.js";

interface StoredPayment {
  readonly record: PaymentRecord;
  readonly settledAt?: number | undefined;
}

/** The payments of a journal, by `paymentId`. A `Map` has these methods. */
interface Rows {
  get(paymentId: string): StoredPayment | undefined;
  set(paymentId: string, stored: StoredPayment): unknown;
  delete(paymentId: string): unknown;
  values(): Iterable<StoredPayment>;
}

// Older React Native has no structuredClone.
const copyOf = (record: PaymentRecord) => JSON.parse(JSON.stringify(record)) as PaymentRecord;

const isExpired = ({ settledAt }: StoredPayment): boolean =>
  settledAt !== undefined && Date.now() - settledAt >= SETTLED_KEPT_MS;

type Run = <T>(call: (rows: Rows) => T) => Promise<T>;

/** A journal of rows. The subclass holds them, and runs one call at a time. */
class RowJournal implements PaymentJournal {
  readonly #run: Run;

  /** @internal */
  constructor(run: Run) {
    this.#run = run;
  }

  get(paymentId: string): Promise<PaymentRecord | undefined> {
    return this.#run((rows) => read(rows, paymentId));
  }

  claim(record: PaymentRecord): Promise<PaymentRecord | undefined> {
    return this.#run((rows) => {
      const existing = read(rows, record.paymentId);
      if (existing === undefined) write(rows, record);
      return existing;
    });
  }

  update(record: PaymentRecord): Promise<boolean> {
    return this.#run((rows) => {
      const isNext = read(rows, record.paymentId)?.version === record.version - 1;
      if (isNext) write(rows, record);
      return isNext;
    });
  }

  open(): Promise<readonly PaymentRecord[]> {
    return this.#run((rows) =>
      [...rows.values()].flatMap(({ record }) => (record.outcome === undefined ? [copyOf(record)] : [])),
    );
  }
}

function read(rows: Rows, paymentId: string): PaymentRecord | undefined {
  const stored = rows.get(paymentId);
  return stored === undefined || isExpired(stored) ? undefined : copyOf(stored.record);
}

function write(rows: Rows, record: PaymentRecord): void {
  for (const stored of [...rows.values()]) if (isExpired(stored)) rows.delete(stored.record.paymentId);
  const settledAt = record.outcome === undefined ? undefined : Date.now();
  rows.set(record.paymentId, { record: copyOf(record), settledAt });
}

/**
 * Stores payments in memory, for one process while it runs. To share payments between processes or keep them across
 * restarts, use `FileJournal` of `intent-tx/node`, `PostgresJournal` of `intent-tx/postgres` or `RedisJournal` of
 * `intent-tx/redis`.
 * @example
 * ```ts
 * import { MemoryJournal } from "intent-tx/solana";
 * const journal = new MemoryJournal();
 * const open = await journal.open();
 * ```
 */
export class MemoryJournal extends RowJournal {
  constructor() {
    const rows = new Map<string, StoredPayment>();
    super(async (call) => call(rows));
  }
}

/** The `localStorage` methods that {@link StorageJournal} uses. */
export interface JournalStorage {
  /** Number of items. */
  readonly length: number;
  /**
   * Returns the key of an item.
   * @param index Index of the item.
   */
  key(index: number): string | null;
  /**
   * Returns the value of an item.
   * @param key Key of the item.
   */
  getItem(key: string): string | null;
  /**
   * Stores a value.
   * @param key Key of the item.
   * @param value The value.
   */
  setItem(key: string, value: string): void;
  /**
   * Removes an item.
   * @param key Key of the item.
   */
  removeItem(key: string): void;
}

/** The `navigator.locks` method that {@link StorageJournal} uses. */
export interface JournalLocks {
  /**
   * Runs `callback` while no other tab has the lock.
   * @param name Name of the lock.
   * @param callback The work to do.
   */
  request<T>(name: string, callback: () => Promise<T>): Promise<T>;
}

const STORAGE_PREFIX = "intent-tx.payment.";

/**
 * Stores payments in `localStorage`, shared by all tabs of a site. The tabs coordinate through Web Locks. Clearing the
 * site's storage deletes the payments.
 * @example
 * ```ts no-run
 * import { StorageJournal } from "intent-tx/solana";
 * const journal = new StorageJournal(localStorage);
 * ```
 */
export class StorageJournal extends RowJournal {
  /**
   * @param storage `localStorage`.
   * @param locks Default `navigator.locks`.
   * @throws ConfigurationError when Web Locks are missing, for example on a page without https.
   */
  constructor(
    storage: JournalStorage,
    locks: JournalLocks | undefined = (globalThis as { navigator?: { locks?: JournalLocks } }).navigator
      ?.locks,
  ) {
    if (typeof storage?.getItem !== "function")
      throw new ConfigurationError("StorageJournal needs a Storage, such as localStorage.");
    if (typeof locks?.request !== "function")
      throw new ConfigurationError(
        "StorageJournal needs Web Locks (navigator.locks), which pages without https do not have.",
      );
    super((call) => locks.request(STORAGE_PREFIX, async () => call(rowsIn(storage))));
  }
}

function rowsIn(storage: JournalStorage): Rows {
  const get = (paymentId: string): StoredPayment | undefined =>
    JSON.parse(storage.getItem(STORAGE_PREFIX + paymentId) ?? "null") ?? undefined;
  return {
    get,
    set: (paymentId, stored) => storage.setItem(STORAGE_PREFIX + paymentId, JSON.stringify(stored)),
    delete: (paymentId) => storage.removeItem(STORAGE_PREFIX + paymentId),
    values() {
      const names = Array.from({ length: storage.length }, (_, i) => storage.key(i) ?? "");
      const own = names.filter((name) => name.startsWith(STORAGE_PREFIX));
      return own.flatMap((name) => get(name.slice(STORAGE_PREFIX.length)) ?? []);
    },
  };
}
