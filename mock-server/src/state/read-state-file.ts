import { readFileSync } from "node:fs";
import type { ClockReading } from "../kernel/clock.js";
import { momentAfter } from "../kernel/time.js";
import { wallTime } from "../kernel/timers.js";
import {
  type Header,
  type JournalRecord,
  readLine,
  refused,
  type SessionRow,
  VERSION,
  warn,
} from "./records.js";
import type { StateSnapshot } from "./tables.js";

/** A World in a file. Its rows are checked later, when put into a State. */
export interface StoredWorld {
  readonly world: StateSnapshot;
  readonly clock: ClockReading;
  /** Session options; undefined for the server's own World. */
  readonly row: SessionRow | undefined;
  /** When the session was last used, by the server clock. */
  readonly usedAt: number;
}

export interface StateFileContents {
  /** Worlds by session; the key of the server's own World is undefined. */
  readonly worlds: ReadonlyMap<string | undefined, StoredWorld>;
  /** Total length of the file's complete lines, in bytes. */
  readonly length: number;
  readonly checksum: number;
  /** Number of the server's starts with this file. */
  readonly starts: number;
}

interface Replayed extends Omit<StoredWorld, "world"> {
  readonly tables: Map<string, Map<string, unknown>>;
  readonly wall: number;
}

/**
 * Reads a state file. If a crash cut off the last line, the line is dropped with a warning, because the response to its
 * request was never sent. Any other damage is an error.
 *
 * @throws {OptionError} for a damaged file, or one of another kind, version or seed; the system's error
 */
export function readStateFile(path: string, seed: string): StateFileContents {
  const bytes = readFileSync(path);
  const replayed = new Map<string | undefined, Replayed>();
  let [from, number, checksum, starts] = [0, 0, 0, 0];
  for (let to = bytes.indexOf("\n"); to >= 0; to = bytes.indexOf("\n", from)) {
    const line = bytes.subarray(from, to);
    number++;
    const read = readLine(line, checksum);
    if (number === 1) starts = checkHeader(path, seed, line, read?.json);
    try {
      if (!read) throw new TypeError("the checksum does not match");
      if (number > 1) replay(replayed, JSON.parse(read.json));
      checksum = read.checksum;
    } catch {
      throw refused(path, damaged(`in line ${number}`));
    }
    from = to + 1;
  }
  const rest = bytes.subarray(from);
  if (number === 0 && rest.length > 0) checkHeader(path, seed, rest, undefined);
  // A complete record with another byte instead of its line feed was damaged, not cut off.
  if (number > 0 && readLine(rest.subarray(0, -1), checksum))
    throw refused(path, damaged(`in line ${number + 1}`));
  if (replayed.size === 0) throw refused(path, damaged("and contains no complete state"));
  if (rest.length > 0)
    warn(`${path}: the last line was cut off by a crash and has been dropped (${rest.length} bytes)`);
  const worlds = new Map([...replayed].map(([id, world]) => [id, storedWorldOf(world)]));
  return { worlds, length: from, checksum, starts };
}

function damaged(where: string): string {
  return `is damaged ${where}; restore it from a backup, or delete it`;
}

/** Returns the number of starts. @throws {OptionError} for a file of another kind, version or seed */
function checkHeader(path: string, seed: string, line: Buffer, json?: string): number {
  let header: Partial<Header> | null = null;
  try {
    // The first versions of the format had no checksum.
    header = JSON.parse(json ?? line.toString("utf8", Math.max(0, line.indexOf("{"))));
  } catch {
    // Invalid JSON is refused below, like any other foreign file.
  }
  if (header?.file !== "intent-tx-mock state")
    throw refused(path, "is not a state file of this server; use a different file, or delete this one");
  const { version = 0 } = header;
  if (version > VERSION) {
    throw refused(
      path,
      `has version ${version}, which a later version of this server wrote; this one reads version ${VERSION}. Update this server, or use a different file`,
    );
  }
  if (version < VERSION) {
    throw refused(
      path,
      `has version ${version}, but this server writes version ${VERSION}; run the server version that wrote the file, or delete the file`,
    );
  }
  if (json === undefined) throw refused(path, damaged("in line 1"));
  if (header.seed !== seed) {
    throw refused(path, "was created with a different --seed; start with that seed, or use a different file");
  }
  return header.starts ?? 1;
}

/** A running clock continues while the server is down. */
function storedWorldOf({ tables, wall, clock, row, usedAt }: Replayed): StoredWorld {
  const now = clock.running ? momentAfter(clock.now, Math.max(0, wallTime() - wall)) : clock.now;
  const world = Object.fromEntries([...tables].map(([name, rows]) => [name, [...rows]])) as StateSnapshot;
  return { world, clock: { running: clock.running, now }, row, usedAt };
}

/** Applies a record. @throws {TypeError} if its form is unknown */
function replay(worlds: Map<string | undefined, Replayed>, record: JournalRecord): void {
  const { session } = record;
  // A request that was in progress when its session was closed may still write.
  if ("closed" in record) return void worlds.delete(session);
  const { clock, wall, usedAt = 0 } = record;
  if (typeof clock.now !== "number") throw new TypeError("the clock has no time");
  if ("world" in record) {
    const { world, row } = record;
    if (session !== undefined && typeof row?.seed !== "string") throw new TypeError("a session has no seed");
    const tables = new Map(
      Object.entries(world).map(([name, rows]) => [name, new Map<string, unknown>(rows)]),
    );
    worlds.set(session, { tables, clock, wall, usedAt, row });
    return;
  }
  const known = worlds.get(session);
  if (!known && session === undefined) throw new TypeError("the World of a change is missing");
  for (const { table, key, row } of record.writes) {
    const rows = known?.tables.get(table) ?? new Map<string, unknown>();
    known?.tables.set(table, rows);
    if (row === undefined) rows.delete(key);
    else rows.set(key, row);
  }
  if (known) worlds.set(session, { ...known, clock, wall, usedAt });
}
