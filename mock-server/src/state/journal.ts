import type { Clock, ClockReading } from "../kernel/clock.js";
import type { SessionRow, WorldLine } from "./journal-lines.js";
import type { StateSnapshot, Write } from "./snapshot.js";
import type { State } from "./state.js";
import type { StateFile } from "./state-file.js";

// Captured at load: what was written must reach the file also under an app's fake timers.
const nextTurn = globalThis.setImmediate;

/** The session whose World a journal follows. */
export interface JournalSession {
  readonly id: string;
  readonly row: SessionRow;
  /** When it was last asked for something, by the server's clock. */
  readonly usedAt: () => number;
}

/** Follows one World and writes down every change before the request that made it is answered. */
export class Journal {
  #writes: Write[] = [];
  #whole = false;
  #waiting = false;
  #closed = false;
  #written = "";
  readonly #file: StateFile;
  readonly #reading: () => ClockReading;
  readonly #wall: () => number;
  readonly #state: State;
  readonly #session: JournalSession | undefined;
  readonly #stops: readonly (() => void)[];

  constructor(options: {
    readonly file: StateFile;
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
    this.#stops = [
      state.onWrite((write) => {
        this.#writes.push(write);
        this.#later();
      }),
      state.onRestore(() => {
        this.#whole = true;
        this.#later();
      }),
      clock.onTurned(() => this.#later()),
    ];
  }

  /** A line that holds everything: a file begins with it. */
  whole(): WorldLine {
    this.#writes = [];
    this.#whole = false;
    return this.#line({ state: this.#state.snapshot(), ...(this.#session && { row: this.#session.row }) });
  }

  /** Writes what has changed since the last call. @throws the system's error; all of it is then still to be written */
  flush(): void {
    if (this.#closed) return;
    const whole = this.#whole;
    if (!whole && this.#writes.length === 0 && this.#standing() === this.#written) return;
    try {
      this.#file.write(whole ? this.whole() : this.#line({ writes: this.#writes }));
    } catch (error) {
      this.#whole = whole;
      this.#written = "";
      throw error;
    }
    this.#writes = [];
  }

  /** Writes the rest and follows no longer. */
  close(): void {
    this.#tryToFlush();
    this.#closed = true;
    for (const stop of this.#stops) stop();
  }

  /** What no request asked for (a timer, a method of the server) is written at the end of its turn. */
  #later(): void {
    if (this.#waiting) return;
    this.#waiting = true;
    nextTurn(() => {
      this.#waiting = false;
      this.#tryToFlush();
    });
  }

  /** Where nobody waits for it, a failure is not to end the process: the file has warned of it. */
  #tryToFlush(): void {
    try {
      this.flush();
    } catch {
      // All of it is still to be written.
    }
  }

  /** What is news even if no row changed: that the clock was frozen, turned or let run, or that a session was used. */
  #standing(): string {
    const { running, now } = this.#reading();
    const clock = running ? `running ${Math.round((now - this.#wall()) / 1000)}` : `frozen ${now}`;
    return this.#session ? `${clock} ${this.#session.usedAt()}` : clock;
  }

  #line(
    content:
      | { readonly state: StateSnapshot; readonly row?: SessionRow }
      | { readonly writes: readonly Write[] },
  ): WorldLine {
    this.#written = this.#standing();
    const session = this.#session && { session: this.#session.id, usedAt: this.#session.usedAt() };
    return { clock: this.#reading(), wall: this.#wall(), ...content, ...session };
  }
}
