import type { State } from "./state.js";

/**
 * The rows of one table, or of one network's part of it, for the service that opened it. A row is never changed in
 * place: a new one replaces it.
 */
export interface Table<Row> {
  /** The row of a key. */
  get(key: string): Row | undefined;
  /** Sets the row of a key. It is in the file before the request that set it is answered. */
  put(key: string, row: Row): void;
  /**
   * Sets a row that counts reads (requests in a window, the last use of a key). It is written with the next `put`, or
   * at the next checkpoint: reads must not make a journal grow.
   */
  note(key: string, row: Row): void;
  /** Removes a key. It is removed from the file before the request that removed it is answered. */
  delete(key: string): void;
  /** Removes a key whose row can no longer be requested; the file is updated as late as by `note`. */
  forget(key: string): void;
  /** Keys and rows in the order in which the keys were first set. */
  entries(): IterableIterator<[string, Row]>;
  /** Keys in the same order. */
  keys(): IterableIterator<string>;
  /** Rows in the same order. */
  values(): IterableIterator<Row>;
  /** Number of rows. */
  readonly size: number;
}

/** Options of an opened table. */
export interface TableOptions<Row> {
  /**
   * Checks a row from outside beyond its schema and returns the problem, if any. A row that passes must not
   * cause a failure later.
   */
  readonly check?: (row: Row, key: string) => string | undefined;
}

/** Maximum number of rows removed per call, so that a request that adds a row does not pay for thousands. */
const REMOVED_AT_ONCE = 16;

/** Removes expired rows of a table, oldest first. Rows must have been added in the order of their times. */
export class Sweep<Row> {
  #keys: IterableIterator<string> | undefined;
  #oldest: string | undefined;

  constructor(
    state: Pick<State, "onRestore">,
    private readonly table: Table<Row>,
    private readonly isOver: (row: Row) => boolean,
    private readonly remove: (key: string, row: Row) => void,
  ) {
    state.onRestore(() => {
      this.#keys = undefined;
      this.#oldest = undefined;
    });
  }

  /** Removes the oldest expired rows. */
  run(): void {
    for (let count = 0; count < REMOVED_AT_ONCE; count++) {
      this.#oldest ??= this.#next();
      if (this.#oldest === undefined) return;
      const row = this.table.get(this.#oldest);
      if (row !== undefined) {
        if (!this.isOver(row)) return;
        this.remove(this.#oldest, row);
      }
      this.#oldest = undefined;
    }
  }

  /** The iterator is reused: a new one would first skip the places of all removed rows. */
  #next(): string | undefined {
    this.#keys ??= this.table.keys();
    const { value, done } = this.#keys.next();
    if (done) this.#keys = undefined;
    return value;
  }
}
