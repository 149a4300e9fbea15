import type { RetryClass } from "../contract/operations.js";
import { type ApiError, RateLimitError } from "../errors/api-errors.js";
import { ConnectionError } from "../errors/errors.js";
import { isTransient } from "../errors/narrowing.js";
import { systemClock } from "../runtime/clock.js";
import type { Settings } from "./config.js";
import type { Deadline } from "./deadline.js";

/** How many times a request may be retried after this error, given its operation's retry class. */
export function resends(error: unknown, retry: RetryClass): number {
  if (error instanceof RateLimitError || (error instanceof ConnectionError && !error.sent))
    return Number.POSITIVE_INFINITY;
  // A lost build may have counted against the daily quota, so it is retried only once.
  return isTransient(error) ? { safe: Number.POSITIVE_INFINITY, "once-if-lost": 1, once: 0 }[retry] : 0;
}

/** The wait before the next attempt; undefined if there must be none. */
export function planRetry(settings: Settings, deadline: Deadline, error: Error, retries: number) {
  if (error instanceof RateLimitError && settings.mode === "throw") return undefined;
  const { retryAfterMs, code, headers } = error as Partial<ApiError>;
  // The service can forbid a retry, but not permit one that the operation forbids.
  if (headers?.get("x-should-retry") === "false") return undefined;
  // A daily quota without a reset time resets at midnight; retrying sooner is futile.
  if (retryAfterMs === undefined && code === "quota_exceeded") return undefined;
  const random = settings.clock.random?.() ?? Math.random();
  // 500 ms, doubling up to 8 s, with jitter between 50% and 100% so that clients do not retry in step.
  const backoff = Math.round(Math.min(8000, 500 * 2 ** retries) * (0.5 + random / 2));
  const delayMs = retryAfterMs ?? backoff;
  if ((retryAfterMs ?? 0) > settings.maxWait || isLate(settings, deadline, delayMs)) return undefined;
  return { delayMs, source: retryAfterMs === undefined ? "backoff" : "service" } as const;
}

/** If the wait would outlast the deadline, the call rejects immediately with the service's error. */
export const isLate = ({ clock }: Settings, deadline: Deadline, delayMs: number): boolean =>
  clock === systemClock && performance.now() + delayMs >= deadline.endsAt;
