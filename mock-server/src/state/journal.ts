import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import type { ClockReading } from "../kernel/clock.js";
import { OptionError } from "../kernel/option-error.js";
import { isSnapshot } from "./snapshot.js";
import type { State, StateSnapshot, Write } from "./state.js";
import { TABLE_NAMES } from "./tables.js";

// Captured at load: what was written must reach the file also under an app's fake timers.
const nextTurn = globalThis.setImmediate;

/** Version of the file's form. */
const VERSION = 1;

/** What a file was found to hold. */
export interface Journalled {
  readonly state: StateSnapshot;
  readonly clock: ClockReading;
}

interface Header {
  readonly file: "intent-tx-mock state";
  readonly version: number;
  readonly seed: string;
}

/** One line of the file: all of State, or what one request changed; with the clock, and the wall time it was true at. */
type Line = { readonly clock: ClockReading; readonly wall: number } & (
  | { readonly state: StateSnapshot }
  | { readonly writes: readonly Write[] }
);

function refused(path: string, reason: string): OptionError {
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

/** A line as it was written; undefined for anything else. */
function readLine(text: string): Line | undefined {
  try {
    const line = JSON.parse(text) as Partial<Record<"clock" | "wall" | "state" | "writes", unknown>>;
    const clock = line.clock as Partial<ClockReading>;
    const whole =
      typeof clock.now === "number" && typeof clock.running === "boolean" && typeof line.wall === "number";
    const content = Array.isArray(line.writes) || isSnapshot(line.state);
    return whole && content ? (line as Line) : undefined;
  } catch {
    return undefined;
  }
}

function replay(maps: Map<string, Map<string, unknown>>, line: Line): void {
  if ("state" in line) {
    for (const name of TABLE_NAMES) maps.set(name, new Map<string, unknown>(line.state[name] ?? []));
    return;
  }
  for (const { table, key, row } of line.writes) {
    const map = maps.get(table);
    if (row === undefined) map?.delete(key);
    else map?.set(key, row);
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw refused(path, `cannot be read (${codeOf(error)})`);
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}

/**
 * Reads a state file.
 *
 * A last line that a crash tore is dropped with a warning: its request was never answered.
 *
 * @returns what it holds; undefined when there is no file yet
 * @throws {OptionError} for a file of another kind, version or seed
 */
export function readJournal(
  path: string,
  seed: string,
  wall: number,
  warn: (message: string) => void,
): Journalled | undefined {
  if (!existsSync(path)) return undefined;
  const text = readText(path);
  if (text === "") return undefined;
  const [header, ...lines] = text.split("\n");
  readHeader(path, header, seed);
  const torn = lines.pop();
  if (torn) warn(`${path}: the last line was cut off by a crash and is dropped (${torn.length} characters)`);
  const maps = new Map<string, Map<string, unknown>>(TABLE_NAMES.map((name) => [name, new Map()]));
  let last: Line | undefined;
  for (const [index, line] of lines.entries()) {
    last = readLine(line);
    if (!last) throw refused(path, `is damaged in line ${index + 2}; restore it from a copy, or delete it`);
    replay(maps, last);
  }
  if (!last) return undefined;
  const { running, now } = last.clock;
  const state = Object.fromEntries([...maps].map(([name, map]) => [name, [...map]])) as StateSnapshot;
  // A running clock went on while nobody looked.
  return { state, clock: { running, now: running ? now + Math.max(0, wall - last.wall) : now } };
}

/** Writes down every change before the request that made it is answered. What was written survives kill -9. */
export class Journal {
  #descriptor: number;
  #writes: Write[] = [];
  #whole = false;
  #waiting = false;
  readonly #reading: () => ClockReading;
  readonly #wall: () => number;
  readonly #state: State;
  #written: string;
  readonly #stops: readonly (() => void)[];

  /**
   * Begins a file anew with all of State, so that it does not grow from start to start. The old file is replaced at once
   * by the whole new one.
   */
  constructor(options: {
    readonly path: string;
    readonly seed: string;
    readonly state: State;
    readonly clock: () => ClockReading;
    readonly wall: () => number;
  }) {
    const { path, seed, state } = options;
    this.#reading = options.clock;
    this.#wall = options.wall;
    this.#state = state;
    const header: Header = { file: "intent-tx-mock state", version: VERSION, seed };
    const fresh = `${path}.new`;
    try {
      // One that a crash left behind may have other rights.
      rmSync(fresh, { force: true });
      this.#descriptor = openSync(fresh, "wx", 0o600);
    } catch (error) {
      throw refused(path, `cannot be written (${codeOf(error)}); its folder must exist and be writable`);
    }
    writeSync(this.#descriptor, `${JSON.stringify(header)}\n`);
    this.#written = "";
    this.#line({ state: state.snapshot() });
    renameSync(fresh, path);
    this.#stops = [
      state.onWrite((write) => {
        this.#writes.push(write);
        this.#later();
      }),
      state.onRestore(() => {
        this.#whole = true;
        this.#later();
      }),
    ];
  }

  /** Writes what has changed since the last call. */
  flush(): void {
    if (this.#descriptor < 0) return;
    if (this.#whole) this.#line({ state: this.#state.snapshot() });
    else if (this.#writes.length > 0 || this.#standing() !== this.#written)
      this.#line({ writes: this.#writes });
    this.#writes = [];
    this.#whole = false;
  }

  /** Writes the rest and closes the file. */
  close(): void {
    if (this.#descriptor < 0) return;
    this.flush();
    for (const stop of this.#stops) stop();
    closeSync(this.#descriptor);
    this.#descriptor = -1;
  }

  /** What no request asked for (a timer, a method of the server) is written at the end of its turn. */
  #later(): void {
    if (this.#waiting) return;
    this.#waiting = true;
    nextTurn(() => {
      this.#waiting = false;
      this.flush();
    });
  }

  /** What of the clock is news even if no row changed: that it was frozen, turned or let run. */
  #standing(): string {
    const { running, now } = this.#reading();
    return running ? `running ${Math.round((now - this.#wall()) / 1000)}` : `frozen ${now}`;
  }

  #line(content: { readonly state: StateSnapshot } | { readonly writes: readonly Write[] }): void {
    const line: Line = { clock: this.#reading(), wall: this.#wall(), ...content };
    this.#written = this.#standing();
    writeSync(this.#descriptor, `${JSON.stringify(line)}\n`);
  }
}
