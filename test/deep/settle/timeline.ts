interface Event {
  readonly at: number;
  readonly order: number;
  readonly run: () => void;
}

// The real `setImmediate`, which advances a play.
const turn = setImmediate;

/**
 * Virtual time of a play. Time advances from one event to the next, only when every process waits, so that a seed gives
 * the same play on any machine. Replaces the global timers during a play.
 */
export class Timeline {
  now = 0;
  #events: Event[] = [];
  #order = 0;

  /** Resolves after `ms` milliseconds of virtual time. */
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
   * @throws Error if the play waits while no event is left.
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
