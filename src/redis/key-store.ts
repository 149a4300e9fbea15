import { checkName, checkOptions } from "../client/checks.js";
import { ConfigurationError } from "../errors/errors.js";
import { checkTimes, SHARED_DEFAULTS, SharedRotation } from "../keys/shared-rotation.js";
import type { KeyRecord, KeyStore, RotationService } from "../keys/store.js";
import { RedisCell, Seal, type SealKey } from "./cell.js";
import { checkedKey, checkedPrefix, type RedisClient, type RedisEvents, RedisLink } from "./link.js";

/** Options of `RedisKeyStore`. */
export interface RedisKeyStoreOptions {
  /** A client of `ioredis`, `redis` or `@valkey/valkey-glide`. */
  readonly redis: RedisClient;
  /** Names the record, such as `payments`: processes that give the same one share a key. It is no secret. Default `default`. */
  readonly key?: string | undefined;
  /** The beginning of the key in Redis, `<prefix>:key:{<key>}`. Default `intent-tx`. */
  readonly prefix?: string | undefined;
  /** Seals what is kept by AES-GCM: a key of Web Crypto, or several, of which the first one seals and all open. Default none. */
  readonly seal?: SealKey | readonly SealKey[] | undefined;
  /** How long an answer of Redis is waited for, milliseconds. Default 1,000. */
  readonly timeoutMs?: number | undefined;
  /** How long a process that rotates may be silent before another takes over, milliseconds. Default 10,000. */
  readonly leaseMs?: number | undefined;
  /** How old a record may be when a request uses it, milliseconds: the time in which other processes take a new key up. Default 500. */
  readonly refreshMs?: number | undefined;
}

/**
 * Keeps a key in Redis or Valkey for many processes. One of them rotates it, under a lease that another takes over when it
 * dies; the others take the new key up within `refreshMs`. While Redis is away each goes on with the key that it has.
 *
 * @example
 * ```ts no-run
 * import { KeyRotator } from "intent-tx";
 * import { RedisKeyStore } from "intent-tx/redis";
 * import { Redis } from "ioredis";
 * const store = new RedisKeyStore({ redis: new Redis("redis://127.0.0.1:6379"), key: "payments" });
 * const rotator = new KeyRotator({ store });
 * ```
 */
export class RedisKeyStore implements KeyStore {
  /** How old a record may be when a request uses it, milliseconds. */
  readonly refreshMs: number;
  readonly #link: RedisLink;
  readonly #rotation: SharedRotation;

  /**
   * @param options The client of Redis; the rest has defaults.
   * @throws ConfigurationError when an option is unknown or cannot be meant.
   */
  constructor(options: RedisKeyStoreOptions) {
    checkOptions(options, "redis key prefix seal timeoutMs leaseMs refreshMs");
    const { redis, seal = [] } = options;
    const name = checkedKey(options.key) ?? "default";
    const { timeoutMs, leaseMs, refreshMs } = checkTimes({
      timeoutMs: options.timeoutMs ?? 1000,
      leaseMs: options.leaseMs ?? SHARED_DEFAULTS.leaseMs,
      refreshMs: options.refreshMs ?? SHARED_DEFAULTS.refreshMs,
    });
    const place = `${checkedPrefix(options.prefix)}:key:{${name}}`;
    const keys = "algorithm" in seal ? [seal] : seal;
    // Keys that were not found would otherwise leave the secret in clear.
    if (options.seal && keys.length === 0)
      throw new ConfigurationError(
        "seal is an empty list: the key would be kept as it is. Pass an AES-GCM CryptoKey, or leave seal out.",
      );
    this.refreshMs = refreshMs;
    this.#link = new RedisLink(redis, timeoutMs);
    this.#rotation = new SharedRotation(new RedisCell(this.#link, place, new Seal(keys, place)), leaseMs);
  }

  /**
   * Reads the record; undefined when nothing is stored.
   *
   * @throws ConnectionError when Redis does not answer in time.
   * @throws ConfigurationError when it holds no key record, or one that `seal` does not open.
   * @example
   * ```ts
   * import type { RedisKeyStore } from "intent-tx/redis";
   * const keyIdOf = async (store: RedisKeyStore) => (await store.load())?.keyId;
   * ```
   */
  load(): Promise<KeyRecord | undefined> {
    return this.#rotation.load();
  }

  /**
   * Stores a record in the place of the one that has its `version`, as `load` answered it; without a version only where
   * nothing is stored yet.
   *
   * @param record The record to keep; it holds the secret.
   * @throws StaleKeyError when Redis holds another one.
   * @throws ConnectionError when Redis does not answer in time.
   * @example
   * ```ts
   * import { RedisKeyStore, type RedisKeyStoreOptions } from "intent-tx/redis";
   * async function replace(options: RedisKeyStoreOptions, keyId: string, key: string) {
   *   const store = new RedisKeyStore(options);
   *   const version = (await store.load())?.version;
   *   await store.save({ keyId, key, createdAt: new Date().toISOString(), version });
   * }
   * ```
   */
  save(record: KeyRecord): Promise<void> {
    return this.#rotation.save(record, false);
  }

  /**
   * Replaces the key in one of the processes that share it. `KeyRotator` calls it.
   *
   * @param keyId The key to replace, as the caller knows it.
   * @param service Issues, checks and revokes keys.
   * @param wait Whether to wait while another process rotates.
   * @throws RotationUncertainError when the service may have issued a key that did not arrive or does not work.
   * @example
   * ```ts
   * import { KeyRotator } from "intent-tx";
   * import type { RedisKeyStore } from "intent-tx/redis";
   * // The rotator asks the store to rotate.
   * const replace = (store: RedisKeyStore) => new KeyRotator({ store }).rotate();
   * ```
   */
  rotate(keyId: string, service: RotationService, wait: boolean): Promise<KeyRecord | undefined> {
    return this.#rotation.rotate(keyId, service, wait);
  }

  /**
   * Listens to Redis going away and coming back.
   *
   * @param event `away` or `back`.
   * @param listener Called with the facts of each.
   * @returns A function that ends it.
   * @example
   * ```ts
   * import type { RedisKeyStore } from "intent-tx/redis";
   * const watch = (store: RedisKeyStore) => store.on("away", ({ error }) => console.error(error.message));
   * ```
   */
  on<N extends keyof RedisEvents>(event: N, listener: (event: RedisEvents[N]) => unknown): () => void {
    checkName("event", event, "away back");
    return this.#link.events.on(event, listener);
  }
}
