import { race } from "../../runtime/abort.js";
import type { Context } from "./connections.js";
import type { Stopwatch } from "./settings.js";

/** Default waits between the first status checks, in milliseconds. Most transactions land within a second. */
const QUICK_WAITS = [100, 100, 100, 150, 150, 200, 200];

const INTERVAL = 1000;

/** Number of intervals between two sends. Busy nodes drop transactions, so the bytes are resent. */
const INTERVALS_PER_SEND = 2;

/** The waits between checks of a transaction. A notification of the subscription ends the current wait. */
export class Pause {
  /** Whether an interval has passed since the last full check. The first check is full. */
  full = true;
  #stop: (() => void) | undefined;
  #wake: (() => void) | undefined;
  #reached = false;
  /** Whether the subscription has opened since the last check. A subscription does not report earlier events. */
  #opened = false;
  readonly #interval: number;
  #quickWaits: number[];
  #sinceFull = 0;
  #sinceSend: number;

  constructor(
    private readonly options: Context & { readonly signature: string | undefined },
    private readonly stopwatch: Stopwatch,
  ) {
    this.#interval = options.pollInterval ?? INTERVAL;
    this.#quickWaits = options.pollInterval === undefined ? [...QUICK_WAITS] : [];
    // Starts at one interval, so that a dropped first send is repeated after one interval instead of two.
    this.#sinceSend = this.#interval;
  }

  listen(): void {
    const { rpc, signature, commitment } = this.options;
    if (this.#stop !== undefined || signature === undefined) return;
    const reached = () => {
      this.#reached = true;
      this.#wake?.();
    };
    const opened = () => {
      this.#opened = true;
      this.#wake?.();
    };
    this.#stop = rpc.onReached?.(signature, commitment, reached, opened);
  }

  async next(min: number, max: number): Promise<void> {
    const { clock, signal } = this.options;
    if (this.#reached) {
      // The notification can arrive before the status is readable, so poll quickly again.
      this.#reached = false;
      this.#quickWaits = [...QUICK_WAITS];
      this.full = false;
      return;
    }
    if (this.#checksNow()) return;
    const ms = Math.min(Math.max(min, this.#quickWaits.shift() ?? this.#interval), max);
    const waiting = new AbortController();
    const notified = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    const slept = async () => {
      await clock.sleep(ms, waiting.signal);
      this.stopwatch.slept(ms);
    };
    try {
      await race(signal, Promise.race([notified, slept()]));
    } finally {
      this.#wake = undefined;
      waiting.abort();
    }
    if (!this.#reached && this.#checksNow()) return;
    this.#sinceSend += ms;
    this.#sinceFull += ms;
    this.full = ms === max || this.#sinceFull >= this.#interval;
    if (this.full) this.#sinceFull = 0;
  }

  /** Whether to check now because the subscription has just opened. This check does not advance the counters. */
  #checksNow(): boolean {
    if (!this.#opened) return false;
    this.#opened = false;
    this.full = false;
    return true;
  }

  /** Whether it is time to resend. Returning true starts the next interval. */
  resend(): boolean {
    if (this.#sinceSend < INTERVALS_PER_SEND * this.#interval) return false;
    this.#sinceSend = 0;
    return true;
  }

  end(): void {
    this.#stop?.();
  }
}
