import { OptionError } from "./errors.js";
import { LAST_MOMENT } from "./time.js";
import { TimeSlice } from "./time-slice.js";
import { nextTurn, WallTimer, wallMark, wallTime } from "./timers.js";

/** Event loop turns to wait after a response, because its body reaches the caller in several stream chunks. */
const TURNS = 4;

/** Counts work in progress, so that a caller can wait until all of it has ended. */
class WorkUnderWay {
  #busy = 0;
  #idle: (() => void)[] = [];

  async during<T>(work: () => Promise<T> | T): Promise<T> {
    this.#busy++;
    try {
      return await work();
    } finally {
      this.#rest();
    }
  }

  /** Waits for a promise inside `during`. The surrounding work does not count as in progress during the wait. */
  async apart<T>(waiting: Promise<T>): Promise<T> {
    this.#rest();
    try {
      return await waiting;
    } finally {
      this.#busy++;
    }
  }

  /** Resolves when no work is in progress. */
  async atRest(): Promise<void> {
    while (this.#busy > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  /** Lets everything that is ready run, and resolves when all work has ended. */
  async settled(): Promise<void> {
    await nextTurn();
    while (this.#busy > 0) {
      await new Promise<void>((resolve) => this.#idle.push(resolve));
      // A caller that has just received a response may then send another request or sleep again.
      for (let turn = 0; turn < TURNS; turn++) await nextTurn();
    }
  }

  #rest(): void {
    this.#busy--;
    if (this.#busy > 0 || this.#idle.length === 0) return;
    for (const idle of this.#idle.splice(0)) idle();
  }
}

/** A clock's time and whether it runs, for snapshots. */
export interface ClockReading {
  readonly now: number;
  readonly running: boolean;
}

/** Real time (ms) after which a sleep on a frozen clock is reported. */
const STALL_MS = 1000;

interface Due {
  readonly at: number;
  readonly run: () => unknown;
  /** True if the task ends a sleep. A clock in `auto` mode advances to such a task. */
  readonly sleeper: boolean;
  /** Called if the task is dropped, so that its caller does not wait forever. */
  readonly dropped?: (() => void) | undefined;
}

/** A clock's scheduled tasks, sorted by time. Tasks at the same time keep their order. */
class Agenda {
  #due: Due[] = [];

  get next(): Due | undefined {
    return this.#due[0];
  }

  get nextSleeper(): Due | undefined {
    return this.#due.find(({ sleeper }) => sleeper);
  }

  add(due: Due): void {
    // Keeping the list sorted is cheap, because there are few tasks and most are added in order.
    let index = this.#due.length;
    while (index > 0 && (this.#due[index - 1]?.at ?? 0) > due.at) index--;
    this.#due.splice(index, 0, due);
  }

  remove(due: Due): void {
    const place = this.#due.indexOf(due);
    if (place >= 0) this.#due.splice(place, 1);
  }

  /** Drops all tasks and calls their `dropped`. */
  drop(): void {
    const dropped = this.#due;
    this.#due = [];
    for (const due of dropped) due.dropped?.();
  }
}

/** A World's only source of time: every window, expiry, slot and delay reads it. */
export class Clock {
  #now: number;
  /**
   * The monotonic time that corresponds to `#now` while the clock runs. Unlike the machine's clock, it never goes back.
   */
  #anchor: number | undefined;
  readonly #agenda = new Agenda();
  readonly #timer = new WallTimer();
  readonly #turned = new Set<() => void>();
  #closed = false;
  /** Resolves when no manual change of the clock is in progress. */
  #moving: Promise<void> = Promise.resolve();
  /** Number of restores and resets. A restore or reset cancels all earlier manual changes. */
  #puts = 0;
  /** Work in progress that does not wait for this clock. */
  readonly #work = new WorkUnderWay();
  readonly #onFailure: (error: unknown) => void;
  readonly #auto: boolean;
  #following = false;
  /** Callbacks that end each current sleep with an error. */
  readonly #sleepers = new Set<(error: Error) => void>();
  readonly #stall = new WallTimer();
  #stallSaid = false;
  readonly #limit = new WallTimer();
  /** True once the limit for sleeps has passed. */
  #overdue = false;

  /**
   * @param reading the initial time; default wall time
   * @param onFailure receives errors thrown by scheduled tasks; the clock and later tasks continue
   * @param auto advances a frozen clock automatically to the end of the next sleep
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

  /** True after `close`. A closed clock runs no more tasks. */
  get closed(): boolean {
    return this.#closed;
  }

  /** True while the clock runs with wall time. */
  get running(): boolean {
    return this.#anchor !== undefined;
  }

  reading(): ClockReading {
    return { now: this.now(), running: this.running };
  }

  /**
   * Runs `task` at time `at`; returns a function that cancels it. If the clock is restored, reset or closed, `dropped`
   * is called instead.
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
   * Waits until `ms` have passed on this clock. On a frozen clock, the wait ends only when the clock is advanced. The
   * wait ends early if the clock is restored, reset or closed.
   *
   * @throws the signal's reason when it is aborted; {@link OptionError} for an end after the year 9999
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

  /** True if the clock moves only through `advance` and `set`. */
  get #stands(): boolean {
    return !this.#auto && !this.running && !this.#closed;
  }

  #stalled(at: number): string {
    const now = this.now();
    const by = at - now;
    return `A wait of ${by} ms on the server's clock does not end: the clock is frozen at ${new Date(now).toISOString()} (clock.now), and nothing moves it. Call server.clock.advance(${by}), or create the server with clock: { mode: "auto" }.`;
  }

  /** Warns once if something sleeps on a clock that has not moved for a second. */
  #watch(): void {
    if (this.#stallSaid || this.#stall.isSet || !this.#stands) return;
    const now = this.now();
    // The timer keeps the process alive; otherwise the process could exit before the warning.
    const look = () => {
      const sleeper = this.#agenda.nextSleeper;
      if (!sleeper || !this.#stands) return;
      if (this.now() !== now) return this.#watch();
      this.#stallSaid = true;
      console.warn(this.#stalled(sleeper.at));
    };
    this.#stall.set(STALL_MS, look, true);
  }

  /** Rejects sleeps on a frozen clock after `ms` of real time, which must be less than the test's timeout. */
  limitSleeps(ms: number): void {
    this.#limit.set(ms, () => {
      this.#overdue = true;
      const sleeper = this.#agenda.nextSleeper;
      if (!sleeper || !this.#stands) return;
      const error = new Error(this.#stalled(sleeper.at));
      for (const failed of [...this.#sleepers]) failed(error);
    });
  }

  /** Advances the otherwise frozen clock to the end of each sleep, one after another. */
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

  /** Runs work that `advance` waits for. */
  during<T>(work: () => Promise<T> | T): Promise<T> {
    return this.#work.during(work);
  }

  /** Waits, inside `during`, for something that can need the clock to advance or real time to pass. */
  apart<T>(waiting: Promise<T>): Promise<T> {
    return this.#work.apart(waiting);
  }

  /** Resolves when no work that `advance` waits for is in progress. */
  atRest(): Promise<void> {
    return this.#work.atRest();
  }

  /**
   * Moves the clock forward by `ms`, runs all due tasks in order, and resolves when their work has ended. Concurrent
   * calls run one after the other.
   */
  advance(ms: number): Promise<void> {
    return this.#inTurn(() => this.#moveTo(this.now() + ms));
  }

  /** Moves the clock forward to `now` and freezes it there. Tasks that become due run. */
  set(now: number): Promise<void> {
    this.#freeze();
    return this.#inTurn(() => {
      this.#freeze();
      return this.#moveTo(now);
    });
  }

  #inTurn(move: () => Promise<void>): Promise<void> {
    const puts = this.#puts;
    // A reset or restore during the wait cancels this move.
    const turn = this.#moving.then(() => (puts === this.#puts ? move() : undefined));
    this.#moving = turn.catch(() => undefined);
    return turn;
  }

  /** Continues with wall time from the clock's current time. */
  resume(): void {
    this.#anchor ??= wallMark();
    this.#arm();
  }

  /** Sets the clock to any reading and drops scheduled tasks. Called only by a World's restore and reset. */
  restore(reading: ClockReading): void {
    this.#puts++;
    this.#agenda.drop();
    this.#now = reading.now;
    this.#anchor = reading.running ? wallMark() : undefined;
    this.#arm();
    this.#tell();
  }

  /** Calls `listener` after every manual change of the clock; returns a function that removes it. */
  onTurned(listener: () => void): () => void {
    this.#turned.add(listener);
    return () => this.#turned.delete(listener);
  }

  /** Drops scheduled tasks and allows the process to exit. */
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

  /** Sets a real timer for a running clock's next task. The timer keeps the process alive during a sleep. */
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
      // The other due tasks run in the next event loop turn, so that requests can be handled in between.
      if (slice.isOver) break;
    }
    this.#arm();
  }
}
