import type { RateLimitWindow, ReleaseSlot } from "../options/options.js";

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
