import type { Table, TableOptions } from "./table.js";
import type { TableName } from "./tables.js";

/** Called for each change. `isDeferred` marks a change that may be written later; without `row` it is a deletion. */
export type RowListener = (part: Rows<unknown>, key: string, row: unknown, isDeferred: boolean) => void;

/** A table in State, or only its rows of one network. */
export class Rows<Row> implements Table<Row> {
  /** Replaced as a whole when State is restored. */
  map: Map<string, Row> = new Map();
  open = false;
  /** The owning service's check of rows from outside. */
  check: TableOptions<Row>["check"];

  constructor(
    readonly table: TableName,
    /** Prefix of its keys in a snapshot: `live:`, `test:`, or empty. */
    readonly prefix: string,
    private readonly notify: RowListener,
  ) {}

  get size(): number {
    return this.map.size;
  }

  get(key: string): Row | undefined {
    return this.map.get(key);
  }

  put(key: string, row: Row): void {
    this.map.set(key, row);
    this.notify(this as Rows<unknown>, key, row, false);
  }

  putLater(key: string, row: Row): void {
    this.map.set(key, row);
    this.notify(this as Rows<unknown>, key, row, true);
  }

  delete(key: string): void {
    if (this.map.delete(key)) this.notify(this as Rows<unknown>, key, undefined, false);
  }

  deleteLater(key: string): void {
    if (this.map.delete(key)) this.notify(this as Rows<unknown>, key, undefined, true);
  }

  entries(): IterableIterator<[string, Row]> {
    return this.map.entries();
  }

  keys(): IterableIterator<string> {
    return this.map.keys();
  }

  values(): IterableIterator<Row> {
    return this.map.values();
  }
}
