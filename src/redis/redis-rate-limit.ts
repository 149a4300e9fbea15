import { checkName, checkOptions } from "../client/checks.js";
import type { PlaceRequest, PlaceTaken, RateLimitWindow } from "../client/options.js";
import { checkTimes } from "../keys/shared-rotation.js";
import { checkedKey, checkedPrefix, type RedisClient, type RedisEvents, RedisLink } from "./link.js";
import { SharedWindow } from "./window.js";

/** How many windows are kept, most recently used first; those of rotated keys are dropped eventually. */
const KEPT = 16;

/** Options of `RedisRateLimit`. */
export interface RedisRateLimitOptions {
  /** A client of `ioredis`, `redis` or `@valkey/valkey-glide`. */
  readonly redis: RedisClient;
  /**
   * Name of the window; processes with the same name share it. Set it if you rotate the key, since the service counts
   * per account. Default: the SHA-256 of key and base URL.
   */
  readonly key?: string | undefined;
  /** Prefix of the keys in Redis, `<prefix>:window:{…}`. Default `intent-tx`. */
  readonly prefix?: string | undefined;
  /** How long to wait for a response from Redis, milliseconds. Default 1,000. */
  readonly timeoutMs?: number | undefined;
}

/**
 * Shares the service's rate limit between processes: pass it to their clients as `rateLimit.store`. A request that
 * would be rejected waits, and the remaining requests are divided evenly among the processes that need them. While
 * Redis is unavailable or slow, each process uses its share of the limit, as reported in its own responses; no call
 * fails because of Redis.
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
   * @param options The Redis client; everything else has a default.
   * @throws ConfigurationError when an option is unknown or invalid.
   */
  constructor(options: RedisRateLimitOptions) {
    checkOptions(options, "redis key prefix timeoutMs");
    const { timeoutMs } = checkTimes({ timeoutMs: options.timeoutMs ?? 1000 });
    this.#link = new RedisLink(options.redis, timeoutMs);
    this.#name = checkedKey(options.key);
    this.#prefix = checkedPrefix(options.prefix);
  }

  async take(request: PlaceRequest): Promise<PlaceTaken | number> {
    return (await this.#window(request)).take(request);
  }

  /**
   * Reports when Redis becomes unavailable and available again.
   *
   * @param event `away` or `back`.
   * @param listener Called for each event.
   * @returns A function that removes the listener.
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
    // All keys in one cluster slot.
    const base = `${this.#prefix}:window:{${name}}`;
    return new SharedWindow(this.#link, [base, `${base}:underway`, `${base}:asking`, `${base}:got`]);
  }
}

async function hash(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return Array.from(bytes.subarray(0, 16), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
