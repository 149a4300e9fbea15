import type { Table, TableOptions } from "./table.js";
import type { TableName } from "./tables.js";

/** Told of each change; `noted` marks one that may wait for the next. An absent row is a deletion. */
export type Told = (part: Rows<unknown>, key: string, row: unknown, noted: boolean) => void;

/** One table as State holds it, or one network's part of it. */
export class Rows<Row> implements Table<Row> {
  /** Replaced as a whole when State is restored. */
  map: Map<string, Row> = new Map();
  /** Whether a service has it. */
  open = false;
  /** The check that the owning service makes of rows from outside. */
  check: TableOptions<Row>["check"];

  constructor(
    readonly table: TableName,
    /** How its keys begin in a snapshot: `live:`, `test:`, or nothing. */
    readonly prefix: string,
    private readonly told: Told,
  ) {}

  get size(): number {
    return this.map.size;
  }

  get(key: string): Row | undefined {
    return this.map.get(key);
  }

  put(key: string, row: Row): void {
    this.map.set(key, row);
    this.told(this as Rows<unknown>, key, row, false);
  }

  note(key: string, row: Row): void {
    this.map.set(key, row);
    this.told(this as Rows<unknown>, key, row, true);
  }

  delete(key: string): void {
    if (this.map.delete(key)) this.told(this as Rows<unknown>, key, undefined, false);
  }

  forget(key: string): void {
    if (this.map.delete(key)) this.told(this as Rows<unknown>, key, undefined, true);
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
