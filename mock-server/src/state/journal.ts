import type { Clock } from "../kernel/clock.js";
import { WallTimer, wallImmediate } from "../kernel/timers.js";
import { PendingWrites } from "./pending-writes.js";
import type { JournalRecord, RecordTimes, SessionRow, WorldRecord } from "./records.js";
import type { State } from "./state.js";

/** Maximum delay (ms) before read counts are written to the file. */
const CHECKPOINT_MS = 1_000;

export interface JournalSession {
  readonly id: string;
  readonly row: SessionRow;
  /** Time of its last request, by the server clock. */
  readonly usedAt: () => number;
}

interface JournalOptions {
  readonly state: State;
  readonly clock: Pick<Clock, "reading" | "onChange">;
  readonly wall: () => number;
  readonly session?: JournalSession;
  /** Writes a complete record or nothing. @throws the system's error */
  readonly write: (record: JournalRecord) => void;
  /** Why the file cannot be written now; undefined if it can. */
  readonly failure: () => string | undefined;
}

/** Writes every change of one World to the file, before the response to the request that made the change. */
export class Journal {
  /** Number of changes that must be in the file before their responses are sent. */
  changes = 0;
  readonly #pending = new PendingWrites();
  /** True from a restore until the whole World is in the file. */
  #replaced = false;
  #flushScheduled = false;
  readonly #checkpoint = new WallTimer();
  #closed = false;
  #written: string;
  readonly #options: JournalOptions;
  readonly #unsubscribes: readonly (() => void)[];

  constructor(options: JournalOptions) {
    const { state, clock } = options;
    this.#options = options;
    this.#written = this.#clockText();
    this.#unsubscribes = [
      state.onWrite((write, noted) => {
        if (this.#pending.add(write, noted) === "must") this.#changed();
        else this.#writeSoon();
      }),
      state.onRestore(() => {
        this.#pending.reset();
        this.#replaced = true;
        this.#changed();
      }),
      clock.onChange(() => this.#changed()),
    ];
  }

  /** Why the file cannot be written now; undefined if it can. */
  get failure(): string | undefined {
    return this.#options.failure();
  }

  fullRecord(): WorldRecord {
    const { session, state } = this.#options;
    const world = state.snapshot();
    const counters = world.counters?.map(
      ([key, count]) => [key, this.#pending.reservedOf(key, count)] as const,
    );
    return {
      ...(session && { session: session.id, row: session.row }),
      ...this.#times(),
      world: { ...world, ...(counters && { counters }) },
    };
  }

  /** Called when the file contains the current state of the World. */
  saved(): void {
    this.#pending.clear();
    this.#replaced = false;
    this.#written = this.#clockText();
    this.#checkpoint.clear();
  }

  /**
   * Called before a response: writes the request's changes to the file.
   *
   * @param before - `changes` when the request arrived
   * @throws the system's error; the changes stay pending. A request without changes never throws
   */
  beforeReply(before: number): void {
    try {
      this.flush();
    } catch (error) {
      if (this.changes !== before) throw error;
    }
  }

  /** Writes the pending changes. @throws the system's error; all changes then stay pending */
  flush(): void {
    if (this.#closed) return;
    if (this.#replaced || this.#pending.isUrgent || this.#clockText() !== this.#written) this.#write();
  }

  /** Writes the pending changes and stops recording. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#checkpoint.clear();
    for (const stop of this.#unsubscribes) stop();
    try {
      const last = this.#pending.toWriteLast();
      if (this.#replaced || last.length > 0 || this.#clockText() !== this.#written || this.#options.session)
        this.#write(last);
    } catch {
      // A warning has already been logged.
    }
  }

  #write(writes = this.#pending.toWrite()): void {
    const { session, write } = this.#options;
    try {
      write(
        this.#replaced
          ? this.fullRecord()
          : { ...(session && { session: session.id }), ...this.#times(), writes },
      );
    } catch (error) {
      this.#written = "";
      throw error;
    }
    this.saved();
  }

  #changed(): void {
    this.changes++;
    // Changes outside a request (a timer, a server method) are written at the end of the turn.
    if (this.#flushScheduled) return;
    this.#flushScheduled = true;
    wallImmediate(() => {
      this.#flushScheduled = false;
      this.#tryTo(() => this.flush());
    });
  }

  /** Schedules a write of read counts, so that a crash loses at most a second of them. */
  #writeSoon(): void {
    if (this.#checkpoint.isSet || this.#closed) return;
    this.#checkpoint.set(CHECKPOINT_MS, () => this.#tryTo(() => this.#closed || this.#write()));
  }

  /** Outside a request, a failure must not end the process. A warning has already been logged. */
  #tryTo(work: () => unknown): void {
    try {
      work();
    } catch {
      // The changes stay pending.
    }
  }

  /**
   * The state of the clock and the second of the session's last use, as text. A change of either is written even if no
   * row changed.
   */
  #clockText(): string {
    const { clock, wall, session } = this.#options;
    const { running, now } = clock.reading();
    const text = running ? `running ${Math.round((now - wall()) / 1000)}` : `frozen ${now}`;
    return session ? `${text} ${Math.floor(session.usedAt() / 1000)}` : text;
  }

  #times(): RecordTimes {
    const { clock, wall, session } = this.#options;
    return { clock: clock.reading(), wall: wall(), ...(session && { usedAt: session.usedAt() }) };
  }
}
