import { checkName, checkOptions } from "../client/checks.js";
import type { PlaceRequest, PlaceTaken, RateLimitWindow } from "../client/options.js";
import { checkTimes } from "../keys/shared-rotation.js";
import { checkedKey, checkedPrefix, type RedisClient, type RedisEvents, RedisLink } from "./link.js";
import { SharedWindow } from "./window.js";

/** Windows of keys that were used last; a rotated key's is forgotten some time. */
const KEPT = 16;

/** Options of `RedisRateLimit`. */
export interface RedisRateLimitOptions {
  /** A client of `ioredis`, `redis` or `@valkey/valkey-glide`. */
  readonly redis: RedisClient;
  /**
   * Whose window this is: processes that give the same one share it. Give it when the key is rotated, as the service counts by
   * account. Default the key and the address together, by their SHA-256.
   */
  readonly key?: string | undefined;
  /** The beginning of the keys in Redis, `<prefix>:window:{…}`. Default `intent-tx`. */
  readonly prefix?: string | undefined;
  /** How long an answer of Redis is waited for, milliseconds. Default 1,000. */
  readonly timeoutMs?: number | undefined;
}

/**
 * The service's rate limit, counted by many processes together: give it to their clients as `rateLimit.store`. A request that
 * would be refused waits, and what is left is shared evenly among the processes that ask. While Redis is away or slow each process
 * counts its share of the limit, by what its own answers say, and no call fails for it.
 *
 * @example
 * ```ts no-run
 * import { IntentTx } from "intent-tx";
 * import { RedisRateLimit } from "intent-tx/redis";
 * import { Redis } from "ioredis";
 * const store = new RedisRateLimit({ redis: new Redis("redis://127.0.0.1:6379") });
 * store.on("away", ({ error }) => console.warn(error.message));
 * const client = new IntentTx({ rateLimit: { store, maxWaitMs: 60_000 } });
 * ```
 */
export class RedisRateLimit implements RateLimitWindow {
  readonly #link: RedisLink;
  readonly #name: string | undefined;
  readonly #prefix: string;
  readonly #windows = new Map<string, Promise<SharedWindow>>();

  /**
   * @param options The client of Redis; the rest has defaults.
   * @throws ConfigurationError when an option is unknown or cannot be meant.
   */
  constructor(options: RedisRateLimitOptions) {
    checkOptions(options, "redis key prefix timeoutMs");
    const { timeoutMs } = checkTimes({ timeoutMs: options.timeoutMs ?? 1000 });
    this.#link = new RedisLink(options.redis, timeoutMs);
    this.#name = checkedKey(options.key);
    this.#prefix = checkedPrefix(options.prefix);
  }

  /**
   * Takes a place for an attempt. The client calls it.
   *
   * @param request The attempt that asks for a place.
   * @returns A function to be called at the attempt's end; or how long there is no place, milliseconds.
   * @throws nothing: while Redis is away this process counts its own share.
   * @example
   * ```ts
   * import { IntentTx } from "intent-tx";
   * import type { RedisRateLimit } from "intent-tx/redis";
   * // The client asks the window before each attempt.
   * const paced = (window: RedisRateLimit) => new IntentTx({ rateLimit: { store: window } });
   * ```
   */
  async take(request: PlaceRequest): Promise<PlaceTaken | number> {
    return (await this.#window(request)).take(request);
  }

  /**
   * Listens to Redis going away and coming back.
   *
   * @param event `away` or `back`.
   * @param listener Called with the facts of each.
   * @returns A function that ends it.
   * @example
   * ```ts
   * import type { RedisRateLimit } from "intent-tx/redis";
   * const watch = (limit: RedisRateLimit) => limit.on("back", () => console.log("counted together again"));
   * ```
   */
  on<N extends keyof RedisEvents>(event: N, listener: (event: RedisEvents[N]) => unknown): () => void {
    checkName("event", event, "away back");
    return this.#link.events.on(event, listener);
  }

  #window({ key, baseUrl }: PlaceRequest): Promise<SharedWindow> {
    const id = this.#name ?? `${key} ${baseUrl}`;
    let window = this.#windows.get(id);
    if (!window) {
      window = this.#open(id);
      this.#windows.set(id, window);
      const [oldest] = this.#windows.keys();
      if (this.#windows.size > KEPT && oldest !== undefined) this.#windows.delete(oldest);
    }
    return window;
  }

  async #open(id: string): Promise<SharedWindow> {
    const name = this.#name ?? (await hash(id));
    // One slot of a cluster for all of them.
    const base = `${this.#prefix}:window:{${name}}`;
    return new SharedWindow(this.#link, [base, `${base}:underway`, `${base}:asking`, `${base}:got`]);
  }
}

async function hash(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return Array.from(bytes.subarray(0, 16), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
