import { LONGEST_TIMER, onAbort } from "./deadline.js";

/** One thing that a call waits for, and how it is told that nobody waits any more. */
export interface Awaited {
  readonly signal: AbortSignal;
  /** Called beside the signal, without the listener that each listener of a signal costs. */
  cancel: (() => void) | undefined;
}

/**
 * How a call ends before its time: its caller's signal aborts, or its total deadline passes. A call waits for one thing
 * after the other, each with a controller of its own; a call that is sent once has one.
 *
 * `AbortSignal.any` and `AbortSignal.timeout` keep about 1 KiB a call alive until the timer fires, and are quadratic on
 * Node 22.
 */
export class Ending {
  /** Whether the call is over. */
  over = false;
  /** The error that it rejects with. */
  reason: unknown;
  #stop: ((reason: unknown) => void) | undefined;
  readonly #timer: ReturnType<typeof setTimeout>;
  readonly #unheard: (() => void) | undefined;

  constructor(
    ms: number,
    late: () => unknown,
    outer: AbortSignal | undefined,
    aborted: (reason: unknown) => unknown,
  ) {
    this.#timer = setTimeout(() => this.#end(late()), Math.min(ms, LONGEST_TIMER));
    this.#unheard = outer && onAbort(outer, () => this.#end(aborted(outer.reason)));
  }

  /** Removes the timer and the listener: the call is done. */
  close(): void {
    clearTimeout(this.#timer);
    this.#unheard?.();
  }

  #end(reason: unknown): void {
    if (this.over) return;
    this.over = true;
    this.reason = reason;
    this.#stop?.(reason);
  }

  /**
   * The outcome of `run`, or the reason if the call ends first, or the error of `late` after `ms`: user code may ignore
   * signals. One at a time.
   */
  wait<T>(run: (awaited: Awaited) => T | Promise<T>, ms?: number, late?: () => unknown): Promise<T> {
    if (this.over) return Promise.reject(this.reason);
    return new Promise((resolve, reject) => {
      const controller = new AbortController();
      const awaited: Awaited = { signal: controller.signal, cancel: undefined };
      let timer: ReturnType<typeof setTimeout> | undefined;
      const done = () => {
        clearTimeout(timer);
        this.#stop = undefined;
      };
      const stop = (reason: unknown) => {
        done();
        reject(reason);
        controller.abort(reason);
        awaited.cancel?.();
      };
      this.#stop = stop;
      if (ms !== undefined) timer = setTimeout(() => stop(late?.()), Math.min(ms, LONGEST_TIMER));
      Promise.resolve(run(awaited)).then(
        (value) => {
          // One that comes after its time must not clear what is waited for now.
          if (this.#stop === stop) done();
          resolve(value);
        },
        (error: unknown) => {
          if (this.#stop === stop) done();
          reject(error);
        },
      );
    });
  }
}
