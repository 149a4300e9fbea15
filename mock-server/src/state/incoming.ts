import { KEY_FORMS, ROW_SCHEMAS } from "./rows.js";
import type { TableOptions } from "./table.js";
import { rowsOf, type StateSnapshot, TABLE_NAMES, type TableName } from "./tables.js";

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

/** A table of a State, or its rows of one network. */
interface Part {
  readonly table: TableName;
  /** Prefix of its keys in a snapshot. */
  readonly prefix: string;
  /** The owning service's check of rows from outside. */
  readonly check: TableOptions<unknown>["check"];
}

/**
 * Checks a snapshot from outside. Each row is checked by its table's schema and by the service that owns the table.
 *
 * @throws {StateProblem} with path and reason
 */
export function checkedSnapshot(parts: readonly Part[], snapshot: unknown): StateSnapshot {
  if (typeof snapshot !== "object" || snapshot === null || Array.isArray(snapshot))
    throw new StateProblem("", "must be an object of tables");
  for (const [table, entries] of Object.entries(snapshot)) {
    if (!isTable(table)) throw new StateProblem(table, "is not the name of a table");
    if (!Array.isArray(entries)) throw new StateProblem(table, "must be a list of [key, row] pairs");
    const own = parts.filter((part) => part.table === table);
    for (const [at, entry] of entries.entries()) refuseInvalid(own, `${table}[${at}]`, table, entry);
  }
  if (typeof rowsOf(snapshot, "meta").get("startedAt") !== "number")
    throw new StateProblem("meta", "must contain startedAt, the time at which the world started");
  return snapshot;
}

function isTable(name: string): name is TableName {
  return (TABLE_NAMES as readonly string[]).includes(name);
}

function refuseInvalid(parts: readonly Part[], path: string, table: TableName, entry: unknown): void {
  if (!Array.isArray(entry) || entry.length !== 2) throw new StateProblem(path, "must be a [key, row] pair");
  const [key, row]: unknown[] = entry;
  if (typeof key !== "string") throw new StateProblem(`${path}[0]`, "must be a string, the key of the row");
  const [issue] = ROW_SCHEMAS[table].safeParse(row).error?.issues ?? [];
  if (issue) throw new StateProblem([path, ...issue.path].join("."), issue.message);
  const part = parts.find(({ prefix }) => key.startsWith(prefix));
  if (!part) throw new StateProblem(`${path}[0]`, "must start with a network prefix, live: or test:");
  const own = key.slice(part.prefix.length);
  if (KEY_FORMS[table]?.(own, row as object) === false)
    throw new StateProblem(`${path}[0]`, "is not a valid key for this row");
  const problem = part.check?.(row, own);
  if (problem !== undefined) throw new StateProblem(path, problem);
}
