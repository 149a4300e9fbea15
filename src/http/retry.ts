import { ApiError, RateLimitError } from "../api-errors.js";
import type { RetryClass } from "../contract/operations.js";
import { ConnectionError, TimeoutError } from "../errors.js";

const TRANSIENT = new Set([408, 425, 500, 502, 503, 504]);

/** How often a request that failed so may be sent again, by the retry class of its operation. */
export function resends(error: unknown, retry: RetryClass): number {
  if (error instanceof RateLimitError || (error instanceof ConnectionError && !error.sent))
    return Number.POSITIVE_INFINITY;
  const transient =
    error instanceof ConnectionError ||
    error instanceof TimeoutError ||
    (error instanceof ApiError && TRANSIENT.has(error.status ?? 0));
  // A lost build may have been counted against the day's quota: it is sent again once, not more.
  return transient ? { safe: Number.POSITIVE_INFINITY, metered: 1, once: 0 }[retry] : 0;
}

/** Half a second, doubling, up to 8 s; between half and all of it, so that many clients do not come back together. */
export function backoff(retries: number): number {
  return Math.round(Math.min(8000, 500 * 2 ** retries) * (0.5 + Math.random() / 2));
}
