import type { ClockReading } from "../kernel/clock-reading.js";
import { FoundTable } from "./found-table.js";
import type { JournalRecord, SessionRow, Standing } from "./records.js";
import { TABLE_NAMES, type TableName } from "./tables.js";

/** Rows by table, as a file has them: what is wrong with one is said where they are put into a State. */
export type FoundRows = ReadonlyMap<TableName, FoundTable>;

/** The contents of one World as read from the file. */
export interface Journalled {
  readonly rows: FoundRows;
  readonly clock: ClockReading;
}

/** A session that was found. */
export interface JournalledSession extends Journalled {
  readonly row: SessionRow;
  /** When it was last asked for something, by the server's clock. */
  readonly usedAt: number;
}

/** Everything that a file was found to hold. */
export interface Found {
  /** The server's own World; undefined in the file of a single session. */
  readonly root: Journalled | undefined;
  /** Sessions that go on, by id. */
  readonly sessions: ReadonlyMap<string, JournalledSession>;
  /** Sessions whose time ran out while nobody looked. */
  readonly ended: readonly string[];
}

type Rows = Map<TableName, FoundTable>;

/** One World as it is put together from its records. */
class WorldReading {
  #rows: Rows | undefined;
  #row: SessionRow | undefined;
  #last: Standing | undefined;
  /** The World that a `begin` record started, until its `end` record arrives. */
  #next: { readonly rows: Rows; readonly row: SessionRow | undefined } | undefined;

  /** Whether a whole World was begun and never ended: its writer was stopped in the middle. */
  get unfinished(): boolean {
    return this.#next !== undefined;
  }

  /** Takes a record in; false for one of no known form. */
  replay(record: Readonly<Record<string, unknown>>): boolean {
    if (record["begin"] === true) {
      this.#next = { rows: new Map(), row: record["row"] as SessionRow | undefined };
      return record["row"] === undefined || isSessionRow(record["row"]);
    }
    if (record["rows"] !== undefined) return this.#addRows(record["table"], record["rows"]);
    if (!isStanding(record)) return false;
    if (record["end"] === true) {
      if (!this.#next) return false;
      ({ rows: this.#rows, row: this.#row } = this.#next);
      this.#next = undefined;
    } else if (!this.#change(record["writes"])) return false;
    this.#last = record;
    return true;
  }

  /** How it stands at a moment of wall time: a running clock went on while nobody looked. */
  result(wall: number): (Journalled & { row: SessionRow | undefined; usedAt: number }) | undefined {
    if (!this.#last || !this.#rows) return undefined;
    const { clock, wall: then, usedAt = 0 } = this.#last;
    const now = clock.running ? clock.now + Math.max(0, wall - then) : clock.now;
    return { rows: this.#rows, clock: { running: clock.running, now }, row: this.#row, usedAt };
  }

  #addRows(table: unknown, rows: unknown): boolean {
    if (!this.#next || !isTableName(table) || !Array.isArray(rows)) return false;
    const found = tableOf(this.#next.rows, table);
    for (const entry of rows) {
      if (!Array.isArray(entry) || typeof entry[0] !== "string") return false;
      found.set(entry[0], entry[1]);
    }
    return true;
  }

  #change(writes: unknown): boolean {
    if (!this.#rows || !Array.isArray(writes)) return false;
    for (const write of writes) {
      const { table, key, row } = (write ?? {}) as { table?: unknown; key?: unknown; row?: unknown };
      if (!isTableName(table) || typeof key !== "string" || row === null) return false;
      if (row === undefined) tableOf(this.#rows, table).delete(key);
      else tableOf(this.#rows, table).set(key, row);
    }
    return true;
  }
}

/** All Worlds of a file as they are put together from its records. */
export class JournalReading {
  readonly #root = new WorldReading();
  readonly #sessions = new Map<string, WorldReading>();

  /** Takes a record in; false for one of no known form. */
  replay(value: unknown): boolean {
    if (typeof value !== "object" || value === null) return false;
    const record = value as Readonly<Record<string, unknown>> & Partial<JournalRecord>;
    const { session } = record;
    if (session === undefined) return this.#root.replay(record);
    if (typeof session !== "string") return false;
    if ("closed" in record) return this.#sessions.delete(session) || true;
    let world = this.#sessions.get(session);
    if (!world) {
      // A request still under way when its session was closed was never answered, so its record is skipped.
      if (!("begin" in record)) return true;
      world = new WorldReading();
      this.#sessions.set(session, world);
    }
    return world.replay(record);
  }

  /** Worlds that were begun to be written and never finished. */
  get unfinished(): number {
    return [this.#root, ...this.#sessions.values()].filter(({ unfinished }) => unfinished).length;
  }

  /** Returns the state that the records add up to at a moment of wall time; undefined if there is none. */
  result(wall: number): Found | undefined {
    const root = this.#root.result(wall);
    if (!root && this.#sessions.size === 0) return undefined;
    const sessions = new Map<string, JournalledSession>();
    const ended: string[] = [];
    // Without the server's own clock whoever has it finds out which are over.
    const now = root?.clock.now;
    for (const [id, reading] of this.#sessions) {
      const world = reading.result(wall);
      const usedAt = Math.min(world?.usedAt ?? 0, now ?? Number.POSITIVE_INFINITY);
      if (!world?.row || (now !== undefined && now >= usedAt + world.row.ttlMs)) ended.push(id);
      else sessions.set(id, { rows: world.rows, clock: world.clock, row: world.row, usedAt });
    }
    return { root, sessions, ended };
  }
}

function tableOf(rows: Rows, name: TableName): FoundTable {
  let table = rows.get(name);
  if (!table) {
    table = new FoundTable(name);
    rows.set(name, table);
  }
  return table;
}

function isTableName(name: unknown): name is TableName {
  return (TABLE_NAMES as readonly unknown[]).includes(name);
}

function isSessionRow(value: unknown): boolean {
  const { seed, ttlMs } = (value ?? {}) as Partial<SessionRow>;
  return typeof seed === "string" && typeof ttlMs === "number";
}

function isStanding(record: unknown): record is Standing {
  const { clock, wall, usedAt } = record as {
    clock?: Partial<ClockReading>;
    wall?: unknown;
    usedAt?: unknown;
  };
  return (
    typeof clock?.now === "number" &&
    typeof clock.running === "boolean" &&
    typeof wall === "number" &&
    (usedAt === undefined || typeof usedAt === "number")
  );
}
