import { RateLimitError } from "../errors/api-errors.js";
import { ConfigurationError } from "../errors/errors.js";
import { safeCause } from "../errors/secrets.js";
import type { RequestFacts } from "../options/events.js";
import type { RateLimitWindow, ReleaseSlot } from "../options/options.js";
import type { Settings } from "./config.js";
import type { Deadline } from "./deadline.js";
import type { Key, KeySource } from "./key-source.js";
import { isLate } from "./retry.js";

/** Assumed window length, until a response reports the next window. */
export const WINDOW_MS = 60_000;

/** Reset times of one window differ by less than this, because services report whole seconds. */
const SAME_MS = 2500;

/** Counts the requests left in the service's window, so that a request waits instead of being rejected. */
export class Pacer implements RateLimitWindow {
  /** Number of processes that share the window; this one uses its share. */
  processes = 1;
  /** The lowest count that a response has reported: responses can arrive in another order than the service counts. */
  #left = Number.POSITIVE_INFINITY;
  #limit = 0;
  #resetAt = 0;
  #underway = 0;
  /** Requests without a report since the last report. The service may have counted them. */
  #lost = 0;
  #now = 0;

  acquire({ now, must }: { readonly now: number; readonly must: boolean }): ReleaseSlot | number {
    // If the clock was set back, the reset is earlier too.
    this.#resetAt -= Math.max(0, this.#now - now);
    this.#now = now;
    if (this.#left !== Number.POSITIVE_INFINITY && now >= this.#resetAt) {
      this.#left = Math.max(this.processes, this.#limit);
      this.#lost = 0;
      this.#resetAt = now + WINDOW_MS;
    }
    // The response with the lowest count may not count the requests that are still in flight.
    const room = Math.floor(this.#left / this.processes) - this.#underway - this.#lost;
    if (room < 1 && !must) return Math.max(1, this.#resetAt - now);
    this.#underway++;
    return (seen, missing) => {
      this.#underway--;
      if (!seen && missing !== "not-sent") this.#lost++;
      const resetAt = seen ? seen.resetAt.getTime() : 0;
      // A window that had ended at the last `acquire` says nothing about the current one.
      if (!seen || resetAt <= this.#now) return;
      this.#lost = 0;
      if (seen.remaining >= this.#left && resetAt <= this.#resetAt + SAME_MS) return;
      this.#limit = seen.limit;
      this.#left = seen.remaining;
      this.#resetAt = resetAt;
    };
  }
}

/**
 * Waits for a slot in the window, and returns the function that releases it. Called after the key is known, because a
 * failing key provider would lose the slot.
 */
export async function takeSlot(
  window: RateLimitWindow,
  { client, keys, deadline }: { client: Settings; keys: KeySource; deadline: Deadline },
  key: Key,
  facts: RequestFacts,
): Promise<ReleaseSlot | undefined> {
  const { shared, clock, mode, maxWait, emit, baseUrl } = client;
  // Another key can be of another account, which has its own window.
  if (keys !== client.keys && window === shared.pacer) return undefined;
  for (let before: number | undefined; ; ) {
    const now = clock.now();
    const request = async () => {
      // The client's own window is not shared, so it needs no account.
      const account = window === shared.pacer ? "" : await key.account(baseUrl);
      // A clock that does not advance during sleep, like a closed mock server's, would make the call wait for ever.
      return window.acquire({ account, now, must: now === before });
    };
    const acquired = request();
    const waitMs = await deadline.race(acquired).catch((error) => {
      // If the window grants the slot after the deadline, the slot is released.
      acquired.then((late) => typeof late === "function" && late(undefined, "not-sent")).catch(() => {});
      deadline.check("slot in the rate limit's window");
      throw new ConfigurationError("rateLimit.store failed; see cause.", {
        cause: safeCause(error, key.hide),
      });
    });
    if (typeof waitMs === "function") return waitMs;
    before = now;
    emit("rateLimit", { ...facts, retryAfterMs: waitMs, rateLimit: shared.rateLimit });
    if (mode === "throw" || waitMs > maxWait || isLate(client, deadline, waitMs))
      throw new RateLimitError("The request was not sent: the rate limit is used up.", {
        code: "rate_limit_exceeded",
        rateLimit: shared.rateLimit,
        retryAfterMs: waitMs,
      });
    await deadline.race(clock.sleep(waitMs, deadline.signal));
  }
}
