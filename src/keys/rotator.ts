import { ConfigurationError } from "../errors.js";
import { Events } from "../events.js";
import { checkNumbers } from "../http/context.js";
import { systemClock } from "../http/deadline.js";
import { checkName, checkSpelling } from "../names.js";
import type { Clock } from "../options.js";
import { safeCause } from "../secrets.js";
import { Overlap, RETRY_MS } from "./overlap.js";
import type { ApiKeyProvider, ApiKeyRequest } from "./provider.js";
import { type KeyRotation, ON_ROTATION, type RotationEvents, type RotationSource } from "./rotation.js";
import type { KeyRotatorOptions } from "./rotator-options.js";
import { KeyService } from "./service.js";
import type { KeyRecord } from "./store.js";

const DAY_MS = 86_400_000;

interface Issued {
  readonly record: KeyRecord;
  saved: boolean;
}

/**
 * Keeps an API key young: replaces it by age or on demand, without losing a request.
 *
 * The new key is saved before it is used, checked, and then answered to clients; requests under way end with the old one,
 * which works for 24 hours more. If anything fails on the way, or the new key is refused later, the old key serves.
 *
 * @example
 * ```ts
 * import { IntentTx, KeyRotator } from "intent-tx";
 * import { FileKeyStore } from "intent-tx/node";
 *
 * const rotator = new KeyRotator({ store: new FileKeyStore("key.json") });
 * const client = new IntentTx({ apiKey: rotator.apiKey });
 * client.on("keyRotated", ({ keyId }) => console.log("now using", keyId));
 * await rotator.rotate();
 * ```
 */
export class KeyRotator {
  readonly #options: KeyRotatorOptions;
  readonly #clock: Clock;
  readonly #maxAgeMs: number;
  readonly #events = new Events<RotationEvents>();
  #current: KeyRecord | undefined;
  #issued: Issued | undefined;
  #loading: Promise<KeyRecord> | undefined;
  #readAt = 0;
  /** Rotations under way: one that was asked for, and one by age that does not wait for other processes. */
  readonly #rotating: (Promise<KeyRotation | undefined> | undefined)[] = [];
  /** The record that another process was found to rotate. */
  #left: KeyRecord | undefined;
  #notBefore = 0;
  readonly #overlap: Overlap;
  readonly #service: KeyService;

  /**
   * @param options The store, and where it is needed the address, an `admin` key and the greatest age.
   * @throws ConfigurationError when an option is unknown or cannot be meant, or there is no store.
   */
  constructor(options: KeyRotatorOptions) {
    checkSpelling(options, "store baseUrl fetch adminKey maxAgeMs clock");
    if (typeof options?.store?.load !== "function")
      throw new ConfigurationError("KeyRotator needs a store that holds { keyId, key, createdAt }.");
    // Of a text no key would be young: it would be rotated before each request.
    this.#maxAgeMs = checkNumbers({ maxAgeMs: options.maxAgeMs ?? 90 * DAY_MS }).maxAgeMs;
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#service = new KeyService(options, this.#clock);
    this.#overlap = new Overlap(this.#clock, (failure) => this.#events.emit("rotationFailed", failure));
    const provider: ApiKeyProvider & RotationSource = (request) => this.#answer(request);
    provider[ON_ROTATION] = (tell) => {
      for (const name of ["keyRotated", "rotationFailed"] as const)
        this.on(name, (event) => tell(name, event as never));
    };
    this.apiKey = provider;
  }

  /** The key to use now: give it to a client as `apiKey`. */
  readonly apiKey: ApiKeyProvider;

  /**
   * Listens to rotations, and to those by age that failed.
   *
   * @param event `keyRotated` or `rotationFailed`.
   * @param listener Called with the facts of each.
   * @returns A function that ends it.
   * @throws ConfigurationError when there is no such event.
   * @example
   * ```ts
   * import { KeyRotator } from "intent-tx";
   * import { FileKeyStore } from "intent-tx/node";
   *
   * const rotator = new KeyRotator({ store: new FileKeyStore("key.json") });
   * const stop = rotator.on("rotationFailed", ({ keyId, error }) => console.error(keyId, error.message));
   * stop();
   * ```
   */
  on<N extends keyof RotationEvents>(event: N, listener: (event: RotationEvents[N]) => void): () => void {
    checkName("event", event, "keyRotated rotationFailed");
    return this.#events.on(event, listener);
  }

  /**
   * Rotates now. Calls that overlap are one rotation, over all processes where the store is shared (`RedisKeyStore`,
   * `FileKeyStore`). After a failed save, or a check without an answer, the next call goes on with the key already issued
   * instead of asking for another.
   *
   * @throws ConfigurationError when the store is empty or cannot save.
   * @throws RotationUncertainError when the service may have issued a key that did not arrive or does not work.
   * @throws PermissionError when neither `adminKey` nor the key may rotate.
   * @example
   * ```ts
   * import { KeyRotator } from "intent-tx";
   * import { FileKeyStore } from "intent-tx/node";
   *
   * const rotator = new KeyRotator({ store: new FileKeyStore("key.json") });
   * const { keyId, previousKeyId } = await rotator.rotate();
   * ```
   */
  rotate(): Promise<KeyRotation> {
    return this.#once(true) as Promise<KeyRotation>;
  }

  #once(wait: boolean): Promise<KeyRotation | undefined> {
    this.#rotating[+wait] ??= (this.#options.store.rotate ? this.#share(wait) : this.#rotate()).finally(
      () => {
        this.#rotating[+wait] = undefined;
      },
    );
    return this.#rotating[+wait] as Promise<KeyRotation | undefined>;
  }

  async #answer({ rejected }: ApiKeyRequest = {}): Promise<string> {
    let current = await this.#recent();
    // Another process may have rotated the key, and its overlap be over.
    if (rejected === current.key) {
      current = await this.#load();
      if (rejected === current.key) this.#overlap.refuse(current);
    }
    const fallback = this.#overlap.fallback(current);
    if (fallback && fallback.key !== rejected) return fallback.key;
    const age = this.#clock.now() - Date.parse(current.createdAt);
    const young = age < this.#maxAgeMs && !current.unfinished;
    if (young || current === this.#left || this.#clock.now() < this.#notBefore) return current.key;
    try {
      if (Number.isNaN(age))
        throw new ConfigurationError("createdAt of the key in the store is no date: its age is unknown.");
      if (!(await this.#once(!this.#options.store.rotate))) this.#left = current;
    } catch (error) {
      // Several may have waited for the one rotation that failed.
      if (this.#clock.now() >= this.#notBefore) {
        this.#notBefore = this.#clock.now() + RETRY_MS;
        this.#events.emit("rotationFailed", { keyId: current.keyId, error: error as Error });
      }
    }
    return (this.#current ?? current).key;
  }

  /** The record, not older than the store wants it to be. One that cannot be loaded again serves on. */
  #recent(): Promise<KeyRecord> | KeyRecord {
    const known = this.#current;
    const { refreshMs } = this.#options.store;
    // Without refreshMs no record is too old: nothing is at least undefined.
    return known && !(performance.now() - this.#readAt >= (refreshMs as number))
      ? known
      : this.#load().catch((error) => {
          if (known) return this.#current as KeyRecord;
          throw error;
        });
  }

  #load(): Promise<KeyRecord> {
    this.#loading ??= this.#readStore().finally(() => {
      this.#loading = undefined;
      this.#readAt = performance.now();
    });
    return this.#loading;
  }

  async #readStore(): Promise<KeyRecord> {
    const known = this.#current;
    let record: KeyRecord | undefined;
    try {
      record = await this.#options.store.load();
    } catch (error) {
      throw new ConfigurationError("The key store could not be read; see cause.", {
        cause: safeCause(error, known?.key, known?.previous?.key),
      });
    }
    if (!record || typeof record.key !== "string") {
      const wrong = record ? "'s record has no key" : " is empty";
      throw new ConfigurationError(`The key store${wrong}: save { keyId, key, createdAt } in it first.`);
    }
    // A rotation that ended while the store was read knows better.
    if (this.#current !== known) return this.#current as KeyRecord;
    this.#use(record);
    return record;
  }

  /** Has the store carry the rotation out in one of the processes that share it. */
  async #share(wait: boolean): Promise<KeyRotation | undefined> {
    const { store } = this.#options;
    const { keyId } = this.#current ?? (await this.#load());
    const record = await store.rotate?.(keyId, this.#service, wait);
    return record && this.#use(record, keyId);
  }

  async #rotate(): Promise<KeyRotation> {
    const known = this.#current;
    if (!this.#issued) {
      const old = await this.#load();
      if (known && old.keyId !== known.keyId) return this.#use(old, known.keyId);
      this.#issued = { record: await this.#service.issue(old), saved: false };
    }
    const issued = this.#issued;
    if (!issued.saved) await this.#save(issued.record);
    issued.saved = true;
    await this.#service.check(issued.record);
    this.#issued = undefined;
    return this.#use(issued.record, issued.record.previous?.keyId);
  }

  /** Takes a key into use, and tells so where it is another one than before. */
  #use(record: KeyRecord, previousKeyId = this.#current?.keyId ?? record.keyId): KeyRotation {
    const { keyId, createdAt } = record;
    const rotation = { keyId, previousKeyId, createdAt };
    const known = this.#current;
    this.#current = record;
    if (known && known.keyId !== keyId) this.#events.emit("keyRotated", rotation);
    return rotation;
  }

  async #save(record: KeyRecord): Promise<void> {
    try {
      await this.#options.store.save(record);
    } catch (error) {
      throw new ConfigurationError(
        `The key store could not save key ${record.keyId}; see cause. The old key stays in use; rotate() tries again.`,
        { cause: safeCause(error, record.key, record.previous?.key) },
      );
    }
  }
}
