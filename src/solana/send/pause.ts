import { onAbort } from "../../http/deadline.js";
import type { Commitment, SleepClock } from "./connection.js";
import type { ClusterNode } from "./node.js";

/** Waits between looks where the caller names none: most transactions land within a second. */
const QUICK = [100, 100, 100, 150, 150, 200, 200];

const INTERVAL = 1000;

/** A transaction that has not landed is sent again after so many intervals: nodes drop them when they are busy. */
const INTERVALS_PER_SEND = 2;

/** The waits between looks at a transaction. A subscription ends the wait that it falls into. */
export class Pause {
  /** Whether an interval has passed since the last look that was full; the first look is one. */
  full = true;
  #listening = false;
  #stop: () => void = () => {};
  #wake: (() => void) | undefined;
  #told = false;
  /** Whether a subscription has begun since the last look: it says nothing of what came before it, or just with it. */
  #begun = false;
  #quick: number[];
  #sinceFull = 0;
  #sinceSend: number;

  constructor(
    private readonly options: {
      readonly node: ClusterNode;
      readonly signature: string;
      readonly commitment: Commitment;
      readonly pollInterval: number | undefined;
      readonly clock: SleepClock;
      readonly signal?: AbortSignal | undefined;
    },
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
    if (this.#listening) return;
    this.#listening = true;
    const { node, signature, commitment } = this.options;
    const reached = () => {
      this.#told = true;
      this.#wake?.();
    };
    const begun = () => {
      this.#begun = true;
      this.#wake?.();
    };
    const stop = node.onReached?.(signature, commitment, reached, begun);
    if (stop !== undefined) this.#stop = stop;
  }

  /** Waits for the next look. */
  async next(): Promise<void> {
    const { clock, signal } = this.options;
    if (this.#told) {
      // A node may tell before its statuses do: look often again.
      this.#told = false;
      this.#quick = [...QUICK];
      this.full = false;
      return;
    }
    if (this.#looksNow()) return;
    const ms = this.#quick.shift() ?? this.#interval;
    const waiting = new AbortController();
    const unheard = signal && onAbort(signal, () => waiting.abort(signal.reason));
    const told = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    try {
      await Promise.race([told, this.#sleep(clock, ms, waiting)]);
    } finally {
      this.#wake = undefined;
      unheard?.();
      waiting.abort();
    }
    if (!this.#told && this.#looksNow()) return;
    this.#sinceSend += ms;
    this.#sinceFull += ms;
    this.full = this.#sinceFull >= this.#interval;
    if (this.full) this.#sinceFull = 0;
  }

  /** Whether a look is due since the subscription has begun. No time has passed for the counts of the others. */
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
    } catch (error) {
      // Cut short because of the subscription; any other end is the caller's.
      if (signal?.aborted || !waiting.signal.aborted) throw error;
    }
  }

  /** Whether it is time to send again; asking begins the next span. */
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
