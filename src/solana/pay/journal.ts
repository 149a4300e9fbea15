import { ConfigurationError } from "../../errors/errors.js";

/** One signed transaction of a payment. */
export interface PaymentAttempt {
  /** Base58 signature. Undefined while a wallet that signs and sends in one step is prompting. */
  readonly signature?: string;
  /** Base58 SHA-256 of the message. The cluster lands a message only once, whatever its signature. */
  readonly messageHash: string;
  /** The transaction in base64: signed, or as passed to a wallet that signs and sends. */
  readonly transaction: string;
  /** Blockhash in base58. */
  readonly blockhash: string;
  /** The slot in which a node reported the blockhash as valid. */
  readonly validAt?: number;
  /** True if the wallet sends on its own and may have changed the transaction. */
  readonly byWallet?: true;
}

/** Effects of a landed payment as plain JSON, with base units as decimal digits. @inline */
export interface StoredReceipt {
  /** Base58 signature. */
  readonly signature: string;
  /** Slot in which the transaction landed. */
  readonly slot: number;
  /** Lamports of the fee. */
  readonly fee?: string;
  /** Rent of created token accounts minus rent of closed ones, in lamports. */
  readonly rent?: string;
  /** Base units that left the wallet. */
  readonly spent?: readonly { readonly mint: string; readonly amount: string }[];
  /** Base units that arrived in the wallet. */
  readonly received?: readonly { readonly mint: string; readonly amount: string }[];
}

/** A payment's reservation within a wallet's spending limits, stored by `intent-tx/ai` as plain JSON. */
export interface PaymentReservation {
  /** Identifier of the payment. */
  readonly paymentId: string;
  /** The process that made the reservation. Several processes can try a payment, but at most one transaction lands. */
  readonly holder: string;
  /** Action, mints and recipient of the order. */
  readonly order: string;
  /** Maximum that leaves the wallet besides fee and rent, with base units as decimal digits. */
  readonly amounts: readonly { readonly mint: string; readonly amount: string }[];
  /** Maximum fee in lamports, as decimal digits. */
  readonly fee: string;
  /** Maximum rent in lamports, as decimal digits. */
  readonly rent: string;
  /** Signature of a transaction that failed: its fee counts, and nothing else. */
  readonly failed?: string;
  /** True once a tool call has returned that the payment landed. */
  readonly isReported?: true;
  /** Time of the reservation, milliseconds since 1970. */
  readonly at: number;
}

/**
 * A payment in a journal, as a few kilobytes of plain JSON. It contains signed transactions, but not secrets. The record
 * `intent-tx.message:<message hash>` reserves a message for one payment. It is created settled, so that `open` and
 * `resume` ignore it.
 * @experimental
 */
export interface PaymentRecord {
  /** Starts at 1. Each update adds 1. */
  readonly version: number;
  /** The caller's identifier of the payment. */
  readonly paymentId: string;
  /** Base58 address of the paying wallet. */
  readonly walletAddress: string;
  /** Genesis hash of the cluster. */
  readonly genesisHash: string;
  /**
   * The order as JSON: the command, or the intent's action, mints, recipient, amounts and exact side. In the record of
   * a message, its `paymentId`.
   */
  readonly order: string;
  /** Identifier of the newest intent. */
  readonly intentId: string;
  /**
   * `prompting`: a wallet that signs and sends is prompting. `signed`: signed, but not sent. `sending`: bytes may have
   * been sent to a node. `settled`: it has an outcome.
   */
  readonly state: "prompting" | "signed" | "sending" | "settled";
  /** Transactions, oldest first. All except the last have failed, were not sent, or can provably no longer land. */
  readonly attempts: readonly PaymentAttempt[];
  /** Outcome of a settled payment. */
  readonly outcome?: "landed" | "failed" | "expired" | "not-sent";
  /** Effects of a landed payment. */
  readonly receipt?: StoredReceipt;
  /**
   * The reservations made by `intent-tx/ai` for this wallet. Only the record `intent-tx.spending:<wallet address>` has
   * them. It is not a payment, and is created settled, so that `open` and `resume` ignore it.
   */
  readonly reservations?: readonly PaymentReservation[];
  /** Milliseconds since 1970, on the machine that created the record. */
  readonly createdAt: number;
  /** Milliseconds since 1970, on the machine that updated the record. */
  readonly updatedAt: number;
}

/**
 * Stores payments, so that each is made only once across calls and processes. `claim` and `update` are atomic, and
 * resolve after the record is stored durably. Records without an outcome are never deleted. Settled records are kept
 * for 7 days on the journal's clock. After that, the same `paymentId` is a new payment.
 */
export interface PaymentJournal {
  /**
   * Reads a payment.
   * @param paymentId The caller's identifier of the payment.
   */
  get(paymentId: string): Promise<PaymentRecord | undefined>;
  /**
   * Stores a record if its `paymentId` is new. Returns undefined after storing, otherwise the existing record.
   * @param record The record, version 1. It may be settled.
   */
  claim(record: PaymentRecord): Promise<PaymentRecord | undefined>;
  /**
   * Replaces the record whose version is `record.version` − 1. Otherwise returns false, and stores nothing.
   * @param record The record, with the next version.
   */
  update(record: PaymentRecord): Promise<boolean>;
  /** Returns the records without an outcome. */
  open(): Promise<readonly PaymentRecord[]>;
}

export const SETTLED_KEPT_MS = 7 * 24 * 3_600_000;

export function checkPaymentId(paymentId: unknown): asserts paymentId is string {
  if (typeof paymentId !== "string" || paymentId === "" || paymentId.length > 256)
    throw new ConfigurationError(
      "paymentId must be a string of 1 to 256 characters, such as your order's ID.",
    );
}

export const nextVersion = <R extends PaymentRecord>(record: R, changes: Partial<PaymentRecord>) => ({
  ...record,
  ...changes,
  version: record.version + 1,
  updatedAt: Date.now(),
});

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
