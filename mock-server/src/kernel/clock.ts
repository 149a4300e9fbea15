import { OptionError } from "./errors.js";
import { LAST_MOMENT, momentAfter } from "./time.js";
import { TimeSlice } from "./time-slice.js";
import { nextTurn, WallTimer, wallMark, wallTime } from "./timers.js";

/** Event loop turns to wait after a response, because its body reaches the caller in several stream chunks. */
const TURNS = 4;

/** Counts work in progress, so that a caller can wait until all of it has ended. */
class WorkTracker {
  #running = 0;
  #idle: (() => void)[] = [];

  async track<T>(work: () => Promise<T> | T): Promise<T> {
    this.#running++;
    try {
      return await work();
    } finally {
      this.#end();
    }
  }

  /**
   * Waits, inside `track`, for something that can need the clock to advance or real time to pass. The surrounding work
   * does not count as in progress during the wait.
   */
  async untracked<T>(waiting: Promise<T>): Promise<T> {
    this.#end();
    try {
      return await waiting;
    } finally {
      this.#running++;
    }
  }

  /** Resolves when no work is in progress. `then` is called at that moment, before other work can begin. */
  async whenIdle(then: () => void = () => undefined): Promise<void> {
    while (this.#running > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
    then();
  }

  /** Lets everything that is ready run, and resolves when all work has ended. */
  async settled(): Promise<void> {
    await nextTurn();
    while (this.#running > 0) {
      await new Promise<void>((resolve) => this.#idle.push(resolve));
      // A caller that has just received a response may then send another request or sleep again.
      for (let turn = 0; turn < TURNS; turn++) await nextTurn();
    }
  }

  #end(): void {
    this.#running--;
    if (this.#running > 0 || this.#idle.length === 0) return;
    for (const resolve of this.#idle.splice(0)) resolve();
  }
}

/** A clock's time and whether it runs, for snapshots. */
export interface ClockReading {
  readonly now: number;
  readonly running: boolean;
}

/** Real time (ms) after which a sleep on a frozen clock is reported. */
const STALL_MS = 1000;

interface ScheduledTask {
  readonly at: number;
  readonly run: () => unknown;
  /** Ends a sleep with an error, if the task ends one. A clock in `auto` mode advances to such a task. */
  readonly fail?: (error: Error) => void;
  /** Called if the task is dropped, so that its caller does not wait forever. */
  readonly dropped?: (() => void) | undefined;
}

/** A clock's scheduled tasks, sorted by time. Tasks at the same time keep their order. */
class TaskQueue {
  #tasks: ScheduledTask[] = [];

  get next(): ScheduledTask | undefined {
    return this.#tasks[0];
  }

  get sleepers(): ScheduledTask[] {
    return this.#tasks.filter(({ fail }) => fail);
  }

  get nextSleeper(): ScheduledTask | undefined {
    return this.sleepers[0];
  }

  add(task: ScheduledTask): void {
    // Keeping the list sorted is cheap, because there are few tasks and most are added in order.
    let index = this.#tasks.length;
    while (index > 0 && (this.#tasks[index - 1]?.at ?? 0) > task.at) index--;
    this.#tasks.splice(index, 0, task);
  }

  remove(task: ScheduledTask): void {
    const index = this.#tasks.indexOf(task);
    if (index >= 0) this.#tasks.splice(index, 1);
  }

  drop(): void {
    const dropped = this.#tasks;
    this.#tasks = [];
    for (const task of dropped) task.dropped?.();
  }
}

/** A World's only source of time: every window, expiry, slot and delay reads it. */
export class Clock {
  #now: number;
  /**
   * The monotonic time that corresponds to `#now` while the clock runs. Unlike the machine's clock, it never goes back.
   */
  #anchor: number | undefined;
  readonly #tasks = new TaskQueue();
  readonly #timer = new WallTimer();
  readonly #listeners = new Set<() => void>();
  #closed = false;
  /** Resolves when no manual change of the clock is in progress. */
  #moving: Promise<void> = Promise.resolve();
  /** Number of restores and resets. A restore or reset cancels all earlier manual changes. */
  #restores = 0;
  /** Work in progress, for which `advance` waits. */
  readonly work = new WorkTracker();
  #advancing = false;
  readonly #stall = new WallTimer();
  #stallWarned = false;
  readonly #limit = new WallTimer();
  /** True after the limit for sleeps has passed. */
  #overdue = false;

  /**
   * @param reading the initial time; default wall time
   * @param onFailure receives errors thrown by scheduled tasks; the clock and later tasks continue
   * @param auto advances a frozen clock automatically to the end of the next sleep
   */
  constructor(
    reading: ClockReading | undefined,
    private readonly onFailure: (error: unknown) => void = () => undefined,
    private readonly auto: boolean = false,
  ) {
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
    return this.#schedule({ at, run: task, dropped });
  }

  #schedule(task: ScheduledTask): () => void {
    this.#tasks.add(task);
    this.#arm();
    return () => {
      this.#tasks.remove(task);
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
        return reject(new OptionError("ms", `must end before the year 10000; got ${ms}`));
      if (signal?.aborted) return reject(signal.reason);
      if (this.#closed || ms <= 0) return resolve();
      if (this.#overdue && this.#isManual) return reject(new Error(this.#stalled(at)));
      const over = () => {
        signal?.removeEventListener("abort", aborted);
        resolve();
      };
      const fail = (error: unknown) => {
        signal?.removeEventListener("abort", aborted);
        cancel();
        reject(error);
      };
      const cancel = this.#schedule({ at, run: over, dropped: over, fail });
      const aborted = () => fail(signal?.reason);
      signal?.addEventListener("abort", aborted, { once: true });
      if (this.auto) void this.#autoAdvance();
      else this.#watch();
    });
  }

  /** True if the clock moves only through `advance` and `set`. */
  get #isManual(): boolean {
    return !this.auto && !this.running && !this.#closed;
  }

  #stalled(at: number): string {
    const now = this.now();
    const by = at - now;
    return `A wait of ${by} ms on the server's clock cannot end: the clock is frozen at ${new Date(now).toISOString()} (clock.now), and nothing is advancing it. Call server.clock.advance(${by}), or create the server with clock: { mode: "auto" }.`;
  }

  /** Warns once if something sleeps on a clock that has not moved for a second. */
  #watch(): void {
    if (this.#stallWarned || this.#stall.isSet || !this.#isManual) return;
    const now = this.now();
    // The timer keeps the process alive; otherwise the process could exit before the warning.
    const check = () => {
      const sleeper = this.#tasks.nextSleeper;
      if (!sleeper || !this.#isManual) return;
      // The advance in progress will end a sleep that is already due.
      if (this.now() !== now || sleeper.at <= now) return this.#watch();
      this.#stallWarned = true;
      console.warn(this.#stalled(sleeper.at));
    };
    this.#stall.set(STALL_MS, check, true);
  }

  /** Rejects sleeps on a frozen clock after `ms` of real time, which must be less than the test's timeout. */
  limitSleeps(ms: number): void {
    this.#limit.set(ms, () => {
      this.#overdue = true;
      const sleeper = this.#tasks.nextSleeper;
      if (!sleeper || !this.#isManual) return;
      const error = new Error(this.#stalled(sleeper.at));
      for (const { fail } of this.#tasks.sleepers) fail?.(error);
    });
  }

  /** Advances the otherwise frozen clock to the end of each sleep, one after another. */
  async #autoAdvance(): Promise<void> {
    if (this.#advancing) return;
    this.#advancing = true;
    try {
      for (;;) {
        await this.work.settled();
        const next = this.#tasks.nextSleeper;
        if (!next || this.running || this.#closed) return;
        await this.#moveTo(next.at);
      }
    } finally {
      this.#advancing = false;
    }
  }

  /**
   * Moves the clock forward by `ms`, runs all due tasks in order, and resolves when their work has ended. Concurrent
   * calls run one after the other.
   */
  advance(ms: number): Promise<void> {
    return this.#inTurn(() => this.#moveTo(momentAfter(this.now(), ms)));
  }

  /**
   * Moves the clock forward to `now` and freezes it there. Tasks that become due run.
   *
   * @param begin called first, with true if an earlier call has moved the clock beyond `now`. If it throws, the clock
   * does not change
   */
  set(now: number, begin: (isPast: boolean) => void = () => undefined): Promise<void> {
    const running = this.running;
    this.#freeze();
    // A running clock can pass `now` by a millisecond before this call.
    const target = Math.max(now, this.#now);
    return this.#inTurn(() => {
      try {
        begin(this.now() > target);
      } catch (error) {
        if (running) this.resume();
        throw error;
      }
      this.#freeze();
      return this.#moveTo(target);
    });
  }

  #inTurn(move: () => Promise<void>): Promise<void> {
    const restores = this.#restores;
    // A reset or restore during the wait cancels this move.
    const turn = this.#moving.then(() => (restores === this.#restores ? move() : undefined));
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
    this.#restores++;
    this.#tasks.drop();
    this.#now = reading.now;
    this.#anchor = reading.running ? wallMark() : undefined;
    this.#arm();
    this.#notify();
  }

  /** Calls `listener` after every manual change of the clock; returns a function that removes it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Drops scheduled tasks and allows the process to exit. */
  close(): void {
    this.#closed = true;
    this.#tasks.drop();
    this.#listeners.clear();
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
    const restores = this.#restores;
    this.#freeze();
    await this.work.settled();
    for (let next = this.#tasks.next; next && next.at <= target; next = this.#tasks.next) {
      if (restores !== this.#restores) return;
      this.#tasks.remove(next);
      this.#now = Math.max(this.#now, next.at);
      await this.#run(next);
      await this.work.settled();
    }
    if (restores !== this.#restores) return;
    this.#now = Math.max(this.#now, target);
    if (running) this.resume();
    this.#notify();
    await this.work.settled();
  }

  async #run({ run }: ScheduledTask): Promise<void> {
    try {
      await run();
    } catch (error) {
      this.onFailure(error);
    }
  }

  #notify(): void {
    for (const listener of [...this.#listeners]) listener();
  }

  /** Sets a real timer for a running clock's next task. The timer keeps the process alive during a sleep. */
  #arm(): void {
    const { next, nextSleeper } = this.#tasks;
    if (!next || this.#anchor === undefined) this.#timer.clear();
    else this.#timer.set(next.at - this.now(), () => this.#fire(), nextSleeper !== undefined);
  }

  #fire(): void {
    const slice = new TimeSlice(1);
    for (let next = this.#tasks.next; next && next.at <= this.now(); next = this.#tasks.next) {
      this.#tasks.remove(next);
      void this.#run(next);
      // The other due tasks run in the next event loop turn, so that requests can be handled first.
      if (slice.isOver) break;
    }
    this.#arm();
  }
}
