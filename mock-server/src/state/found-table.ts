import { type QuickCheck, quickCheck } from "../kernel/quick-check.js";
import type { Incoming } from "./incoming.js";
import { emptyRows, isPacked } from "./packed-tables.js";
import { PlainRows, type RowMap } from "./row-maps.js";
import { KEY_FORMS, ROW_SCHEMAS } from "./schemas.js";
import { isNetworkTable, type TableName } from "./tables.js";

/**
 * Rows of one table on their way out of a file. Those of a table that may be long are checked and packed as they come, so that
 * the file's rows are never all held as objects; where all is well, State takes the table as it is.
 */
export class FoundTable {
  readonly #table: TableName;
  readonly #rows: RowMap<unknown>;
  /** Of a table that State can take as it is. */
  readonly #isRight: QuickCheck | undefined;
  /** Rows that did not pass, by key. A later record may remove them or put others in their places, where now nothing is. */
  readonly #odd = new Map<string, unknown>();

  constructor(table: TableName) {
    this.#table = table;
    // Keys of a network's part begin with its name, and its ledger checks its rows beyond their schema.
    const whole = isPacked(table) && !isNetworkTable(table);
    this.#rows = whole ? emptyRows(table) : new PlainRows();
    this.#isRight = whole ? quickCheck(ROW_SCHEMAS[table]) : undefined;
  }

  set(key: string, row: unknown): void {
    const isOdd = this.#isRight && !(this.#isRight(row) && this.#isKeyOf(key, row));
    if (isOdd) this.#odd.set(key, row);
    else if (this.#odd.size > 0) this.#odd.delete(key);
    this.#rows.set(key, isOdd ? {} : row);
  }

  delete(key: string): void {
    this.#odd.delete(key);
    this.#rows.delete(key);
  }

  /** Has all rows taken in. Nothing is put here afterwards. @throws {StateProblem} for the first that is none of State's */
  bringTo(incoming: Incoming): void {
    let at = 0;
    if (!this.#isRight) {
      for (const [key, row] of this.#rows.entries()) incoming.add(this.#table, key, row, at++);
      return;
    }
    for (const key of this.#odd.size > 0 ? this.#rows.keys() : []) {
      if (this.#odd.has(key)) incoming.check(this.#table, key, this.#odd.get(key), at);
      at++;
    }
    for (const [key, row] of this.#odd) this.#rows.set(key, row);
    incoming.adopt(this.#table, this.#rows);
  }

  #isKeyOf(key: string, row: unknown): boolean {
    return KEY_FORMS[this.#table]?.(key, row as object) !== false;
  }
}
