import { checkName, checkNumbers, checkSpelling } from "../client/checks.js";
import { Events } from "../client/events.js";
import type { Clock, FetchLike } from "../client/options.js";
import { safeCause } from "../client/secrets.js";
import { LIMITS } from "../contract/constants.js";
import { ConfigurationError, RotationUncertainError } from "../errors/errors.js";
import { systemClock } from "../http/deadline.js";
import type { ApiKeyProvider, ApiKeyRequest } from "./provider.js";
import {
  type KeyRotation,
  ON_ROTATION,
  type RotationEvents,
  type RotationFailure,
  type RotationSource,
} from "./provider.js";
import { KeyService } from "./service.js";
import { type KeyRecord, type KeyStore, RETRY_MS, rotatedWithin } from "./store.js";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Options of `KeyRotator`. */
export interface KeyRotatorOptions {
  /** Keeps the key; it must hold one already. */
  readonly store: KeyStore;
  /** Address of the service with its version. Default `INTENT_TX_BASE_URL`. */
  readonly baseUrl?: string | undefined;
  /** Sends the requests. Default the global `fetch`. */
  readonly fetch?: FetchLike | undefined;
  /** A key with the scope `admin` to rotate with. Default the key itself, which must then hold it. */
  readonly adminKey?: string | ApiKeyProvider | undefined;
  /** Age at which the key is rotated, milliseconds. Default 90 days. */
  readonly maxAgeMs?: number | undefined;
  /** Tells the key's age, and drives waits. Default real time. */
  readonly clock?: Clock | undefined;
}

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
  /** The least time between two rotations by age: a wrong clock must not rotate at every request. */
  readonly #minAgeMs: number;
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
    this.#minAgeMs = Math.min(this.#maxAgeMs, HOUR_MS);
    this.#service = new KeyService(options, this.#clock, this.#minAgeMs);
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
   * const rotator = new KeyRotator({ store: new FileKeyStore("key.json") });
   * const stop = rotator.on("rotationFailed", ({ keyId, error }) => console.error(keyId, error.message));
   * stop();
   * ```
   */
  on<N extends keyof RotationEvents>(event: N, listener: (event: RotationEvents[N]) => unknown): () => void {
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
    if (rejected === current.key) current = await this.#load();
    // Its successor may be issued already and wait for its check.
    if (rejected === current.key && (current.unfinished || this.#issued))
      current = await this.#once(true).then(
        () => this.#current as KeyRecord,
        () => current,
      );
    if (rejected === current.key) this.#overlap.refuse(current);
    const fallback = this.#overlap.fallback(current);
    if (fallback && fallback.key !== rejected) return fallback.key;
    const age = this.#clock.now() - Date.parse(current.createdAt);
    const isNew = !this.#options.store.rotate && rotatedWithin(current, this.#minAgeMs, this.#clock.now());
    const young = (age < this.#maxAgeMs || isNew) && !current.unfinished;
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
      const rotatedAt = new Date(this.#clock.now()).toISOString();
      this.#issued = { record: { ...(await this.#service.issue(old)), rotatedAt }, saved: false };
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

/** Lets the old key serve where the service refuses the new one while both should work. */
class Overlap {
  readonly #clock: Clock;
  readonly #tell: (failure: RotationFailure) => void;
  #refused: { readonly key: string; readonly until: number } | undefined;

  constructor(clock: Clock, tell: (failure: RotationFailure) => void) {
    this.#clock = clock;
    this.#tell = tell;
  }

  /** The key before this one, while it still works and this one is refused. */
  fallback({ key, createdAt, previous }: KeyRecord): KeyRecord["previous"] {
    const now = this.#clock.now();
    const serves = this.#refused?.key === key && now < this.#refused.until;
    return serves && now < Date.parse(createdAt) + LIMITS.rotationOverlapMs ? previous : undefined;
  }

  /** Remembers that the service refused this key, and tells so if another serves in its place. */
  refuse(current: KeyRecord): void {
    const known = this.#refused?.key === current.key;
    this.#refused = { key: current.key, until: this.#clock.now() + RETRY_MS };
    const fallback = this.fallback(current);
    if (known || !fallback) return;
    const error = new RotationUncertainError(
      `The service does not accept key ${current.keyId}. Key ${fallback.keyId}, which it replaced, serves until its ` +
        "overlap of 24 hours ends: create a key and save it in the store before that.",
    );
    this.#tell({ keyId: fallback.keyId, error });
  }
}
