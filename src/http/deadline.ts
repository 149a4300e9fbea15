const LONGEST_TIMER = 2_147_483_647;

/**
 * Runs with a signal that aborts when `outer` does (with `outerError` of its reason) or after `ms` (with `late`).
 *
 * One controller, one timer and one listener, all removed at the end: `AbortSignal.any` and `AbortSignal.timeout` keep
 * about 1 KiB a call alive until the timer fires, and are quadratic on Node 22.
 */
export async function within<T>(
  ms: number,
  late: () => unknown,
  outer: AbortSignal | undefined,
  outerError: (reason: unknown) => unknown,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const stop = () => controller.abort(outerError(outer?.reason));
  if (outer?.aborted) stop();
  outer?.addEventListener("abort", stop, { once: true });
  const timer = setTimeout(() => controller.abort(late()), Math.min(ms, LONGEST_TIMER));
  try {
    return await run(controller.signal);
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener("abort", stop);
  }
}

/** The promise's outcome, or the signal's reason if that comes first: user code may ignore signals. */
export function race<T>(signal: AbortSignal, promise: T | Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    Promise.resolve(promise)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", stop));
  });
}

/** Real time. Its sleep only stops its timer when aborted: whoever waits on it races it against the signal. */
export const systemClock = {
  now: () => Date.now(),
  sleep: (ms: number, signal?: AbortSignal) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      signal?.addEventListener("abort", () => clearTimeout(timer), { once: true });
    }),
};
