import { AbortedError } from "../../errors/errors.js";
import {
  hasMethods,
  isFunction,
  isMilliseconds,
  isOneOf,
  isSignal,
  type Rules,
} from "../../options/checks.js";
import { MAX_TIMER_MS, systemClock } from "../../runtime/clock.js";
import type { Commitment, SignatureStatus, SleepClock } from "./connection.js";
import { notSent, TransactionAbortedError } from "./errors.js";
import { type OnPaymentEvent, paymentEvents } from "./events.js";

/** Milliseconds for which a node may keep failing before the call gives up. */
export const MAX_FAILING = 30_000;

export const COMMITMENTS: readonly Commitment[] = ["processed", "confirmed", "finalized"];

export const levelOf = ({ confirmationStatus, confirmations }: SignatureStatus): Commitment =>
  confirmationStatus ?? (confirmations === null ? "finalized" : "processed");

export const isAtLeast = (status: SignatureStatus, commitment: Commitment): boolean =>
  COMMITMENTS.indexOf(levelOf(status)) >= COMMITMENTS.indexOf(commitment);

/** Time limit of a call to a node, milliseconds. */
const NODE_TIMEOUT = 10_000;

/** Milliseconds until an outcome is reported as unknown. A blockhash expires at `finalized` after about 75 seconds. */
const MAX_WAIT = 150_000;

/** Options of every function that waits for a transaction. */
export interface FollowOptions {
  /** Required commitment. Default `confirmed`. */
  readonly commitment?: Commitment | undefined;
  /** Milliseconds between status checks. Default 100 to 200 in the first second, then 1000. */
  readonly pollInterval?: number | undefined;
  /** Time limit of one call to the node, in milliseconds of the machine's time. Default 10,000. */
  readonly nodeTimeout?: number | undefined;
  /** Milliseconds on `clock` until the outcome is reported as unknown. Default 150,000; expiry takes about 80,000. */
  readonly maxWait?: number | undefined;
  /** The clock for waiting, such as the mock server's `server.clock`. Default: the machine's timer. */
  readonly clock?: SleepClock | undefined;
  /** Aborts the call. A transaction that was sent may still land. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called at each step of the payment, for logs and traces. Errors that it throws are ignored.
   * @param event The step.
   * @example
   * ```ts
   * import type { FollowOptions } from "intent-tx/solana";
   * const logged: FollowOptions = { onEvent: (event) => console.log(event.type, event) };
   * ```
   */
  readonly onEvent?: OnPaymentEvent | undefined;
}

// In a function, because a bundler keeps unused objects whose fields call one.
export const FOLLOW_RULES = /* @__PURE__ */ ((): Rules<FollowOptions> => ({
  commitment: isOneOf(...COMMITMENTS),
  // With zero, the node would be polled without a pause. With NaN, the wait would never end.
  pollInterval: isMilliseconds,
  nodeTimeout: isMilliseconds,
  maxWait: isMilliseconds,
  clock: hasMethods("sleep"),
  signal: isSignal,
  onEvent: isFunction,
}))();

/** The commitment of a call that settles payments. A settled outcome is never checked again. */
export const isSettling = [
  "confirmed or finalized, because a processed payment can still disappear",
  (value: unknown) => value === "confirmed" || value === "finalized",
] as const;

/** {@link FollowOptions} with defaults, and until when a node refuses transactions, by its `Retry-After`. */
export type Following = ReturnType<typeof readFollowing>;

export function readFollowing(options: FollowOptions) {
  const { commitment = "confirmed", pollInterval, signal, onEvent } = options;
  const { clock = systemClock }: { readonly clock?: SleepClock | undefined } = options;
  const { nodeTimeout = NODE_TIMEOUT, maxWait = MAX_WAIT } = options;
  const limits = { pollInterval, nodeTimeout: Math.min(nodeTimeout, MAX_TIMER_MS), maxWait };
  const busy = { until: 0 };
  return { commitment, ...limits, clock, signal, busy, report: paymentEvents(onEvent) };
}

/** Throws if the signal is aborted. With `sent`, the error says that bytes were sent to a node. */
export function throwIfAborted(signal: AbortSignal | undefined, signature?: string, sent = false): void {
  if (!signal?.aborted) return;
  if (sent && signature !== undefined) throw new TransactionAbortedError(signature, signal.reason);
  throw notSent(
    new AbortedError("The call was aborted by its signal before anything was sent; see cause.", {
      cause: signal.reason,
    }),
    signature,
  );
}

/** Reads a clock, or the machine's if it fails: a payment that may be under way must still be followed. */
export function timeOn(clock: SleepClock): number {
  try {
    const now = Number(clock.now?.());
    if (Number.isFinite(now)) return now;
  } catch {}
  return Date.now();
}

/** Elapsed time on a clock, or the sum of the waits if that is longer, because a clock can be set back. */
export class Stopwatch {
  readonly #startedAt: number;
  #slept = 0;

  constructor(private readonly clock: SleepClock) {
    this.#startedAt = timeOn(clock);
  }

  slept(ms: number): void {
    this.#slept += ms;
  }

  elapsed(): number {
    return Math.max(timeOn(this.clock) - this.#startedAt, this.#slept);
  }
}
