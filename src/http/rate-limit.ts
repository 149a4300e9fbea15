import type { PlaceTaken, RateLimitWindow } from "../client/options.js";
import { HEADERS } from "../contract/constants.js";
import type { RateLimit } from "../errors/api-errors.js";

const DAY_MS = 86_400_000;

const integer = (text: string | null) =>
  text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined;

/** The service's clock when it answered: its `Date` header, which counts whole seconds. */
function serverNow(headers: Headers): number | undefined {
  const date = Date.parse(headers.get("date") ?? "");
  return Number.isNaN(date) ? undefined : date;
}

/** Moments in milliseconds and in seconds since 1970, and seconds from now, differ by size (decision 4). */
function resetTime(headers: Headers, server: number): number | undefined {
  const reset = integer(headers.get(HEADERS.rateReset));
  if (reset === undefined) return undefined;
  const time = reset >= 1e11 ? reset : reset >= 1e9 ? reset * 1000 : server + reset * 1000;
  // A window is a minute or a day; what lies further off is misread or wrong.
  return Math.min(time, server + DAY_MS);
}

/** The three rate-limit headers, or undefined where one is missing or no integer. */
export function readRateLimit(headers: Headers, now: number): RateLimit | undefined {
  const limit = integer(headers.get(HEADERS.rateLimit));
  const remaining = integer(headers.get(HEADERS.rateRemaining));
  const server = serverNow(headers) ?? now;
  const skew = now - server;
  // The header's second and the way here explain this much; only more is another clock.
  const local = skew > -1000 && skew < 2000 ? now : server;
  const reset = resetTime(headers, local);
  if (limit === undefined || remaining === undefined || reset === undefined) return undefined;
  return { limit, remaining, resetAt: new Date(reset + now - local) };
}

/** How long `Retry-After` asks to wait: seconds, or a date on the service's clock (decision 9). */
export function readRetryAfter(headers: Headers, now: number): number | undefined {
  const value = headers.get(HEADERS.retryAfter)?.trim();
  if (!value) return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Math.ceil(Number(value) * 1000);
  // Junk ("1e3", "-5", "foo 5") is a date to some engines. The oldest of HTTP's three forms leaves its zone out.
  if (!/^[a-z]{3,9},? .+:\d\d( GMT| \d{4})$/i.test(value)) return undefined;
  const date = Date.parse(value.replace(/\d$/, "$& GMT"));
  return Number.isNaN(date) ? undefined : Math.max(0, date - (serverNow(headers) ?? now));
}

/**
 * How long a 429 without `Retry-After` asks to wait: until the reset when nothing is left of the window, or until the
 * moment that the error's details name. Never sooner, measured on the service's clock.
 */
export function readResetWait(headers: Headers, details: unknown, now: number): number | undefined {
  const server = serverNow(headers) ?? now;
  const named = Date.parse((details as { resetAt?: string } | undefined)?.resetAt ?? "");
  const reset = Number.isNaN(named)
    ? integer(headers.get(HEADERS.rateRemaining)) === 0
      ? resetTime(headers, server)
      : undefined
    : named;
  return reset === undefined || reset <= server ? undefined : reset - server;
}

/** Length that a window is taken to have when the next one begins unseen. */
const WINDOW_MS = 60_000;

/** Counts what is left of the service's window, so that a request that would be refused waits here instead. */
export class Pacer implements RateLimitWindow {
  /** How many processes share the window: this one takes its part. */
  processes = 1;
  #left = Number.POSITIVE_INFINITY;
  #limit = 0;
  #resetAt = 0;
  #underway = 0;

  take({ now, must }: { readonly now: number; readonly must: boolean }): PlaceTaken | number {
    if (this.#limit && now >= this.#resetAt) {
      this.#left = Math.max(1, Math.floor(this.#limit / this.processes)) - this.#underway;
      this.#resetAt = now + WINDOW_MS;
    }
    if (this.#left < 1 && !must) return Math.max(1, this.#resetAt - now);
    this.#left--;
    this.#underway++;
    return (seen) => this.#done(seen);
  }

  /** An attempt ended, and perhaps brought news. Those still under way may not be counted in it yet. */
  #done(seen: RateLimit | undefined): void {
    this.#underway--;
    if (!seen) return;
    this.#limit = seen.limit;
    this.#resetAt = seen.resetAt.getTime();
    this.#left = Math.floor(seen.remaining / this.processes) - this.#underway;
  }
}
