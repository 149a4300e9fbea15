import { HEADERS } from "../contract/constants.js";
import type { RateLimit } from "../errors/api-errors.js";
import type { RateLimitWindow, ReleaseSlot } from "../options/options.js";

const DAY_MS = 86_400_000;

const integer = (text: string | null) =>
  text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined;

/** When the service sent the response, by its clock: the `Date` header, which is precise to the second. */
const serverNow = (headers: Headers) => Date.parse(headers.get("date") ?? "") || undefined;

/** Distinguishes milliseconds since 1970, seconds since 1970 and seconds from now by their size (decision 4). */
function resetTime(headers: Headers, server: number): number | undefined {
  const reset = integer(headers.get(HEADERS.rateReset));
  if (reset === undefined) return undefined;
  const time = reset >= 1e11 ? reset : reset >= 1e9 ? reset * 1000 : server + reset * 1000;
  // A window lasts at most a day, so a later reset was misread or is wrong.
  return Math.min(time, server + DAY_MS);
}

/** The three rate-limit headers; undefined if one is missing or not an integer. */
export function readRateLimit(headers: Headers, now: number): RateLimit | undefined {
  const limit = integer(headers.get(HEADERS.rateLimit));
  const remaining = integer(headers.get(HEADERS.rateRemaining));
  const server = serverNow(headers) ?? now;
  const skew = now - server;
  // `Date` has whole seconds and the response takes time, so a small difference does not mean a different clock.
  const local = skew > -1000 && skew < 2000 ? now : server;
  const reset = resetTime(headers, local);
  if (limit === undefined || remaining === undefined || reset === undefined) return undefined;
  return { limit, remaining, resetAt: new Date(reset + now - local) };
}

/** The wait that `Retry-After` requests: seconds, or a date on the service's clock (decision 9). */
export function readRetryAfter(headers: Headers, now: number): number | undefined {
  const value = headers.get(HEADERS.retryAfter)?.trim();
  if (!value) return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Math.ceil(Number(value) * 1000);
  // Some engines parse junk ("1e3", "-5", "foo 5") as a date. The oldest of HTTP's three date formats has no zone.
  if (!/^[a-z]{3,9},? .+:\d\d( GMT| \d{4})$/i.test(value)) return undefined;
  const date = Date.parse(value.replace(/\d$/, "$& GMT"));
  return Number.isNaN(date) ? undefined : Math.max(0, date - (serverNow(headers) ?? now));
}

/**
 * The wait after a 429 without `Retry-After`: until the error's `details.resetAt`, otherwise until the window's reset
 * if no requests are left. Measured on the service's clock.
 */
export function readResetWait(headers: Headers, details: unknown, now: number): number | undefined {
  const server = serverNow(headers) ?? now;
  const named = Date.parse((details as { resetAt?: string } | undefined)?.resetAt ?? "");
  const isUsedUp = integer(headers.get(HEADERS.rateRemaining)) === 0;
  const reset = named || (isUsedUp && resetTime(headers, server)) || 0;
  return reset > server ? reset - server : undefined;
}

/** Assumed window length, until a response reports the next window. */
export const WINDOW_MS = 60_000;

/** Counts the requests left in the service's window, so that a request waits instead of being rejected. */
export class Pacer implements RateLimitWindow {
  /** Number of processes that share the window; this one uses its share. */
  processes = 1;
  #left = Number.POSITIVE_INFINITY;
  #limit = 0;
  #resetAt = 0;
  #underway = 0;
  #now = 0;

  acquire({ now, must }: { readonly now: number; readonly must: boolean }): ReleaseSlot | number {
    // If the clock was set back, the reset is earlier too.
    this.#resetAt -= Math.max(0, this.#now - now);
    this.#now = now;
    if (this.#left !== Number.POSITIVE_INFINITY && now >= this.#resetAt) {
      this.#left = Math.max(1, Math.floor(this.#limit / this.processes)) - this.#underway;
      this.#resetAt = now + WINDOW_MS;
    }
    if (this.#left < 1 && !must) return Math.max(1, this.#resetAt - now);
    this.#left--;
    this.#underway++;
    return (seen, missing) => {
      this.#underway--;
      if (missing === "not-sent") this.#left++;
      // A window that had ended at the last `acquire` says nothing about the current one.
      if (!seen || seen.resetAt.getTime() <= this.#now) return;
      this.#limit = seen.limit;
      this.#resetAt = seen.resetAt.getTime();
      // The response may not count the requests that are still in flight.
      this.#left = Math.floor(seen.remaining / this.processes) - this.#underway;
    };
  }
}
