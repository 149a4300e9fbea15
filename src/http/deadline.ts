/** Longest wait that a timer holds: one that is told to wait for longer does not wait at all. */
export const LONGEST_TIMER = 2_147_483_647;

/** The listeners of a signal, and what tells them. */
interface Listening {
  readonly all: Set<() => void>;
  readonly tell: () => void;
}

const LISTENING = /* @__PURE__ */ new WeakMap<AbortSignal, Listening>();

/**
 * Calls the listener when the signal aborts, at once if it has; the function that it answers ends that. A signal has one
 * listener for all: of more than ten Node warns as of a leak, and one signal may end all the calls of a process.
 */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  if (signal.aborted) listener();
  let listening = LISTENING.get(signal);
  if (!listening) {
    const all = new Set<() => void>();
    const tell = () => {
      for (const one of all) one();
    };
    listening = { all, tell };
    LISTENING.set(signal, listening);
  }
  const { all, tell } = listening;
  all.add(listener);
  // Again, it is not added.
  signal.addEventListener("abort", tell, { once: true });
  return () => {
    if (all.delete(listener) && !all.size) signal.removeEventListener("abort", tell);
  };
}

/** The promise's outcome, or the signal's reason if that comes first: user code may ignore signals. */
export function race<T>(signal: AbortSignal, promise: T | Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const off = onAbort(signal, () => reject(signal.reason));
    Promise.resolve(promise).then(resolve, reject).finally(off);
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
