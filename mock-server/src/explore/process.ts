import { AsyncLocalStorage } from "node:async_hooks";
import { once } from "node:events";

export const forever = () => new Promise<never>(() => {});

/** The process whose code is running. */
const current = new AsyncLocalStorage<Process>();

/**
 * Clears the timers of each process at its end: the deadline of a call would fire later, and run a `catch` of the app.
 * Replaces the global functions until it is disposed. The server's own timers are not among them.
 */
export function clearedTimers(): Disposable {
  const restores = (["setTimeout", "setInterval"] as const).map((name) => {
    const original = globalThis[name];
    const owned = new Proxy(original, {
      apply(set, self, args) {
        const timer = Reflect.apply(set, self, args);
        current.getStore()?.own(timer);
        return timer;
      },
    });
    Object.assign(globalThis, { [name]: owned });
    return () => globalThis[name] === owned && Object.assign(globalThis, { [name]: original });
  });
  return {
    [Symbol.dispose]() {
      for (const restore of restores) restore();
    },
  };
}

/** A process in which the app runs. After its crash, all that it waits for stays pending. */
export class Process {
  readonly #timers = new Set<NodeJS.Timeout>();
  /** Aborted with the reason that the trace shows. */
  readonly crash = new AbortController();
  readonly crashed = once(this.crash.signal, "abort");

  constructor(
    /** 0 at the first start. */
    readonly number: number,
    private readonly onActivity: () => void = () => {},
  ) {
    this.crash.signal.addEventListener("abort", () => {
      for (const timer of this.#timers) clearTimeout(timer);
    });
  }

  get isAlive(): boolean {
    return !this.crash.signal.aborted;
  }

  /** Calls `start`, whose timers belong to this process. */
  run<T>(start: () => T): T {
    return current.run(this, start);
  }

  /** Clears a timer when this process ends. */
  own(timer: NodeJS.Timeout): void {
    if (this.isAlive) this.#timers.add(timer);
    else clearTimeout(timer);
  }

  /** Makes a call, whose result never arrives if the process has crashed by then. */
  async guard<T>(call: () => Promise<T>): Promise<T> {
    this.onActivity();
    try {
      return await (this.isAlive ? call() : forever());
    } finally {
      this.onActivity();
      if (!this.isAlive) await forever();
    }
  }
}
