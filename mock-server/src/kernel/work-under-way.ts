import { isPromise } from "./is-promise.js";

// Captured when the module loads, so that an app's fake timers cannot stop it.
const wallImmediate = globalThis.setImmediate;

/** Turns of the event loop in which a caller has read an answer: its body comes in a few chunks of a stream. */
const TURNS = 4;

/** Counts the work that is being done, for whoever has to wait until there is none. */
export class WorkUnderWay {
  #busy = 0;
  #idle: (() => void)[] = [];
  // Made once: V8 takes several promises for `finally`, and these are on the way of each request.
  readonly #over = (value: unknown): unknown => {
    this.#rest();
    return value;
  };
  readonly #overInVain = (error: unknown): never => {
    this.#rest();
    throw error;
  };
  readonly #backInVain = (error: unknown): never => {
    this.#busy++;
    throw error;
  };

  /** Does a piece of work. One that is done at once is never seen under way. */
  during<T>(work: () => Promise<T>): Promise<T>;
  during<T>(work: () => Promise<T> | T): Promise<T> | T;
  during<T>(work: () => Promise<T> | T): Promise<T> | T {
    this.#busy++;
    let done: Promise<T> | T;
    try {
      done = work();
    } catch (error) {
      this.#rest();
      throw error;
    }
    if (isPromise(done)) return done.then(this.#over, this.#overInVain) as Promise<T>;
    this.#rest();
    return done;
  }

  /** Waits, within a piece of work, for something that is none, and goes on with `then`. */
  apart<T, R>(waiting: Promise<T>, then?: (value: T) => R | Promise<R>): Promise<T | R> {
    this.#rest();
    const back = (value: T) => {
      this.#busy++;
      return then ? then(value) : value;
    };
    return waiting.then(back, this.#backInVain);
  }

  /** Resolves when there is none. */
  async atRest(): Promise<void> {
    while (this.#busy > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  /** Lets everything that is ready to run, run, and all work end. */
  async settled(): Promise<void> {
    await settle();
    while (this.#busy > 0) {
      await new Promise<void>((resolve) => this.#idle.push(resolve));
      // Who got an answer reads it, and may ask or wait anew.
      for (let turn = 0; turn < TURNS; turn++) await settle();
    }
  }

  #rest(): void {
    this.#busy--;
    if (this.#busy > 0 || this.#idle.length === 0) return;
    for (const idle of this.#idle.splice(0)) idle();
  }
}

/** Lets everything that is ready to run, run: promise chains first, then one turn of the event loop. */
export function settle(): Promise<void> {
  return new Promise((resolve) => wallImmediate(resolve));
}
