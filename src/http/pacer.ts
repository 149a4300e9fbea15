import type { RateLimit } from "../api-errors.js";
import type { PlaceTaken, RateLimitWindow } from "../options.js";

/** Length that a window is taken to have when the next one begins unseen. */
const WINDOW_MS = 60_000;

/** Counts what is left of the service's window, so that a request that would be refused waits here instead. */
export class Pacer implements RateLimitWindow {
  #left = Number.POSITIVE_INFINITY;
  #limit = 0;
  #resetAt = 0;
  #underway = 0;

  take({ now, must }: { readonly now: number; readonly must: boolean }): PlaceTaken | number {
    if (this.#limit && now >= this.#resetAt) {
      this.#left = this.#limit - this.#underway;
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
    this.#left = seen.remaining - this.#underway;
  }
}
