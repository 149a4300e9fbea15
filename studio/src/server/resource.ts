import { useEffect, useRef, useState } from "preact/hooks";
import { ServerError } from "./http.js";

/** Data from the server: its last value, its error, and a function to reload it. */
export interface Resource<T> {
  readonly value: T | undefined;
  readonly problem: ServerError | undefined;
  readonly loading: boolean;
  readonly reload: () => void;
}

/**
 * Reads from the server when the component mounts, when `keys` change, and every `everyMs` while the page is visible.
 * The last value remains while a newer one loads, to avoid flicker.
 */
export function useResource<T>(
  read: (signal: AbortSignal) => Promise<T>,
  keys: readonly unknown[],
  everyMs?: number,
): Resource<T> {
  const [state, setState] = useState<{ value?: T; problem?: ServerError; loading: boolean }>({
    loading: true,
  });
  const [reloads, setReloads] = useState(0);
  const latest = useRef(read);
  latest.current = read;
  const known = useRef<readonly unknown[]>([]);
  const changed =
    known.current.length !== keys.length || keys.some((key, index) => key !== known.current[index]);
  known.current = keys;
  useEffect(() => {
    if (changed) setState({ loading: true });
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const run = async () => {
      if (document.visibilityState === "visible" || everyMs === undefined) {
        try {
          const value = await latest.current(controller.signal);
          if (!controller.signal.aborted) setState({ value, loading: false });
        } catch (error) {
          if (controller.signal.aborted) return;
          const problem =
            error instanceof ServerError
              ? error
              : new ServerError(0, "error", error instanceof Error ? error.message : String(error));
          setState((last) => ({
            ...(last.value !== undefined && { value: last.value }),
            problem,
            loading: false,
          }));
        }
      }
      if (everyMs !== undefined && !controller.signal.aborted) timer = setTimeout(() => void run(), everyMs);
    };
    void run();
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [...keys, reloads, everyMs]);
  return {
    value: state.value,
    problem: state.problem,
    loading: state.loading,
    reload: () => setReloads((last) => last + 1),
  };
}
