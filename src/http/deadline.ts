/** The longest wait of a timer: given a longer one, it does not wait at all. */
export const LONGEST_TIMER = 2_147_483_647;

/** The listeners of a signal, and the function that calls them. */
interface Listening {
  readonly all: Set<() => void>;
  readonly tell: () => void;
}

const LISTENING = /* @__PURE__ */ new WeakMap<AbortSignal, Listening>();

/**
 * Calls the listener when the signal aborts, at once if it has; returns a function that removes the listener. The signal
 * itself gets one listener for all: Node warns of a leak at more than ten, and one signal may end all calls of a process.
 */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  if (signal.aborted) listener();
  let listening = LISTENING.get(signal);
  if (!listening) {
    const all = new Set<() => void>();
    const tell = () => {
      for (const one of all) one();
    };
    listening = { all, tell };
    LISTENING.set(signal, listening);
  }
  const { all, tell } = listening;
  all.add(listener);
  // Adding the same function again does nothing.
  signal.addEventListener("abort", tell, { once: true });
  return () => {
    if (all.delete(listener) && !all.size) signal.removeEventListener("abort", tell);
  };
}

/** Why a signal aborted. Signals of React Native before 0.87 do not say. */
export const reasonOf = (signal: AbortSignal): unknown =>
  signal.reason ?? Object.assign(new Error("This operation was aborted."), { name: "AbortError" });

/** The promise's outcome, or the signal's reason if that comes first: the caller's code may ignore signals. */
export function race<T>(signal: AbortSignal, promise: T | Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const off = onAbort(signal, () => reject(reasonOf(signal)));
    Promise.resolve(promise).then(resolve, reject).finally(off);
  });
}

/**
 * The end of a call, or of one attempt: after `ms` with the error of `late`, or when `outer` ends. Its own listeners are
 * plain functions and its signal is made when it is asked for: a signal and its listeners cost more than the rest of a call.
 *
 * `AbortSignal.any` and `AbortSignal.timeout` would keep about 1 KiB a call until the timer fires, and are quadratic on Node 22.
 */
export class Deadline {
  /** Whether it has ended. */
  over = false;
  /** The error that it ended with. */
  reason: unknown;
  #controller: AbortController | undefined;
  readonly #listeners = new Set<() => void>();
  readonly #timer: ReturnType<typeof setTimeout>;
  readonly #off: (() => void) | undefined;

  constructor(
    ms: number,
    late: () => Error,
    outer: AbortSignal | Deadline | undefined,
    errorOf: (reason: unknown) => unknown = (reason) => reason,
  ) {
    this.#timer = setTimeout(() => this.#end(late()), Math.min(ms, LONGEST_TIMER));
    const ended = () =>
      this.#end(errorOf(outer instanceof Deadline ? outer.reason : outer && reasonOf(outer)));
    this.#off = outer instanceof Deadline ? outer.listen(ended) : outer && onAbort(outer, ended);
  }

  #end(reason: unknown): void {
    if (this.over) return;
    this.over = true;
    this.reason = reason;
    for (const listener of [...this.#listeners]) listener();
    this.#controller?.abort(reason);
  }

  /** A signal that aborts at the end. */
  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.over) this.#controller.abort(this.reason);
    }
    return this.#controller.signal;
  }

  /** Calls the listener at the end, at once if that has come; returns a function that removes it. */
  listen(listener: () => void): () => void {
    if (this.over) listener();
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The promise's outcome, or the reason if the end comes first: the caller's code may ignore signals. */
  race<T>(promise: T | Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const off = this.listen(() => reject(this.reason));
      Promise.resolve(promise).then(
        (value) => {
          off();
          resolve(value);
        },
        (error: unknown) => {
          off();
          reject(error);
        },
      );
    });
  }

  /** Throws the reason, if the end has come. */
  check(): void {
    if (this.over) throw this.reason;
  }

  /** Removes the timer and the listener. */
  close(): void {
    clearTimeout(this.#timer);
    this.#off?.();
  }
}

/** Real time. When aborted, its sleep stops the timer and never settles: callers race it against the signal. */
export const systemClock = {
  now: () => Date.now(),
  sleep: (ms: number, signal?: AbortSignal) =>
    new Promise<void>((resolve) => {
      let off = () => {};
      const end = () => {
        // A signal that outlives many sleeps would keep a listener of each.
        off();
        resolve();
      };
      const timer = setTimeout(end, Math.min(ms, LONGEST_TIMER));
      if (signal) off = onAbort(signal, () => clearTimeout(timer));
    }),
};
