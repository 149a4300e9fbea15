import { Breath } from "../kernel/breath.js";
import type { Clock } from "../kernel/clock.js";
import type { ClockReading } from "../kernel/clock-reading.js";
import { PendingWrites } from "./pending-writes.js";
import { bytesOfRecord, type SessionRow, type Standing } from "./records.js";
import type { State } from "./state.js";
import { recordsOfWorld } from "./whole-world.js";

// Captured at load: what was written must reach the file also under an app's fake timers.
const nextTurn = globalThis.setImmediate;
const wallTimeout = globalThis.setTimeout;
const wallClear = globalThis.clearTimeout;

/** How long what reads count may wait for the file, milliseconds. */
const CHECKPOINT_MS = 1_000;

/** The session whose World a journal follows. */
export interface JournalSession {
  readonly id: string;
  readonly row: SessionRow;
  /** When it was last asked for something, by the server's clock. */
  readonly usedAt: () => number;
}

/** Where records go. */
export interface JournalFile {
  /** Why nothing can be written now, as the system says it. */
  readonly failure: string | undefined;
  /** Adds a record, whole or not at all. @throws the system's error */
  write(bytes: Buffer): void;
  /** Says that a World is no longer being written whole: the file may be written anew now. */
  tidy(): void;
}

/** Follows one World and writes down every change before the request that made it is answered. */
export class Journal {
  /** Goes up with every change that must be on file before it is answered. */
  changes = 0;
  readonly #pending = new PendingWrites();
  /** Set when everything was replaced, until all of it is on file. */
  #whole = false;
  #writingWhole: Promise<void> | undefined;
  #waiting = false;
  #checkpoint: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  #written = "";
  readonly #file: JournalFile;
  readonly #reading: () => ClockReading;
  readonly #wall: () => number;
  readonly #state: State;
  readonly #session: JournalSession | undefined;
  readonly #stops: readonly (() => void)[];

  constructor(options: {
    readonly file: JournalFile;
    readonly state: State;
    readonly clock: Pick<Clock, "reading" | "onTurned">;
    readonly wall: () => number;
    readonly session?: JournalSession;
  }) {
    const { state, clock } = options;
    this.#file = options.file;
    this.#reading = () => clock.reading();
    this.#wall = options.wall;
    this.#session = options.session;
    this.#state = state;
    this.#written = this.#standing();
    this.#stops = [
      state.onWrite((write, noted) => {
        const urgency = this.#pending.add(write, noted);
        if (urgency === "must") this.#changed();
        else this.#soon();
      }),
      state.onRestore(() => {
        this.#pending.reset();
        this.#whole = true;
        this.#changed();
      }),
      clock.onTurned(() => this.#changed()),
    ];
  }

  /** Why nothing can be written now, as the system says it; undefined when all is well. */
  get failure(): string | undefined {
    return this.#file.failure;
  }

  /** Whether it is in the middle of writing everything, and cannot say all of it to another file. */
  get isWritingWhole(): boolean {
    return this.#writingWhole !== undefined;
  }

  /** The records that hold everything as it is now. */
  whole(): Iterable<Buffer> {
    const frozen = this.#state.freeze();
    return recordsOfWorld(frozen, this.#now(), this.#session, (key, count) =>
      this.#pending.reservedOf(key, count),
    );
  }

  /** The same to begin with: only what changes later is still to be written. */
  begin(): Iterable<Buffer> {
    this.begun();
    return this.whole();
  }

  /** Says that everything as it is now is on file. */
  begun(): void {
    this.#pending.clear();
    this.#whole = false;
    this.#written = this.#standing();
  }

  /**
   * Waits until what a request changed is on file.
   *
   * @param before - `changes` when the request came
   * @throws the system's error; what was changed is still to be written. A request that changed nothing is answered all the same
   */
  async answered(before: number): Promise<void> {
    try {
      await this.flush();
    } catch (error) {
      if (this.changes !== before) throw error;
    }
  }

  /** Writes what has changed. @throws the system's error; all of it is then still to be written */
  flush(): Promise<void> | undefined {
    if (this.#closed) return undefined;
    if (this.#writingWhole) return this.#writingWhole.then(() => this.flush());
    if (this.#whole) return this.#writeWhole();
    if (this.#pending.isUrgent || this.#standing() !== this.#written) this.#write();
    return undefined;
  }

  /** Writes the rest and follows no longer. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    wallClear(this.#checkpoint);
    for (const stop of this.#stops) stop();
    try {
      if (this.#whole || this.#writingWhole) for (const bytes of this.begin()) this.#file.write(bytes);
      const last = this.#pending.toWriteLast();
      if (last.length > 0 || this.#standing() !== this.#written || this.#session) this.#write(last);
    } catch {
      // The file has warned of it.
    }
  }

  /** Gives way to others: what was replaced may be large. Nothing else of this World is written in between. */
  #writeWhole(): Promise<void> {
    const write = async () => {
      const breath = new Breath(1);
      for (const bytes of this.begin()) {
        this.#file.write(bytes);
        if (breath.due) await breath.take();
        if (this.#closed) return;
      }
    };
    this.#writingWhole = write()
      .catch((error: unknown) => {
        this.#whole = true;
        throw error;
      })
      .finally(() => {
        this.#writingWhole = undefined;
        this.#file.tidy();
      });
    return this.#writingWhole;
  }

  #write(writes = this.#pending.toWrite()): void {
    try {
      this.#file.write(
        bytesOfRecord({
          ...(this.#session && { session: this.#session.id }),
          ...this.#now(),
          writes,
        }),
      );
    } catch (error) {
      this.#written = "";
      throw error;
    }
    this.#written = this.#standing();
    this.#pending.clear();
    wallClear(this.#checkpoint);
    this.#checkpoint = undefined;
  }

  #changed(): void {
    this.changes++;
    // A change that no request asked for (a timer, a method of the server) is written at the end of its turn.
    if (this.#waiting) return;
    this.#waiting = true;
    nextTurn(() => {
      this.#waiting = false;
      this.#tryTo(() => this.flush());
    });
  }

  /** Schedules a write of the counts that reads make, so that a crash loses at most a second of them. */
  #soon(): void {
    if (this.#checkpoint !== undefined || this.#closed) return;
    this.#checkpoint = wallTimeout(() => {
      this.#checkpoint = undefined;
      if (!this.#closed && !this.#whole && !this.#writingWhole && !this.#pending.isEmpty)
        this.#tryTo(() => this.#write());
    }, CHECKPOINT_MS);
    this.#checkpoint.unref?.();
  }

  /** Where nobody waits for it, a failure is not to end the process: the file has warned of it. */
  #tryTo(work: () => Promise<void> | undefined | void): void {
    try {
      work()?.catch(() => undefined);
    } catch {
      // All of it is still to be written.
    }
  }

  /**
   * Describes the state that must be written even if no row changed: whether the clock is running or frozen
   * and where it stands, and the second in which the session was last used.
   */
  #standing(): string {
    const { running, now } = this.#reading();
    const clock = running ? `running ${Math.round((now - this.#wall()) / 1000)}` : `frozen ${now}`;
    return this.#session ? `${clock} ${Math.floor(this.#session.usedAt() / 1000)}` : clock;
  }

  #now(): Standing {
    const usedAt = this.#session && { usedAt: this.#session.usedAt() };
    return { clock: this.#reading(), wall: this.#wall(), ...usedAt };
  }
}
