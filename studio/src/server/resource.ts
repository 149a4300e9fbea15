import { useEffect, useRef, useState } from "preact/hooks";
import { messageOf, ServerError } from "./http.js";
import { prefix } from "./url.js";
import { worldChanges } from "./world.js";

/** Data from the server: its last value and its error. */
interface Loaded<T> {
  readonly value?: T;
  readonly problem?: ServerError;
  readonly loading: boolean;
}

/** Data from the server, and a function to reload it. */
export interface Resource<T> extends Loaded<T> {
  readonly reload: () => void;
}

function problemOf(error: unknown): ServerError {
  if (error instanceof ServerError) return error;
  return new ServerError(0, messageOf(error));
}

/**
 * Reads from the server when the component mounts, when the selected world or `keys` change, after a reset, and every
 * `everyMs` while the page is visible. The last value remains while a newer one loads, to avoid flicker.
 */
export function useResource<T>(
  read: (signal: AbortSignal) => Promise<T>,
  keys: readonly unknown[],
  everyMs?: number,
): Resource<T> {
  const [state, setState] = useState<Loaded<T>>({ loading: true });
  const [reloads, setReloads] = useState(0);
  const latest = useRef(read);
  latest.current = read;
  const all = [...keys, prefix.value, worldChanges.value];
  useEffect(() => setState({ loading: true }), all);
  useEffect(() => {
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const run = async () => {
      if (document.visibilityState === "visible" || everyMs === undefined) {
        try {
          const value = await latest.current(controller.signal);
          if (!controller.signal.aborted) setState({ value, loading: false });
        } catch (error) {
          if (controller.signal.aborted) return;
          setState((last) => ({ ...last, problem: problemOf(error), loading: false }));
        }
      }
      if (everyMs !== undefined && !controller.signal.aborted) timer = setTimeout(() => void run(), everyMs);
    };
    void run();
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [...all, reloads, everyMs]);
  return { ...state, reload: () => setReloads((last) => last + 1) };
}
