import { AbortedError, TimeoutError } from "../errors/errors.js";
import { onAbort, reasonOf, unless } from "../runtime/abort.js";
import { MAX_TIMER_MS } from "../runtime/clock.js";

/**
 * Deadline of a call or of one attempt. It ends after `ms`, or with the caller's signal or the call's deadline.
 * Listeners are plain functions, because a signal costs more than the rest of a call. It is created only when needed.
 *
 * `AbortSignal.any` and `AbortSignal.timeout` keep 1 KiB per call until the timer fires; on Node 22 they are quadratic.
 */
export class Deadline {
  ended = false;
  /** End of the deadline, in the time of `performance.now()`. */
  readonly endsAt: number;
  /** The error with which the deadline ended. */
  reason: unknown;
  #controller: AbortController | undefined;
  readonly #listeners = new Set<() => void>();
  readonly #timer: ReturnType<typeof setTimeout>;
  readonly #off: (() => void) | undefined;

  constructor(phase: TimeoutError["phase"], ms: number, outer: AbortSignal | Deadline | undefined) {
    this.endsAt = performance.now() + ms;
    this.#timer = setTimeout(() => this.#end(new TimeoutError(phase, ms)), Math.min(ms, MAX_TIMER_MS));
    if (outer instanceof Deadline) this.#off = outer.listen(() => this.#end(outer.reason));
    else if (outer)
      this.#off = onAbort(outer, () => {
        const cause = reasonOf(outer);
        this.#end(new AbortedError("The call was aborted by its signal; see cause.", { cause }));
      });
  }

  #end(reason: unknown): void {
    if (this.ended) return;
    this.ended = true;
    this.reason = reason;
    for (const listener of [...this.#listeners]) listener();
    this.#controller?.abort(reason);
    // Those of an open body are not closed otherwise.
    this.close();
  }

  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.ended) this.#controller.abort(this.reason);
    }
    return this.#controller.signal;
  }

  /** Calls the listener when the deadline ends, or immediately if it has ended. Returns a function that removes it. */
  listen(listener: () => void): () => void {
    if (this.ended) listener();
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  race<T>(promise: T | Promise<T>): Promise<T> {
    return unless(promise, (reject) => this.listen(() => reject(this.reason)));
  }

  /** Throws if the deadline has ended. `missing` names the result that the call was waiting for. */
  check(missing?: string): void {
    const { reason } = this;
    if (missing && reason instanceof TimeoutError)
      throw new TimeoutError(reason.phase, reason.timeoutMs, missing);
    if (this.ended) throw reason;
  }

  /** Lets the process end before the deadline. */
  unref(): void {
    (this.#timer as { unref?(): void }).unref?.();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#off?.();
  }
}
