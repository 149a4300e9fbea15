import type { State } from "./state.js";

/**
 * The rows of one table, or of one network's part of it, for the one service that opened it. A row is never changed in
 * place: a new one is put.
 */
export interface Table<Row> {
  /** The row of a key. */
  get(key: string): Row | undefined;
  /** Puts a row in the place of what the key had. It is on file before the request that put it is answered. */
  put(key: string, row: Row): void;
  /**
   * Puts a row that counts what was read (requests in a window, when a key was used). It goes on file with the next row that
   * is put, or at the next checkpoint: reads must not make a journal grow.
   */
  note(key: string, row: Row): void;
  /** Removes a key. It is off the file before the request that removed it is answered. */
  delete(key: string): void;
  /** Removes a key whose row nobody can ask for any more; it leaves the file as `note` brings a row there. */
  forget(key: string): void;
  /** Keys and rows in the order in which the keys were first put. */
  entries(): IterableIterator<[string, Row]>;
  /** Keys in the same order. */
  keys(): IterableIterator<string>;
  /** Rows in the same order. */
  values(): IterableIterator<Row>;
  /** How many rows there are. */
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

/** Most rows that one call removes, so that a request that adds a row does not pay for thousands. */
const REMOVED_AT_ONCE = 16;

/** Removes rows of a table, oldest first, once they are over. Rows must have been put in the order of their times. */
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

  /** Removes the oldest rows that are over. */
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

  /** The iterator is kept: a new one would first skip the places of all rows that were removed before. */
  #next(): string | undefined {
    this.#keys ??= this.table.keys();
    const { value, done } = this.#keys.next();
    if (done) this.#keys = undefined;
    return value;
  }
}
