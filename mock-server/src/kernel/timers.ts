// Captured when the module loads, so that an app's fake timers affect neither the server clock nor its connections.
const wallTicks = process.hrtime.bigint;

/** The wall clock's time, unaffected by fake timers. Used only to start a new clock. */
export const wallTime = Date.now;

/** The timer functions, unaffected by fake timers. `wallClear` clears timeouts and intervals. */
export const {
  setTimeout: wallTimeout,
  setInterval: wallInterval,
  setImmediate: wallImmediate,
  clearTimeout: wallClear,
} = globalThis;

export const LONGEST_TIMEOUT = 2_147_483_647;

/**
 * A monotonic time in milliseconds; the difference of two marks is a duration. The global `performance` would load a
 * part of Node that is not needed at startup.
 */
export function wallMark(): number {
  return Number(wallTicks()) / 1e6;
}

/** Lets everything that is ready run: promise chains first, then one turn of the event loop. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => wallImmediate(resolve));
}

/** Waits in real time, or until the signal aborts. */
export function wallWait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      wallClear(timer);
      signal?.removeEventListener("abort", over);
      resolve();
    };
    const timer = wallTimeout(over, Math.min(ms, LONGEST_TIMEOUT));
    signal?.addEventListener("abort", over);
    if (signal?.aborted) over();
  });
}

/** A timer in real time, with at most one pending task. */
export class WallTimer {
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** True while a task is pending. */
  get isSet(): boolean {
    return this.#timer !== undefined;
  }

  /**
   * Replaces the pending task. Runs the task after `ms`, but at most after the longest possible delay.
   *
   * @param awaited - keeps the process alive until the task runs
   */
  set(ms: number, task: () => void, awaited = false): void {
    this.clear();
    const fire = () => {
      this.#timer = undefined;
      task();
    };
    this.#timer = wallTimeout(fire, Math.min(Math.max(0, ms), LONGEST_TIMEOUT));
    if (!awaited) this.#timer.unref?.();
  }

  clear(): void {
    wallClear(this.#timer);
    this.#timer = undefined;
  }
}
