import { KEY_FORMS, ROW_SCHEMAS } from "./rows.js";
import type { TableOptions } from "./table.js";
import { isNetworkTable, TABLE_NAMES, type TableName } from "./tables.js";

/** Thrown for an invalid row from outside, before anything is replaced. */
export class StateProblem extends Error {
  constructor(
    /** Path of the invalid value, such as `keys[3].tier`. */
    readonly path: string,
    /** The problem, such as `is not a valid key for this row`. */
    readonly reason: string,
  ) {
    super(path === "" ? reason : `${path} ${reason}`);
    this.name = "StateProblem";
  }
}

/** The part of a State that a set of rows replaces: a table, or its rows of one network. */
interface Part {
  readonly table: TableName;
  /** Prefix of its keys in a snapshot. */
  readonly prefix: string;
  /** The owning service's check of rows from outside. */
  readonly check: TableOptions<unknown>["check"];
}

/** Rows to be put into a State. Each row is checked by its table's schema and by the service that owns the table. */
export class Incoming {
  readonly #maps: ReadonlyMap<Part, Map<string, unknown>>;

  constructor(private readonly parts: readonly Part[]) {
    this.#maps = new Map(parts.map((part) => [part, new Map()]));
  }

  /**
   * Checks a row and adds it.
   *
   * @param at - the row's index in the table, for the message
   * @throws {StateProblem}
   */
  add(table: TableName, key: unknown, row: unknown, at: number): void {
    const path = `${table}[${at}]`;
    if (typeof key !== "string") throw new StateProblem(`${path}[0]`, "must be a string, the key of the row");
    const [issue] = ROW_SCHEMAS[table].safeParse(row).error?.issues ?? [];
    if (issue) throw new StateProblem([path, ...issue.path].join("."), issue.message);
    const part = this.#partOf(table, key);
    if (!part) throw new StateProblem(`${path}[0]`, "must start with a network prefix, live: or test:");
    const own = key.slice(part.prefix.length);
    if (KEY_FORMS[table]?.(own, row as object) === false) {
      throw new StateProblem(`${path}[0]`, "is not a valid key for this row");
    }
    const problem = part.check?.(row, own);
    if (problem !== undefined) throw new StateProblem(path, problem);
    this.mapOf(part).set(own, row);
  }

  /** Checks that the required rows of every World are present. @throws {StateProblem} */
  finish(): void {
    if (typeof this.rowsOf("meta")?.get("startedAt") !== "number") {
      throw new StateProblem("meta", "must contain startedAt, the time at which the world started");
    }
  }

  rowsOf(table: TableName, prefix = ""): Map<string, unknown> | undefined {
    const part = this.parts.find((one) => one.table === table && one.prefix === prefix);
    return part && this.#maps.get(part);
  }

  mapOf(part: Part): Map<string, unknown> {
    return this.#maps.get(part) ?? new Map();
  }

  #partOf(table: TableName, key: string): Part | undefined {
    const network = isNetworkTable(table);
    return this.parts.find((part) => part.table === table && (!network || key.startsWith(part.prefix)));
  }
}

/**
 * Checks a snapshot from outside row by row. Nothing is replaced until `state.take` receives the result.
 *
 * @throws {StateProblem} with path and reason
 */
export function readState(incoming: Incoming, snapshot: unknown): void {
  if (typeof snapshot !== "object" || snapshot === null || Array.isArray(snapshot))
    throw new StateProblem("", "must be an object of tables");
  for (const [table, entries] of Object.entries(snapshot)) {
    if (!(TABLE_NAMES as readonly string[]).includes(table))
      throw new StateProblem(table, "is not the name of a table");
    if (!Array.isArray(entries)) throw new StateProblem(table, "must be a list of [key, row] pairs");
    for (const [at, entry] of entries.entries() as Iterable<[number, unknown]>) {
      if (!Array.isArray(entry) || entry.length !== 2)
        throw new StateProblem(`${table}[${at}]`, "must be a [key, row] pair");
      incoming.add(table as TableName, entry[0], entry[1], at);
    }
  }
  incoming.finish();
}
