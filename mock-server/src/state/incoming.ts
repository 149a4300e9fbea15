import { type QuickCheck, quickCheck } from "../kernel/quick-check.js";
import { emptyRows } from "./packed-tables.js";
import type { RowMap } from "./row-maps.js";
import type { Rows } from "./rows.js";
import { KEY_FORMS, ROW_SCHEMAS } from "./schemas.js";
import { isNetworkTable, TABLE_NAMES, type TableName } from "./tables.js";

/** Rows from outside that are none of State's: nothing was replaced. */
export class StateProblem extends Error {
  constructor(
    /** Where, as in `keys[3].tier`. */
    readonly path: string,
    /** The problem, as in `is no key of this row`. */
    readonly reason: string,
  ) {
    super(path === "" ? reason : `${path} ${reason}`);
    this.name = "StateProblem";
  }
}

/** Rows on their way into a State: each is checked by its table's schema, and by the service that has the table. */
export class Incoming {
  readonly #parts: readonly Rows<unknown>[];
  readonly #maps = new Map<Rows<unknown>, RowMap<unknown>>();
  readonly #checks = new Map<TableName, QuickCheck>();

  constructor(parts: readonly Rows<unknown>[]) {
    this.#parts = parts;
  }

  /**
   * Takes a row in.
   *
   * @param at - its place in the table, for the message
   * @throws {StateProblem}
   */
  add(table: TableName, key: unknown, row: unknown, at: number): void {
    const { part, own } = this.check(table, key, row, at);
    this.mapOf(part).set(own, row);
  }

  /** Looks at a row that is not taken in yet. @throws {StateProblem} */
  check(table: TableName, key: unknown, row: unknown, at: number): { part: Rows<unknown>; own: string } {
    const path = `${table}[${at}]`;
    if (typeof key !== "string") throw new StateProblem(`${path}[0]`, "must be a string, the key of the row");
    if (!this.#checkOf(table)(row)) {
      const [issue] = ROW_SCHEMAS[table].safeParse(row).error?.issues ?? [];
      if (issue) throw new StateProblem([path, ...issue.path].join("."), issue.message);
    }
    const part = this.#partOf(table, key);
    if (!part) throw new StateProblem(`${path}[0]`, "must begin with the network, live: or test:");
    const own = key.slice(part.prefix.length);
    if (KEY_FORMS[table]?.(own, row as object) === false) {
      throw new StateProblem(`${path}[0]`, "is no key of this row");
    }
    const problem = part.check?.(row, own);
    if (problem !== undefined) throw new StateProblem(path, problem);
    return { part, own };
  }

  /** Takes all rows of a table whose service checks nothing beyond their schema, each of which was checked. */
  adopt(table: TableName, rows: RowMap<unknown>): void {
    const part = this.#parts.find((one) => one.table === table);
    if (part?.prefix !== "" || part.check) throw new Error(`the rows of ${table} are looked at one by one`);
    this.#maps.set(part, rows);
  }

  /** Takes in a row that this State, or one like it, held. */
  trust(table: TableName, key: string, row: unknown): void {
    const part = this.#partOf(table, key);
    if (part) this.mapOf(part).set(key.slice(part.prefix.length), row);
  }

  /** Looks whether the rows that every World has came in. @throws {StateProblem} */
  finish(): void {
    if (typeof this.rowsOf("meta")?.get("startedAt") !== "number") {
      throw new StateProblem("meta", "lacks startedAt, the moment at which the World began");
    }
  }

  /** The rows that came in for a table, or for the part of it with this prefix; undefined if none did. */
  rowsOf(table: TableName, prefix = ""): RowMap<unknown> | undefined {
    const part = this.#parts.find((one) => one.table === table && one.prefix === prefix);
    return part && this.#maps.get(part);
  }

  /** Returns the rows that have come in for a part of State. */
  mapOf(part: Rows<unknown>): RowMap<unknown> {
    let map = this.#maps.get(part);
    if (!map) {
      map = emptyRows(part.table);
      this.#maps.set(part, map);
    }
    return map;
  }

  #checkOf(table: TableName): QuickCheck {
    let check = this.#checks.get(table);
    if (!check) {
      check = quickCheck(ROW_SCHEMAS[table]);
      this.#checks.set(table, check);
    }
    return check;
  }

  #partOf(table: TableName, key: string): Rows<unknown> | undefined {
    const network = isNetworkTable(table);
    return this.#parts.find((part) => part.table === table && (!network || key.startsWith(part.prefix)));
  }
}

/** True for the name of a table. */
export function isTableName(name: string): name is TableName {
  return (TABLE_NAMES as readonly string[]).includes(name);
}
