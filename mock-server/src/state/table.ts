/** The rows of a table, or only those of one network. Rows are immutable: changes replace them. */
export interface Table<Row> {
  get(key: string): Row | undefined;
  /** Sets a row. The row is written to the state file before the response is sent. */
  put(key: string, row: Row): void;
  /**
   * Sets a row that counts reads (requests in a window, a key's last use). The row is written with the next `put` or at
   * the next checkpoint, so that reads do not make the journal grow.
   */
  putLater(key: string, row: Row): void;
  /** Removes a row. The state file is updated before the response is sent. */
  delete(key: string): unknown;
  /** Removes a row that can no longer be requested. The state file is updated later, as with `putLater`. */
  deleteLater(key: string): void;
  /** Keys and rows, in the order in which the keys were first set. */
  entries(): IterableIterator<[string, Row]>;
  keys(): IterableIterator<string>;
  values(): IterableIterator<Row>;
  readonly size: number;
}

export interface TableOptions<Row> {
  /** Returns a problem of the row that its schema cannot detect. Accepted rows must not cause failures later. */
  readonly check?: (row: Row, key: string) => string | undefined;
}

/** Maximum number of rows removed per call, so that one request never removes thousands. */
const REMOVED_AT_ONCE = 16;

/** Removes a table's expired rows, oldest first. Rows must be added in the order of their times. */
export class Sweep<Row> {
  #keys: IterableIterator<string> | undefined;
  #oldest: string | undefined;

  constructor(
    state: { onRestore(listener: () => void): unknown },
    private readonly table: Table<Row>,
    private readonly isOver: (row: Row) => boolean,
    private readonly remove: (key: string, row: Row) => void,
  ) {
    state.onRestore(() => {
      this.#keys = undefined;
      this.#oldest = undefined;
    });
  }

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

  /** The iterator is reused, because a new one would first have to skip all removed rows. */
  #next(): string | undefined {
    this.#keys ??= this.table.keys();
    const { value, done } = this.#keys.next();
    if (done) this.#keys = undefined;
    return value;
  }
}
