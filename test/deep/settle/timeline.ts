/** An event on the timeline. */
interface Event {
  readonly at: number;
  readonly order: number;
  readonly run: () => void;
}

// Taken before a play replaces the machine's timers.
const turn = setImmediate;

/**
 * Time of a play: it advances only when every process waits, from one event to the next, so that a seed plays the same
 * on any machine. Meanwhile the global timers are replaced.
 */
export class Timeline {
  now = 0;
  #events: Event[] = [];
  #order = 0;

  /** Resolves after `ms` milliseconds. */
  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => this.#later(ms, resolve));
  }

  #later(ms: number, run: () => void): Event {
    const event = { at: this.now + Math.max(0, ms), order: this.#order++, run };
    let index = this.#events.length;
    while (index > 0 && (this.#events[index - 1] as Event).at <= event.at) index--;
    this.#events.splice(index, 0, event);
    return event;
  }

  /** Number of events so far. */
  get events(): number {
    return this.#order;
  }

  #cancel(event: Event | undefined): void {
    const index = event === undefined ? -1 : this.#events.indexOf(event);
    if (index >= 0) this.#events.splice(index, 1);
  }

  /**
   * Runs a play to its end.
   *
   * @throws Error if it waits but no event is left.
   */
  async run<T>(play: () => Promise<T>): Promise<T> {
    const { setTimeout, clearTimeout } = globalThis;
    globalThis.setTimeout = ((run: () => void, ms: number) => this.#later(ms, run)) as never;
    globalThis.clearTimeout = ((event: Event | undefined) => this.#cancel(event)) as never;
    try {
      let over = false;
      const result = play().finally(() => {
        over = true;
      });
      result.catch(() => undefined);
      for (;;) {
        await new Promise<void>((resolve) => turn(resolve));
        if (over) return await result;
        const event = this.#events.pop();
        if (event === undefined) throw new Error("The play waits for nothing that could come.");
        this.now = event.at;
        event.run();
      }
    } finally {
      Object.assign(globalThis, { setTimeout, clearTimeout });
    }
  }
}
