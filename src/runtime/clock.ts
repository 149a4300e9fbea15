import { race } from "./abort.js";

/** Maximum timer delay. A timer with a longer delay fires immediately. */
export const MAX_TIMER_MS = 2_147_483_647;

/** Settles like the promise, or rejects after `ms`. */
export function within<T>(ms: number, promise: T | Promise<T>): Promise<T> {
  const ended = new AbortController();
  const late = async (): Promise<never> => {
    await systemClock.sleep(ms, ended.signal);
    // If this process was busy, the result may have arrived, but is read only after the timers.
    await systemClock.sleep(0);
    throw new Error(`no answer within ${ms} ms`);
  };
  return Promise.race([promise, late()]).finally(() => ended.abort());
}

/** Real time. An aborted sleep rejects with the signal's reason. */
export const systemClock = {
  now: () => Date.now(),
  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const slept = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, Math.min(ms, MAX_TIMER_MS));
    });
    return signal ? race(signal, slept).finally(() => clearTimeout(timer)) : slept;
  },
};
