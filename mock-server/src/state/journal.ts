import type { Clock } from "../kernel/clock.js";
import { WallTimer, wallImmediate, wallTime } from "../kernel/timers.js";
import type { RecordTimes, SessionRow, WorldRecord } from "./records.js";
import type { State } from "./state.js";
import type { StateFile } from "./state-file.js";
import type { Write } from "./tables.js";

/** Maximum delay (ms) before read counts are written to the file. */
const CHECKPOINT_MS = 1_000;

export interface JournalSession {
  readonly id: string;
  readonly row: SessionRow;
  /** Time of its last request, by the server clock. */
  readonly usedAt: () => number;
}

interface JournalOptions {
  readonly file: StateFile;
  readonly state: State;
  readonly clock: Clock;
  readonly session: JournalSession | undefined;
}

/** Writes every change of one World to the file, before the response to the request that made the change. */
export class Journal {
  /** Number of changes that must be in the file before their responses are sent. */
  changes = 0;
  #pending: Write[] = [];
  /** Indexes into `#pending` by table and key, for rows that a later write may replace. */
  readonly #indexes = new Map<string, number>();
  /** True while a pending change must be in the file before a response. */
  #urgent = false;
  /** True from a restore until the whole World is in the file. */
  #replaced = false;
  #flushScheduled = false;
  readonly #checkpoint = new WallTimer();
  #closed = false;
  #written: string;
  readonly #unsubscribes: readonly (() => void)[];

  constructor(private readonly options: JournalOptions) {
    const { state, clock } = options;
    this.#written = this.#clockText();
    this.#unsubscribes = [
      state.onWrite((write, isDeferred) => {
        this.#add(write);
        if (isDeferred) this.#writeSoon();
        else this.#changed();
      }),
      state.onReplaced(() => {
        this.#replaced = true;
        this.#changed();
      }),
      clock.onChange(() => this.#changed()),
    ];
  }

  get file(): StateFile {
    return this.options.file;
  }

  fullRecord(): WorldRecord {
    const { session, state } = this.options;
    return {
      ...(session && { session: session.id, row: session.row }),
      ...this.#times(),
      world: state.snapshot(),
    };
  }

  /** Called when the file contains the current state of the World. */
  saved(): void {
    this.#pending = [];
    this.#indexes.clear();
    this.#urgent = false;
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
    if (this.#urgent || this.#clockText() !== this.#written) this.#write();
  }

  /** Writes the pending changes and stops recording. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#checkpoint.clear();
    for (const stop of this.#unsubscribes) stop();
    const isChanged = this.#urgent || this.#pending.length > 0 || this.#clockText() !== this.#written;
    if (isChanged || this.options.session) this.#tryTo(() => this.#write());
  }

  #add(write: Write): void {
    const place = `${write.table} ${write.key}`;
    const known = this.#indexes.get(place);
    if (write.row === undefined) {
      this.#pending.push(write);
      this.#indexes.delete(place);
    } else if (known === undefined) this.#indexes.set(place, this.#pending.push(write) - 1);
    else this.#pending[known] = write;
  }

  #write(): void {
    const { session, file } = this.options;
    try {
      file.write(
        this.#replaced
          ? this.fullRecord()
          : { ...(session && { session: session.id }), ...this.#times(), writes: this.#pending },
      );
    } catch (error) {
      this.#written = "";
      throw error;
    }
    this.saved();
  }

  #changed(): void {
    this.changes++;
    this.#urgent = true;
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
    if (!this.#checkpoint.isSet) this.#checkpoint.set(CHECKPOINT_MS, () => this.#tryTo(() => this.#write()));
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
    const { clock, session } = this.options;
    const { running, now } = clock.reading();
    const text = running ? `running ${Math.round((now - wallTime()) / 1000)}` : `frozen ${now}`;
    return session ? `${text} ${Math.floor(session.usedAt() / 1000)}` : text;
  }

  #times(): RecordTimes {
    const { clock, session } = this.options;
    return { clock: clock.reading(), wall: wallTime(), ...(session && { usedAt: session.usedAt() }) };
  }
}
