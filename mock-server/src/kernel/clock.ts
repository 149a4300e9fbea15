// Captured when the module loads, so that an app's fake timers can neither stop nor move the server's clock.
const wallNow = Date.now;
const wallTimeout = globalThis.setTimeout;
const wallClear = globalThis.clearTimeout;
const wallImmediate = globalThis.setImmediate;

/** Longest wait that a JavaScript timer can hold; a longer one is waited for in parts. */
const LONGEST_TIMEOUT = 2_147_483_647;

/** Turns of the event loop in which a caller has read an answer: its body comes in a few chunks of a stream. */
const TURNS = 4;

/** Something that the clock will do at a moment. */
interface Due {
  readonly at: number;
  readonly order: number;
  readonly run: () => unknown;
  /** Somebody waits for it: a clock that moves by itself moves there. */
  readonly sleeper: boolean;
  /** Called when it will never run: who waits for it must not wait for ever. */
  readonly dropped?: (() => void) | undefined;
}

/** Where a clock stands, for snapshots. */
export interface ClockReading {
  readonly now: number;
  readonly running: boolean;
}

/** The one source of time of a World: every window, expiry, slot and delay reads it. */
export class Clock {
  #now: number;
  /** Wall time at which `#now` was true, while the clock runs. */
  #anchor: number | undefined;
  #order = 0;
  #due: Due[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #turned = new Set<() => void>();
  #closed = false;
  /** Settled when no move by hand is under way. */
  #moving: Promise<void> = Promise.resolve();
  /** How often it was put elsewhere: a move that began before goes no further. */
  #puts = 0;
  /** Work under way that waits for nothing on this clock. */
  #busy = 0;
  #idle: (() => void)[] = [];
  readonly #onFailure: (error: unknown) => void;
  readonly #auto: boolean;
  #following = false;

  /**
   * @param onFailure told of what a timer throws; the clock and the timers after it go on
   * @param auto whether a clock that stands moves by itself to where somebody sleeps
   */
  constructor(
    reading: ClockReading,
    onFailure: (error: unknown) => void = () => undefined,
    auto: boolean = false,
  ) {
    this.#onFailure = onFailure;
    this.#auto = auto;
    this.#now = reading.now;
    this.#anchor = reading.running ? wallNow() : undefined;
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.#anchor === undefined ? this.#now : this.#now + Math.max(0, wallNow() - this.#anchor);
  }

  /** True once nothing more will happen on it. */
  get closed(): boolean {
    return this.#closed;
  }

  /** True while the clock goes on with wall time. */
  get running(): boolean {
    return this.#anchor !== undefined;
  }

  /** Where the clock stands. */
  reading(): ClockReading {
    return { now: this.now(), running: this.running };
  }

  /**
   * Runs `task` when the clock reaches `at`; returns a function that cancels it. `dropped` is called in its place when the
   * clock is put elsewhere or closed.
   */
  schedule(at: number, task: () => unknown, dropped?: () => void): () => void {
    return this.#schedule({ at, order: this.#order++, run: task, dropped, sleeper: false });
  }

  #schedule(due: Due): () => void {
    // Kept sorted by (time, order): there are few timers, and they mostly come in order.
    let index = this.#due.length;
    while (index > 0 && (this.#due[index - 1]?.at ?? 0) > due.at) index--;
    this.#due.splice(index, 0, due);
    this.#arm();
    return () => {
      const place = this.#due.indexOf(due);
      if (place >= 0) this.#due.splice(place, 1);
      this.#arm();
    };
  }

  /**
   * Waits until `ms` have passed on this clock; a frozen clock has to be advanced for it. A clock that is put elsewhere or
   * closed ends the wait.
   *
   * @throws the signal's reason when it is aborted
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      if (this.#closed) return resolve();
      const over = () => {
        signal?.removeEventListener("abort", aborted);
        resolve();
      };
      const due = { at: this.now() + ms, order: this.#order++, run: over, dropped: over, sleeper: true };
      const cancel = this.#schedule(due);
      const aborted = () => {
        cancel();
        reject(signal?.reason);
      };
      signal?.addEventListener("abort", aborted, { once: true });
      if (this.#auto) void this.#follow();
    });
  }

  /** Moves to where somebody sleeps, from one to the next, as long as the clock stands otherwise. */
  async #follow(): Promise<void> {
    if (this.#following) return;
    this.#following = true;
    try {
      for (;;) {
        await this.#settle();
        const next = this.#due.find(({ sleeper }) => sleeper);
        if (!next || this.running || this.#closed) return;
        await this.#moveTo(next.at);
      }
    } finally {
      this.#following = false;
    }
  }

  /** Does work that is settled only when it is done: `advance` waits for it. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#busy++;
    try {
      return await work();
    } finally {
      this.#rest();
    }
  }

  /** Waits, within `during`, for something that may itself need the clock to be turned, or real time to pass. */
  async apart<T>(waiting: Promise<T>): Promise<T> {
    this.#rest();
    try {
      return await waiting;
    } finally {
      this.#busy++;
    }
  }

  /** Resolves when no work is under way that `advance` would wait for. */
  async atRest(): Promise<void> {
    while (this.#busy > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  /**
   * Moves the clock forward by `ms`, runs all that falls due in its order, and resolves when that has settled. Of two calls
   * at once the second begins where the first has ended.
   */
  advance(ms: number): Promise<void> {
    return this.#inTurn(() => this.#moveTo(this.now() + ms));
  }

  /** Sets the clock forward to `now` and freezes it there. What falls due on the way happens. */
  set(now: number): Promise<void> {
    this.#freeze();
    return this.#inTurn(() => {
      this.#freeze();
      return this.#moveTo(now);
    });
  }

  #inTurn(move: () => Promise<void>): Promise<void> {
    const puts = this.#puts;
    // A reset that comes while it waits has the last word.
    const turn = this.#moving.then(() => (puts === this.#puts ? move() : undefined));
    this.#moving = turn.catch(() => undefined);
    return turn;
  }

  /** Lets the clock run on with wall time from where it stands. */
  resume(): void {
    this.#anchor ??= wallNow();
    this.#arm();
  }

  /** Puts the clock where a reading says, backwards too; what was scheduled is forgotten. Only restore and reset call it. */
  restore(reading: ClockReading): void {
    this.#puts++;
    this.#drop();
    this.#now = reading.now;
    this.#anchor = reading.running ? wallNow() : undefined;
    this.#arm();
    this.#tell();
  }

  /** Calls `listener` whenever the clock was turned by hand. Returns a function that ends it. */
  onTurned(listener: () => void): () => void {
    this.#turned.add(listener);
    return () => this.#turned.delete(listener);
  }

  /** Forgets what was scheduled and lets the process end. */
  close(): void {
    this.#closed = true;
    this.#drop();
    this.#turned.clear();
    this.#arm();
  }

  #drop(): void {
    const dropped = this.#due;
    this.#due = [];
    for (const due of dropped) due.dropped?.();
  }

  #rest(): void {
    this.#busy--;
    if (this.#busy > 0) return;
    for (const idle of this.#idle.splice(0)) idle();
  }

  /** Lets everything that is ready to run, run, and work under way end. */
  async #settle(): Promise<void> {
    await settle();
    while (this.#busy > 0) {
      await new Promise<void>((resolve) => this.#idle.push(resolve));
      // Who got an answer reads it, and may ask or wait anew.
      for (let turn = 0; turn < TURNS; turn++) await settle();
    }
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
    await this.#settle();
    for (let next = this.#due[0]; next && next.at <= target; next = this.#due[0]) {
      if (puts !== this.#puts) return;
      this.#due.shift();
      this.#now = Math.max(this.#now, next.at);
      await this.#run(next);
      await this.#settle();
    }
    if (puts !== this.#puts) return;
    this.#now = Math.max(this.#now, target);
    if (running) this.resume();
    this.#tell();
    await this.#settle();
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

  /** A running clock needs a real timer for what is due next. */
  #arm(): void {
    wallClear(this.#timer);
    this.#timer = undefined;
    const next = this.#due[0];
    if (!next || this.#anchor === undefined) return;
    const wait = Math.min(Math.max(0, next.at - this.now()), LONGEST_TIMEOUT);
    this.#timer = wallTimeout(() => this.#fire(), wait);
    this.#timer.unref?.();
  }

  #fire(): void {
    for (let next = this.#due[0]; next && next.at <= this.now(); next = this.#due[0]) {
      this.#due.shift();
      void this.#run(next);
    }
    this.#arm();
  }
}

/** Lets everything that is ready to run, run: promise chains first, then one turn of the event loop. */
export function settle(): Promise<void> {
  return new Promise((resolve) => wallImmediate(resolve));
}

/** The wall clock's time, unaffected by fake timers; only a new clock's start may come from it. */
export function wallTime(): number {
  return wallNow();
}
