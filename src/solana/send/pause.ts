import { onAbort } from "../../http/deadline.js";
import type { Commitment, SleepClock } from "./connection.js";
import type { ClusterNode } from "./node.js";
import type { Stopwatch } from "./settings.js";

/** Waits between looks where the caller names none: most transactions land within a second. */
const QUICK = [100, 100, 100, 150, 150, 200, 200];

const INTERVAL = 1000;

/** Intervals between two sendings: busy nodes drop transactions. */
const INTERVALS_PER_SEND = 2;

/** The waits between looks at a transaction. A subscription ends the wait that it falls into. */
export class Pause {
  /** Whether an interval has passed since the last look that was full; the first look is one. */
  full = true;
  #listening = false;
  #stop: () => void = () => {};
  #wake: (() => void) | undefined;
  #reached = false;
  /** Whether a subscription has opened since the last look: it does not report what came before. */
  #begun = false;
  #quick: number[];
  #sinceFull = 0;
  #sinceSend: number;

  constructor(
    private readonly options: {
      readonly node: ClusterNode;
      readonly signature: string | undefined;
      readonly commitment: Commitment;
      readonly pollInterval: number | undefined;
      readonly clock: SleepClock;
      readonly signal?: AbortSignal | undefined;
    },
    private readonly stopwatch: Stopwatch,
  ) {
    this.#quick = options.pollInterval === undefined ? [...QUICK] : [];
    // The second look sends again, so that one dropped send costs one interval.
    this.#sinceSend = this.#interval;
  }

  get #interval(): number {
    return this.options.pollInterval ?? INTERVAL;
  }

  /** Begins to listen, where there is a subscription. */
  listen(): void {
    const { node, signature, commitment } = this.options;
    if (this.#listening || signature === undefined) return;
    this.#listening = true;
    const reached = () => {
      this.#reached = true;
      this.#wake?.();
    };
    const begun = () => {
      this.#begun = true;
      this.#wake?.();
    };
    const stop = node.onReached?.(signature, commitment, reached, begun);
    if (stop !== undefined) this.#stop = stop;
  }

  /** Waits for the next look, for `least` milliseconds at least. */
  async next(least = 0): Promise<void> {
    const { clock, signal } = this.options;
    if (this.#reached) {
      // The notification can come before the status is readable: poll quickly again.
      this.#reached = false;
      this.#quick = [...QUICK];
      this.full = false;
      return;
    }
    if (this.#looksNow()) return;
    const ms = Math.max(least, this.#quick.shift() ?? this.#interval);
    const waiting = new AbortController();
    const unheard = signal && onAbort(signal, () => waiting.abort(signal.reason));
    const woken = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    try {
      await Promise.race([woken, this.#sleep(clock, ms, waiting)]);
    } finally {
      this.#wake = undefined;
      unheard?.();
      waiting.abort();
    }
    if (!this.#reached && this.#looksNow()) return;
    this.#sinceSend += ms;
    this.#sinceFull += ms;
    this.full = this.#sinceFull >= this.#interval;
    if (this.full) this.#sinceFull = 0;
  }

  /** Whether a look is due because the subscription has just opened. No time has passed for the other counts. */
  #looksNow(): boolean {
    if (!this.#begun) return false;
    this.#begun = false;
    this.full = false;
    return true;
  }

  async #sleep(clock: SleepClock, ms: number, waiting: AbortController): Promise<void> {
    const { signal } = this.options;
    try {
      await clock.sleep(ms, waiting.signal);
      this.stopwatch.slept(ms);
    } catch (error) {
      // The subscription ended the wait; any other failure is the clock's or the signal's.
      if (signal?.aborted || !waiting.signal.aborted) throw error;
    }
  }

  /** Whether it is time to send again; the answer true begins the next span. */
  resend(): boolean {
    if (this.#sinceSend < INTERVALS_PER_SEND * this.#interval) return false;
    this.#sinceSend = 0;
    return true;
  }

  /** Ends the subscription. */
  end(): void {
    this.#stop();
  }
}
