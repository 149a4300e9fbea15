/** Longest wait that a timer holds: one that is told to wait for longer does not wait at all. */
export const LONGEST_TIMER = 2_147_483_647;

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
      const timer = setTimeout(resolve, Math.min(ms, LONGEST_TIMER));
      signal?.addEventListener("abort", () => clearTimeout(timer), { once: true });
    }),
};
