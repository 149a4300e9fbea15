import { ConfigurationError } from "../../errors/errors.js";
import { checkOptions, hasMethods } from "../../options/checks.js";
import { KeyValueJournal, type KeyValueStore } from "./key-value-journal.js";
import { carryOver, isChangedByOldBuild, oldRow, removeOldRow } from "./old-storage.js";

/** Options of {@link IndexedDbJournal}. @inline */
export interface IndexedDbJournalOptions {
  /** Name of the database. Default `intent-tx`. */
  readonly name?: string | undefined;
  /** The database API. Default: that of the page or worker. */
  readonly indexedDB?: object | undefined;
}

/**
 * Stores payments in IndexedDB, for all tabs and workers of a site. A change is flushed to disk before it counts, so a
 * payment survives a crash of the browser. Clearing the site's storage deletes the payments; Safari does so after 7 days
 * without a visit. The database is opened at the first call, so the journal can also be created while a server renders.
 *
 * Payments that earlier builds of this package stored in `localStorage` are carried over each time a page starts.
 * A call throws a `ConfigurationError` when the browser cannot store the payment; `cause` is the browser's error.
 * @example
 * ```ts no-run
 * import { IndexedDbJournal } from "intent-tx/solana";
 * const journal = new IndexedDbJournal();
 * ```
 */
export class IndexedDbJournal extends KeyValueJournal {
  /**
   * @param options Name of the database, if a page needs several.
   * @throws ConfigurationError when an option is unknown or invalid.
   */
  constructor(options: IndexedDbJournalOptions = {}) {
    checkOptions(
      options,
      {
        name: ["a non-empty string", (name) => typeof name === "string" && name !== ""],
        indexedDB: hasMethods("open"),
      },
      "{ name }",
    );
    const { name = "intent-tx", indexedDB } = options;
    // The API is looked up at each call, because a journal can be created where there is none.
    const rows = () => sharedRows(name, (indexedDB as IDBFactory | undefined) ?? globalThis.indexedDB);
    super({
      get: async (...call) => rows().get(...call),
      compareAndSet: async (...call) => rows().compareAndSet(...call),
      list: async () => rows().list(),
    });
  }
}

/** Name of the object store. Each key is a `paymentId`. */
const ROWS = "payments";

/** Explanations of the browser's errors, by name. */
const REASONS: Readonly<Record<string, string>> = {
  QuotaExceededError: "the site's storage quota is used up. Delete other data of the site",
  UnknownError: "the disk may be full, or the storage of this frame blocked",
  SecurityError:
    "this page has no storage, because its frame is sandboxed. Open it in a window, or allow-same-origin",
  NotFoundError: "the database belongs to other code. Pass another name to IndexedDbJournal",
};

const failed = (cause: unknown): unknown => {
  if (cause instanceof ConfigurationError) return cause;
  const reason = REASONS[Object(cause).name] ?? "see cause";
  return new ConfigurationError(`IndexedDB failed: ${reason}.`, { cause });
};

/** Sends a request of a transaction. `next` gets its result, and may send others. */
type Ask = <T>(request: IDBRequest<T>, next?: (result: T) => void) => void;

/** Whether a row is that of a claim. */
const isFirstVersion = (text: string): boolean => JSON.parse(text).record.version === 1;

const SHARED = /* @__PURE__ */ new WeakMap<IDBFactory, Map<string, KeyValueStore>>();

/** The rows of a database. All journals of a page share them, so that each knows the keys that another one has found. */
function sharedRows(name: string, factory: IDBFactory | undefined): KeyValueStore {
  if (factory === undefined)
    throw new ConfigurationError("IndexedDbJournal needs IndexedDB. Use it in a browser.");
  const all = SHARED.get(factory) ?? new Map<string, KeyValueStore>();
  const rows = all.get(name) ?? rowsIn(name, factory);
  SHARED.set(factory, all.set(name, rows));
  return rows;
}

function rowsIn(name: string, factory: IDBFactory): KeyValueStore {
  /** The keys that this page has found. */
  const found = new Set<string>();
  let connections = 0;
  let connection: Promise<IDBDatabase> | undefined;
  const forget = () => {
    connection = undefined;
  };

  /** Throws if the row of a key must not be believed. */
  function check(key: string, text: string | undefined): void {
    if (text !== undefined) found.add(key);
    else if (found.has(key) && connections > 1)
      throw new ConfigurationError(
        `The browser has deleted the record of payment ${key}, which this page has stored. The payment may have been made: look at the wallet's history.`,
      );
    if (isChangedByOldBuild(key, text))
      throw new ConfigurationError(
        `A tab with an earlier version of this site has changed payment ${key} in localStorage. The payment may have been made: close that tab, and look at the wallet's history.`,
      );
  }

  async function connect(): Promise<IDBDatabase> {
    const database = await open(factory, name, forget);
    connections++;
    try {
      await carryOver((rows) =>
        transact(database, "readwrite", (store, ask) => {
          for (const [key, text] of rows)
            ask(store.getKey(key), (existing) => {
              if (existing === undefined) ask(store.put(text, key));
            });
          return () => undefined;
        }),
      );
    } catch (error) {
      database.close();
      throw error;
    }
    return database;
  }

  async function run<T>(mode: IDBTransactionMode, work: Work<T>): Promise<T> {
    for (let tries = 0; ; tries++)
      try {
        connection ??= connect();
        connection.catch(forget);
        return await transact(await connection, mode, work);
      } catch (error) {
        // The browser closed the connection before the transaction began. It is opened again once.
        if (tries > 0 || (error as Error).name !== "InvalidStateError") throw failed(error);
        forget();
      }
  }

  return {
    get: (key) =>
      run("readonly", (rows, ask) => {
        let text: string | undefined;
        ask(rows.get(key), (result) => {
          text = result;
          check(key, text);
        });
        return () => text;
      }),
    compareAndSet: (key, expected, next) =>
      run("readwrite", (rows, ask) => {
        let isStored = false;
        ask(rows.get(key), (text) => {
          check(key, text);
          // The row of an earlier build is removed first: a crash cannot bring it back to a page that has removed the new
          // one, and it does not count as a change by an old tab.
          const isEnded = next === undefined || (text !== undefined && isFirstVersion(next));
          const isOld = isEnded && oldRow(key) !== undefined;
          if (isOld) removeOldRow(key);
          isStored = text === expected && !isOld;
          if (isStored && next !== undefined) ask(rows.put(next, key));
          else if (isStored) ask(rows.delete(key));
        });
        return () => {
          if (isStored) found[next === undefined ? "delete" : "add"](key);
          return isStored;
        };
      }),
    list: () =>
      run("readonly", (rows, ask) => {
        let keys: IDBValidKey[] = [];
        let texts: string[] = [];
        ask(rows.getAllKeys(), (result) => {
          keys = result;
        });
        ask(rows.getAll(), (result) => {
          texts = result;
        });
        return () => {
          for (const key of keys) found.add(String(key));
          return keys.flatMap((key, at): [string, string][] => {
            const text = texts[at] ?? "";
            return isChangedByOldBuild(String(key), text) ? [] : [[String(key), text]];
          });
        };
      }),
  };
}

function open(factory: IDBFactory, name: string, onClosed: () => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    // Without a version number, a site can still open the database after a rollback to an older build.
    const request = factory.open(name);
    request.onupgradeneeded = () => request.result.createObjectStore(ROWS);
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const database = request.result;
      database.onclose = onClosed;
      // Another tab deletes or upgrades the database, and waits until this connection is closed.
      database.onversionchange = () => {
        database.close();
        onClosed();
      };
      resolve(database);
    };
  });
}

/** Asks for rows and changes them, and returns what the result is once all is stored. */
type Work<T> = (rows: IDBObjectStore, ask: Ask) => () => T;

/** Runs one transaction. Nothing but requests may be awaited in it: Firefox and Safari would end it. */
function transact<T>(database: IDBDatabase, mode: IDBTransactionMode, work: Work<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(ROWS, mode, { durability: "strict" });
    const result = work(transaction.objectStore(ROWS), (request, next) => {
      // After a full disk, Chromium reports only the errors of requests.
      request.onerror = () => reject(request.error);
      request.onsuccess = () => {
        try {
          next?.(request.result);
        } catch (error) {
          reject(error);
          transaction.abort();
        }
      };
    });
    transaction.oncomplete = () => resolve(result());
    transaction.onabort = () => reject(transaction.error);
  });
}
