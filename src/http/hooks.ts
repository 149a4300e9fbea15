import ky from "ky";
import type { ClientHooks } from "../options/options.js";
import type { SentRequest } from "./request.js";

/** The hooks, and the facts of an attempt that they receive. */
interface HookedAttempt {
  readonly hooks: ClientHooks;
  /** Why the attempt before failed. */
  readonly error: Error | undefined;
  readonly retryCount: number;
  /** The error of a hook that threw. */
  readonly failed: (what: string, error: unknown) => Error;
}

/**
 * Lets ky build the request, and run the user's hooks around `fetch`.
 *
 * The client does not use ky's retries, which always wait in `setTimeout`, so that fake timers stop them, or its timeout,
 * which excludes the body. Of ky's hooks it uses only those that the user passes.
 */
export function sendWithHooks(
  { url, method, headers, body }: SentRequest,
  { hooks, error, retryCount, failed }: HookedAttempt,
  fetch: (request: Request) => Promise<Response>,
): Promise<Response> {
  /** A user's hooks. They do not get the function that adds the key. */
  const guarded = (name: keyof ClientHooks) =>
    (hooks[name] ?? []).map((hook) => async (request: Request, all: object, ...rest: unknown[]) => {
      const { context: _, fetch: __, ...options } = all as { context?: unknown; fetch?: unknown };
      const isRetry = name === "beforeRetry";
      if (isRetry && !error) return undefined;
      // ky's own count, which comes last, is always 0.
      const args = isRetry
        ? [{ request, options, error, retryCount }]
        : [request, options, ...rest.slice(0, -1), { retryCount }];
      try {
        return (await (hook as (...args: unknown[]) => unknown)(...args)) as undefined;
      } catch (cause) {
        throw failed(`hooks.${name}`, cause);
      }
    });
  return ky(url, {
    method,
    headers,
    ...(body && { body }),
    retry: 0,
    timeout: false,
    throwHttpErrors: false,
    hooks: {
      beforeRequest: [...guarded("beforeRetry"), ...guarded("beforeRequest")],
      afterResponse: guarded("afterResponse"),
    },
    fetch: (request) => fetch(request as Request),
  });
}
