// Captured when the module loads, so that an app's fake timers can neither stop nor move the server's clock.
const wallNow = Date.now;
const wallTimeout = globalThis.setTimeout;
const wallClear = globalThis.clearTimeout;
const wallTicks = process.hrtime;

/** `setImmediate`, unaffected by fake timers. */
export const wallImmediate = globalThis.setImmediate;

/** Longest wait that a JavaScript timer can hold. */
const LONGEST_TIMEOUT = 2_147_483_647;

/** The wall clock's time, unaffected by fake timers; only a new clock's start may come from it. */
export function wallTime(): number {
  return wallNow();
}

/**
 * Milliseconds on a clock that only goes forward: the difference of two says how long something took. To touch the global
 * `performance` loads a part of Node that a start does not need.
 */
export function wallMark(): number {
  const [seconds, nanoseconds] = wallTicks();
  return seconds * 1e3 + nanoseconds / 1e6;
}

/** Lets everything run that is ready to run: promise chains first, then one turn of the event loop. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => wallImmediate(resolve));
}

/** One wait at a time in real time. */
export class WallTimer {
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Whether a task is still to run. */
  get isSet(): boolean {
    return this.#timer !== undefined;
  }

  /**
   * Runs a task after `ms`, or sooner where a timer cannot hold so long a wait, in place of the one that was set.
   *
   * @param awaited - whether the timer keeps the process alive
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
