const LISTENERS = /* @__PURE__ */ new WeakMap<AbortSignal, { all: Set<() => void>; notify: () => void }>();

/**
 * Calls the listener when the signal aborts, or immediately if it already has. Returns a function that removes the
 * listener. The signal itself gets only one listener, because Node warns of a leak at more than ten.
 */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  if (signal.aborted) listener();
  let entry = LISTENERS.get(signal);
  if (!entry) {
    const all = new Set<() => void>();
    const notify = () => {
      for (const one of all) one();
    };
    entry = { all, notify };
    LISTENERS.set(signal, entry);
  }
  const { all, notify } = entry;
  all.add(listener);
  // Adding the same function twice has no effect.
  signal.addEventListener("abort", notify, { once: true });
  return () => {
    if (all.delete(listener) && !all.size) signal.removeEventListener("abort", notify);
  };
}

/** Why a signal aborted. React Native before 0.87 sets no reason. */
export const reasonOf = (signal: AbortSignal): unknown =>
  signal.reason ?? Object.assign(new Error("This operation was aborted."), { name: "AbortError" });

/** Settles like the promise, unless `listen` rejects first. `listen` returns a function that ends its work. */
export function unless<T>(
  promise: T | Promise<T>,
  listen: (reject: (reason: unknown) => void) => () => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const off = listen(reject);
    const settled = Promise.resolve(promise);
    settled.then(off, off);
    settled.then(resolve, reject);
  });
}

/** Settles like the promise, or rejects with the signal's reason if it aborts first. */
export function race<T>(signal: AbortSignal | undefined, promise: T | Promise<T>): Promise<T> {
  if (signal === undefined) return Promise.resolve(promise);
  return unless(promise, (reject) => onAbort(signal, () => reject(reasonOf(signal))));
}
