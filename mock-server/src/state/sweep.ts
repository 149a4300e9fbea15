import type { State } from "./state.js";
import type { Table } from "./table.js";

/** Most rows that go at one time: who puts one row is not to pay for thousands. */
const AT_ONCE = 16;

/**
 * Takes rows out of a table when their time is over, oldest first, a few whenever it is asked to. The table's order must be
 * that of their times.
 */
export class Sweep<Row> {
  #walk: IterableIterator<[string, Row]> | undefined;
  #oldest: readonly [key: string, row: Row] | undefined;

  constructor(
    state: Pick<State, "onRestore">,
    private readonly table: Table<Row>,
    private readonly isOver: (row: Row) => boolean,
    private readonly end: (key: string, row: Row) => void,
  ) {
    state.onRestore(() => {
      this.#walk = undefined;
      this.#oldest = undefined;
    });
  }

  /** Ends the oldest rows that are over. */
  run(): void {
    for (let count = 0; count < AT_ONCE; count++) {
      const held = this.#oldest !== undefined;
      const oldest = this.#next();
      if (!oldest || !this.isOver(oldest[1])) return;
      this.#oldest = undefined;
      const [key, read] = oldest;
      // Reading a packed row costs as much as keeping a new one: one that was just read is not read again.
      const row = held ? this.table.get(key) : read;
      // One that was put again lives longer: the walk passes it, and comes by once more.
      if (row !== undefined && this.isOver(row)) this.end(key, row);
    }
  }

  /** A walk that goes on where it was costs nothing; one from the start would pass all that was removed since. */
  #next(): readonly [key: string, row: Row] | undefined {
    if (this.#oldest) return this.#oldest;
    this.#walk ??= this.table.entries();
    const { value, done } = this.#walk.next();
    if (done) this.#walk = undefined;
    this.#oldest = done ? undefined : value;
    return this.#oldest;
  }
}
