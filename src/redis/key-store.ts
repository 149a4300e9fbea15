import { ConfigurationError } from "../errors/errors.js";
import { adviseSeconds, checkName, checkOptions } from "../options/checks.js";
import { isTime, SHARED_DEFAULTS, SharedRotation } from "../rotation/shared-rotation.js";
import type { KeyRecord, KeyStore, RotationService } from "../rotation/store.js";
import { Encryption, type EncryptionKey, RedisCell } from "./cell.js";
import { checkedName, checkedPrefix, type RedisClient, type RedisEvents, RedisLink } from "./link.js";

/** Options of `RedisKeyStore`. */
export interface RedisKeyStoreOptions {
  /** The client of a Redis library, see {@link RedisClient}. */
  readonly redis: RedisClient;
  /** Name of the record, not secret; processes with the same name share a key. Default `default`. */
  readonly name?: string | undefined;
  /** Prefix of the key in Redis, `<prefix>:key:{<name>}`. Default `intent-tx`. */
  readonly prefix?: string | undefined;
  /** One or more AES-GCM keys for the record. The first encrypts, all decrypt. Default: none, plain text. */
  readonly encryptionKey?: EncryptionKey | readonly EncryptionKey[] | undefined;
  /** How long to wait for a response from Redis, milliseconds. Default 1,000. */
  readonly timeout?: number | undefined;
  /** How long a rotating process may be silent before another takes over, milliseconds. Default 10,000. */
  readonly lease?: number | undefined;
  /** Maximum age of a loaded record, milliseconds. Other processes use a new key within this time. Default 500. */
  readonly refresh?: number | undefined;
}

/**
 * Stores a key in Redis or Valkey for many processes. One of them rotates it under a lease; if it dies, another takes
 * the lease over. The other processes use the new key within `refresh`. While Redis is unavailable, each process
 * continues with the key it has. A method throws a `ConnectionError` when Redis does not respond in time, and a
 * `ConfigurationError` when Redis contains no key record, or one that `encryptionKey` cannot decrypt.
 * @example
 * ```ts no-run
 * import { KeyRotator } from "intent-tx";
 * import { RedisKeyStore } from "intent-tx/redis";
 * import { Redis } from "ioredis";
 * const store = new RedisKeyStore({ redis: new Redis("redis://127.0.0.1:6379"), name: "payments" });
 * const rotator = new KeyRotator({ store });
 * ```
 */
export class RedisKeyStore implements KeyStore {
  readonly refresh: number;
  readonly #link: RedisLink;
  readonly #rotation: SharedRotation;

  /**
   * @param options The Redis client; everything else has a default.
   * @throws ConfigurationError when an option is unknown or invalid.
   */
  constructor(options: RedisKeyStoreOptions) {
    checkOptions(
      options,
      {
        redis: true,
        name: true,
        prefix: true,
        encryptionKey: true,
        timeout: isTime,
        lease: isTime,
        refresh: isTime,
      },
      "{ redis }",
    );
    adviseSeconds(options);
    const { redis, timeout, encryptionKey = [] } = options;
    const { lease = SHARED_DEFAULTS.lease, refresh = SHARED_DEFAULTS.refresh } = options;
    const place = `${checkedPrefix(options.prefix)}:key:{${checkedName(options.name) ?? "default"}}`;
    const keys = [encryptionKey].flat();
    // An empty list, for example because no keys were found, would leave the secret unencrypted.
    if (options.encryptionKey && keys.length === 0)
      throw new ConfigurationError(
        "encryptionKey is an empty list, so the key would be stored unencrypted. Pass an AES-GCM CryptoKey, or omit encryptionKey.",
      );
    this.refresh = refresh;
    this.#link = new RedisLink(redis, timeout);
    this.#rotation = new SharedRotation(new RedisCell(this.#link, place, new Encryption(keys, place)), lease);
  }

  load(): Promise<KeyRecord | undefined> {
    return this.#rotation.load();
  }

  /**
   * Replaces the record with the same `version`, as returned by `load`. Without a version, saves only the first record.
   * @param record The record to store; it contains the secret.
   * @throws StaleKeyError when Redis contains a different version.
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

  rotate(keyId: string, service: RotationService, wait: boolean): Promise<KeyRecord | undefined> {
    return this.#rotation.rotate(keyId, service, wait);
  }

  /**
   * Reports when Redis becomes unavailable and available again.
   * @param event `disconnected` or `reconnected`.
   * @param listener Called for each event.
   * @returns A function that removes the listener.
   * @example
   * ```ts
   * import type { RedisKeyStore } from "intent-tx/redis";
   * const watch = (store: RedisKeyStore) => store.on("disconnected", ({ error }) => console.error(error.message));
   * ```
   */
  on<N extends keyof RedisEvents>(event: N, listener: (event: RedisEvents[N]) => unknown): () => void {
    checkName("event", event, ["disconnected", "reconnected"]);
    return this.#link.events.on(event, listener);
  }
}
