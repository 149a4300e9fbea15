import type { ClockReading } from "../kernel/clock.js";
import { OptionError } from "../kernel/option-error.js";
import type { StateSnapshot, Write } from "./snapshot.js";
import { TABLE_NAMES } from "./tables.js";

/** Version of the file's form. */
export const VERSION = 2;

/** What a session was opened with: its world is made anew from it. */
export interface SessionRow {
  readonly seed: string;
  readonly dialect?: string | undefined;
  readonly contract?: object | undefined;
  readonly ttlMs: number;
}

/** What one World was found to hold. */
export interface Journalled {
  readonly state: StateSnapshot;
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
  readonly root: Journalled;
  /** By session id. */
  readonly sessions: ReadonlyMap<string, JournalledSession>;
}

/** The first line. */
export interface Header {
  readonly file: "intent-tx-mock state";
  readonly version: number;
  readonly seed: string;
}

/** A line of a World: all of State, or what one request changed; with the clock, and the wall time it was true at. */
export type WorldLine = {
  readonly clock: ClockReading;
  readonly wall: number;
  /** Of a session: which, and when it was last used. Absent: the server's own World. */
  readonly session?: string;
  readonly usedAt?: number;
} & ({ readonly state: StateSnapshot; readonly row?: SessionRow } | { readonly writes: readonly Write[] });

/** Any line after the header. */
export type Line = WorldLine | { readonly session: string; readonly closed: true };

/** What is wrong with a state file, and what to do. */
export function refused(path: string, reason: string): OptionError {
  return new OptionError("state", `file ${path} ${reason}`);
}

function readHeader(path: string, line: string | undefined, seed: string): void {
  let header: Partial<Header> | null = null;
  try {
    header = JSON.parse(line ?? "") as Partial<Header> | null;
  } catch {
    // Refused below, as every file that is something else.
  }
  if (header?.file !== "intent-tx-mock state") {
    throw refused(path, "is no state file of this server; name another, or delete it");
  }
  if (header.version !== VERSION) {
    throw refused(
      path,
      `has version ${header.version}, this server writes version ${VERSION}; start it with the version that wrote it, or delete it`,
    );
  }
  if (header.seed !== seed) {
    throw refused(
      path,
      `belongs to --seed ${header.seed}, not ${seed}; start with that seed, or name another file`,
    );
  }
}

type Fields = Partial<
  Record<"clock" | "wall" | "state" | "writes" | "session" | "usedAt" | "row" | "closed", unknown>
>;

function isRow(value: unknown): boolean {
  const { seed, ttlMs } = (value ?? {}) as Partial<SessionRow>;
  return typeof seed === "string" && typeof ttlMs === "number";
}

/** A line as it was written; undefined for anything else. */
function readLine(text: string): Line | undefined {
  try {
    const line = JSON.parse(text) as Fields;
    const ofSession = typeof line.session === "string";
    if (ofSession && line.closed === true) return line as Line;
    if (ofSession ? typeof line.usedAt !== "number" : line.session !== undefined) return undefined;
    const clock = line.clock as Partial<ClockReading>;
    const whole =
      typeof clock.now === "number" && typeof clock.running === "boolean" && typeof line.wall === "number";
    const content =
      Array.isArray(line.writes) || (typeof line.state === "object" && (!ofSession || isRow(line.row)));
    return whole && content ? (line as Line) : undefined;
  } catch {
    return undefined;
  }
}

/** One World as it is put together from its lines. */
class Reading {
  readonly #maps = new Map<string, Map<string, unknown>>();
  #last: WorldLine | undefined;
  row: SessionRow | undefined;

  replay(line: WorldLine): void {
    this.#last = line;
    if ("state" in line) {
      this.row = line.row;
      for (const name of TABLE_NAMES) this.#maps.set(name, new Map<string, unknown>(line.state[name] ?? []));
      return;
    }
    for (const { table, key, row } of line.writes) {
      const map = this.#maps.get(table);
      if (row === undefined) map?.delete(key);
      else map?.set(key, row);
    }
  }

  get usedAt(): number {
    return this.#last?.usedAt ?? 0;
  }

  /** How it stands at a moment of wall time: a running clock went on while nobody looked. */
  result(wall: number): Journalled | undefined {
    if (!this.#last || this.#maps.size === 0) return undefined;
    const { clock, wall: then } = this.#last;
    const state = Object.fromEntries([...this.#maps].map(([name, map]) => [name, [...map]])) as StateSnapshot;
    return {
      state,
      clock: {
        running: clock.running,
        now: clock.running ? clock.now + Math.max(0, wall - then) : clock.now,
      },
    };
  }
}

/**
 * Reads what a state file says.
 *
 * A last line that a crash tore is dropped with a warning: its request was never answered.
 *
 * @returns what it holds; undefined when it says nothing yet
 * @throws {OptionError} for a file of another kind, version or seed
 */
export function readLines(
  text: string,
  options: {
    readonly path: string;
    readonly seed: string;
    readonly wall: number;
    readonly warn: (message: string) => void;
  },
): Found | undefined {
  const { path, seed, wall, warn } = options;
  const [header, ...lines] = text.split("\n");
  readHeader(path, header, seed);
  const torn = lines.pop();
  if (torn) warn(`${path}: the last line was cut off by a crash and is dropped (${torn.length} characters)`);
  const root = new Reading();
  const sessions = new Map<string, Reading>();
  for (const [index, written] of lines.entries()) {
    const line = readLine(written);
    if (!line) throw refused(path, `is damaged in line ${index + 2}; restore it from a copy, or delete it`);
    if ("closed" in line) sessions.delete(line.session);
    else if (line.session === undefined) root.replay(line);
    else {
      // What was under way when its session was closed was never answered.
      const session = sessions.get(line.session) ?? ("state" in line ? new Reading() : undefined);
      if (session) sessions.set(line.session, session);
      session?.replay(line);
    }
  }
  const found = root.result(wall);
  if (!found) return undefined;
  const open = new Map<string, JournalledSession>();
  for (const [id, session] of sessions) {
    const { row, usedAt } = session;
    const world = session.result(wall);
    // A session that nobody asked for in time has ended while nobody looked.
    if (!row || !world || found.clock.now >= Math.min(usedAt, found.clock.now) + row.ttlMs) continue;
    open.set(id, { ...world, row, usedAt: Math.min(usedAt, found.clock.now) });
  }
  return { root: found, sessions: open };
}
