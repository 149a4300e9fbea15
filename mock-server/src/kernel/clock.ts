import { OptionError } from "./errors.js";
import { LAST_MOMENT } from "./time.js";
import { TimeSlice } from "./time-slice.js";
import { nextTurn, WallTimer, wallMark, wallTime } from "./timers.js";

/** Turns of the event loop in which a caller has read an answer: its body comes in a few chunks of a stream. */
const TURNS = 4;

/** Counts the work that is being done, so that a caller can wait for its end. */
class WorkUnderWay {
  #busy = 0;
  #idle: (() => void)[] = [];

  /** Does a piece of work. */
  async during<T>(work: () => Promise<T> | T): Promise<T> {
    this.#busy++;
    try {
      return await work();
    } finally {
      this.#rest();
    }
  }

  /** Waits, within a piece of work, for something that does not count as work. */
  async apart<T>(waiting: Promise<T>): Promise<T> {
    this.#rest();
    try {
      return await waiting;
    } finally {
      this.#busy++;
    }
  }

  /** Resolves when no work is being done. */
  async atRest(): Promise<void> {
    while (this.#busy > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  /** Lets everything run that is ready to run, and all work end. */
  async settled(): Promise<void> {
    await nextTurn();
    while (this.#busy > 0) {
      await new Promise<void>((resolve) => this.#idle.push(resolve));
      // A caller that got an answer reads it, and may ask or wait again.
      for (let turn = 0; turn < TURNS; turn++) await nextTurn();
    }
  }

  #rest(): void {
    this.#busy--;
    if (this.#busy > 0 || this.#idle.length === 0) return;
    for (const idle of this.#idle.splice(0)) idle();
  }
}

/** The time of a clock and whether it runs, for snapshots. */
export interface ClockReading {
  readonly now: number;
  readonly running: boolean;
}

/** How long a frozen clock may stand while something sleeps on it, before that is said. */
const STALL_MS = 1000;

/** Something that a clock will do at a moment. */
interface Due {
  readonly at: number;
  readonly run: () => unknown;
  /** Whether a sleep ends then: a clock of the mode `auto` moves there. */
  readonly sleeper: boolean;
  /** Called when it will never run, so that no caller waits for ever. */
  readonly dropped?: (() => void) | undefined;
}

/** The things that a clock will do, by time; of two at one moment the one that was added first comes first. */
class Agenda {
  #due: Due[] = [];

  get next(): Due | undefined {
    return this.#due[0];
  }

  /** The end of the next sleep. */
  get nextSleeper(): Due | undefined {
    return this.#due.find(({ sleeper }) => sleeper);
  }

  add(due: Due): void {
    // Kept sorted: there are few, and they mostly come in order.
    let index = this.#due.length;
    while (index > 0 && (this.#due[index - 1]?.at ?? 0) > due.at) index--;
    this.#due.splice(index, 0, due);
  }

  remove(due: Due): void {
    const place = this.#due.indexOf(due);
    if (place >= 0) this.#due.splice(place, 1);
  }

  /** Forgets everything, and ends the waits for it. */
  drop(): void {
    const dropped = this.#due;
    this.#due = [];
    for (const due of dropped) due.dropped?.();
  }
}

/** The one source of time of a World: every window, expiry, slot and delay reads it. */
export class Clock {
  #now: number;
  /** The mark at which `#now` was true, while the clock runs. Marks only go forward; the machine's clock may be put back. */
  #anchor: number | undefined;
  readonly #agenda = new Agenda();
  readonly #timer = new WallTimer();
  readonly #turned = new Set<() => void>();
  #closed = false;
  /** Settled when no move by hand is under way. */
  #moving: Promise<void> = Promise.resolve();
  /** How often it was put elsewhere: a move that began before goes no further. */
  #puts = 0;
  /** Work under way that waits for nothing on this clock. */
  readonly #work = new WorkUnderWay();
  readonly #onFailure: (error: unknown) => void;
  readonly #auto: boolean;
  #following = false;
  /** Ends the sleeps with an error. */
  readonly #sleepers = new Set<(error: Error) => void>();
  readonly #stall = new WallTimer();
  #stallSaid = false;
  readonly #limit = new WallTimer();
  /** Set once sleeps are no longer waited for. */
  #overdue = false;

  /**
   * @param reading where it begins; absent, it is wall time
   * @param onFailure gets what a timer throws; the clock and the timers after it continue
   * @param auto whether a frozen clock moves automatically to the end of the next sleep
   */
  constructor(
    reading: ClockReading | undefined,
    onFailure: (error: unknown) => void = () => undefined,
    auto: boolean = false,
  ) {
    this.#onFailure = onFailure;
    this.#auto = auto;
    const mark = wallMark();
    this.#now = reading?.now ?? wallTime();
    this.#anchor = (reading?.running ?? true) ? mark : undefined;
  }

  /** Milliseconds since 1970. A running clock stops at the end of the year 9999. */
  now(): number {
    if (this.#anchor === undefined) return this.#now;
    return Math.min(this.#now + Math.floor(wallMark() - this.#anchor), LAST_MOMENT);
  }

  /** True once nothing more will happen on it. */
  get closed(): boolean {
    return this.#closed;
  }

  /** True while the clock runs with wall time. */
  get running(): boolean {
    return this.#anchor !== undefined;
  }

  /** Its time and whether it runs. */
  reading(): ClockReading {
    return { now: this.now(), running: this.running };
  }

  /**
   * Runs `task` when the clock reaches `at`; returns a function that cancels it. `dropped` is called in its place when the
   * clock is put elsewhere or closed.
   */
  schedule(at: number, task: () => unknown, dropped?: () => void): () => void {
    return this.#schedule({ at, run: task, dropped, sleeper: false });
  }

  #schedule(due: Due): () => void {
    this.#agenda.add(due);
    this.#arm();
    return () => {
      this.#agenda.remove(due);
      this.#arm();
    };
  }

  /**
   * Waits until `ms` have passed on this clock; a frozen clock has to be advanced for it. A clock that is put elsewhere or
   * closed ends the wait.
   *
   * @throws the signal's reason when it is aborted; {@link OptionError} for a time that no clock reaches
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const at = this.now() + ms;
      if (!(at <= LAST_MOMENT))
        return reject(new OptionError("ms", `is ${ms}; it must be milliseconds up to the year 9999`));
      if (signal?.aborted) return reject(signal.reason);
      if (this.#closed || ms <= 0) return resolve();
      if (this.#overdue && this.#stands) return reject(new Error(this.#stalled(at)));
      const end = () => {
        signal?.removeEventListener("abort", aborted);
        this.#sleepers.delete(failed);
      };
      const over = () => {
        end();
        resolve();
      };
      const failed = (error: Error) => {
        end();
        cancel();
        reject(error);
      };
      const cancel = this.#schedule({ at, run: over, dropped: over, sleeper: true });
      const aborted = () => {
        end();
        cancel();
        reject(signal?.reason);
      };
      signal?.addEventListener("abort", aborted, { once: true });
      this.#sleepers.add(failed);
      if (this.#auto) void this.#follow();
      else this.#watch();
    });
  }

  /** Whether only a call moves it. */
  get #stands(): boolean {
    return !this.#auto && !this.running && !this.#closed;
  }

  #stalled(at: number): string {
    const now = this.now();
    const by = at - now;
    return `A wait of ${by} ms on the server's clock does not end: the clock is frozen at ${new Date(now).toISOString()} (clock.now), and nothing moves it. Call server.clock.advance(${by}), or make the server with clock: { mode: "auto" }.`;
  }

  /** Says once that something sleeps on a clock that nothing has moved for a second. */
  #watch(): void {
    if (this.#stallSaid || this.#stall.isSet || !this.#stands) return;
    const now = this.now();
    // It keeps the process alive: one that has nothing else to do would end without a word.
    const look = () => {
      const sleeper = this.#agenda.nextSleeper;
      if (!sleeper || !this.#stands) return;
      if (this.now() !== now) return this.#watch();
      this.#stallSaid = true;
      console.warn(this.#stalled(sleeper.at));
    };
    this.#stall.set(STALL_MS, look, true);
  }

  /** After so long in real time what sleeps on the clock while it is frozen fails, with the reason: a test would only be too late. */
  limitSleeps(ms: number): void {
    this.#limit.set(ms, () => {
      this.#overdue = true;
      const sleeper = this.#agenda.nextSleeper;
      if (!sleeper || !this.#stands) return;
      const error = new Error(this.#stalled(sleeper.at));
      for (const failed of [...this.#sleepers]) failed(error);
    });
  }

  /** Moves from the end of one sleep to the next, as long as the clock is frozen otherwise. */
  async #follow(): Promise<void> {
    if (this.#following) return;
    this.#following = true;
    try {
      for (;;) {
        await this.#work.settled();
        const next = this.#agenda.nextSleeper;
        if (!next || this.running || this.#closed) return;
        await this.#moveTo(next.at);
      }
    } finally {
      this.#following = false;
    }
  }

  /** Does work that is settled only when it is done: `advance` waits for it. */
  during<T>(work: () => Promise<T> | T): Promise<T> {
    return this.#work.during(work);
  }

  /** Waits, within `during`, for something that may itself need the clock to be turned, or real time to pass. */
  apart<T>(waiting: Promise<T>): Promise<T> {
    return this.#work.apart(waiting);
  }

  /** Resolves when no work is under way that `advance` would wait for. */
  atRest(): Promise<void> {
    return this.#work.atRest();
  }

  /**
   * Moves the clock forward by `ms`, runs all that falls due in its order, and resolves when that has settled. Of two calls
   * at once the second begins where the first has ended.
   */
  advance(ms: number): Promise<void> {
    return this.#inTurn(() => this.#moveTo(this.now() + ms));
  }

  /** Sets the clock forward to `now` and freezes it there. What falls due on the way happens. */
  set(now: number): Promise<void> {
    this.#freeze();
    return this.#inTurn(() => {
      this.#freeze();
      return this.#moveTo(now);
    });
  }

  #inTurn(move: () => Promise<void>): Promise<void> {
    const puts = this.#puts;
    // A reset that comes while it waits has the last word.
    const turn = this.#moving.then(() => (puts === this.#puts ? move() : undefined));
    this.#moving = turn.catch(() => undefined);
    return turn;
  }

  /** Lets the clock run with wall time from its present time. */
  resume(): void {
    this.#anchor ??= wallMark();
    this.#arm();
  }

  /** Puts the clock where a reading says, backwards too; what was scheduled is forgotten. Only restore and reset call it. */
  restore(reading: ClockReading): void {
    this.#puts++;
    this.#agenda.drop();
    this.#now = reading.now;
    this.#anchor = reading.running ? wallMark() : undefined;
    this.#arm();
    this.#tell();
  }

  /** Calls `listener` whenever the clock was turned by hand. Returns a function that ends it. */
  onTurned(listener: () => void): () => void {
    this.#turned.add(listener);
    return () => this.#turned.delete(listener);
  }

  /** Forgets what was scheduled and lets the process end. */
  close(): void {
    this.#closed = true;
    this.#agenda.drop();
    this.#turned.clear();
    this.#stall.clear();
    this.#limit.clear();
    this.#arm();
  }

  #freeze(): void {
    this.#now = this.now();
    this.#anchor = undefined;
    this.#arm();
  }

  async #moveTo(target: number): Promise<void> {
    const running = this.running;
    const puts = this.#puts;
    this.#freeze();
    await this.#work.settled();
    for (let next = this.#agenda.next; next && next.at <= target; next = this.#agenda.next) {
      if (puts !== this.#puts) return;
      this.#agenda.remove(next);
      this.#now = Math.max(this.#now, next.at);
      await this.#run(next);
      await this.#work.settled();
    }
    if (puts !== this.#puts) return;
    this.#now = Math.max(this.#now, target);
    if (running) this.resume();
    this.#tell();
    await this.#work.settled();
  }

  async #run({ run }: Due): Promise<void> {
    try {
      await run();
    } catch (error) {
      this.#onFailure(error);
    }
  }

  #tell(): void {
    for (const listener of [...this.#turned]) listener();
  }

  /** A running clock needs a real timer for what is due next. It keeps the process alive during a sleep. */
  #arm(): void {
    const { next, nextSleeper } = this.#agenda;
    if (!next || this.#anchor === undefined) this.#timer.clear();
    else this.#timer.set(next.at - this.now(), () => this.#fire(), nextSleeper !== undefined);
  }

  #fire(): void {
    const slice = new TimeSlice(1);
    for (let next = this.#agenda.next; next && next.at <= this.now(); next = this.#agenda.next) {
      this.#agenda.remove(next);
      void this.#run(next);
      // The rest that is due comes in the next turn, so that requests are answered in between.
      if (slice.isOver) break;
    }
    this.#arm();
  }
}
