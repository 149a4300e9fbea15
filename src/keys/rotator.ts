import { ApiError, AuthenticationError, ServerError } from "../api-errors.js";
import { IntentTx } from "../client.js";
import {
  ConfigurationError,
  ConnectionError,
  ResponseValidationError,
  RotationUncertainError,
  TimeoutError,
} from "../errors.js";
import { Events } from "../events.js";
import { systemClock } from "../http/deadline.js";
import { checkName, checkSpelling } from "../names.js";
import type { Clock } from "../options.js";
import { safeCause } from "../secrets.js";
import { Overlap, RETRY_MS } from "./overlap.js";
import type { ApiKeyProvider, ApiKeyRequest } from "./provider.js";
import { type KeyRotation, ON_ROTATION, type RotationEvents, type RotationSource } from "./rotation.js";
import type { KeyRotatorOptions } from "./rotator-options.js";
import type { KeyRecord } from "./store.js";

const DAY_MS = 86_400_000;

const NEEDS_ID =
  "A key is rotated by it: save the identifier (key_…) that keys.create or the dashboard gave, beside the key.";

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
  readonly #events = new Events<RotationEvents>();
  #current: KeyRecord | undefined;
  #issued: Issued | undefined;
  #loading: Promise<KeyRecord> | undefined;
  #rotating: Promise<KeyRotation> | undefined;
  #notBefore = 0;
  readonly #overlap: Overlap;

  /**
   * @param options The store, and where it is needed the address, an `admin` key and the greatest age.
   * @throws ConfigurationError when an option is unknown, or there is no store.
   */
  constructor(options: KeyRotatorOptions) {
    checkSpelling(options, "store baseUrl fetch adminKey maxAgeMs clock");
    if (typeof options?.store?.load !== "function")
      throw new ConfigurationError("KeyRotator needs a store that holds { keyId, key, createdAt }.");
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
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
   * Rotates now. Calls that overlap are one rotation. After a failed save, or a check without an answer, the next call
   * goes on with the key already issued instead of asking for another.
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
    this.#rotating ??= this.#rotate().finally(() => {
      this.#rotating = undefined;
    });
    return this.#rotating;
  }

  async #answer({ rejected }: ApiKeyRequest = {}): Promise<string> {
    let current = this.#current ?? (await this.#load());
    // Another process may have rotated the key, and its overlap be over.
    if (rejected === current.key) {
      current = await this.#load();
      if (rejected === current.key) this.#overlap.refuse(current);
    }
    const fallback = this.#overlap.fallback(current);
    if (fallback && fallback.key !== rejected) return fallback.key;
    const age = this.#clock.now() - Date.parse(current.createdAt);
    if (age < (this.#options.maxAgeMs ?? 90 * DAY_MS) || this.#clock.now() < this.#notBefore)
      return current.key;
    try {
      if (Number.isNaN(age))
        throw new ConfigurationError("createdAt of the key in the store is no date: its age is unknown.");
      await this.rotate();
    } catch (error) {
      // Several may have waited for the one rotation that failed.
      if (this.#clock.now() >= this.#notBefore) {
        this.#notBefore = this.#clock.now() + RETRY_MS;
        this.#events.emit("rotationFailed", { keyId: current.keyId, error: error as Error });
      }
    }
    return (this.#current ?? current).key;
  }

  #load(): Promise<KeyRecord> {
    this.#loading ??= this.#readStore().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  async #readStore(): Promise<KeyRecord> {
    let record: KeyRecord | undefined;
    try {
      record = await this.#options.store.load();
    } catch (error) {
      throw new ConfigurationError("The key store could not be read; see cause.", {
        cause: safeCause(error),
      });
    }
    if (!record || typeof record.key !== "string") {
      const wrong = record ? "'s record has no key" : " is empty";
      throw new ConfigurationError(`The key store${wrong}: save { keyId, key, createdAt } in it first.`);
    }
    this.#current = record;
    return record;
  }

  async #rotate(): Promise<KeyRotation> {
    const known = this.#current;
    let issued = this.#issued;
    const old = issued && known ? known : await this.#load();
    if (!issued && known && old.keyId !== known.keyId) return this.#announce(old, known.keyId);
    if (!issued && !old.keyId)
      throw new ConfigurationError(`The record in the key store has no keyId. ${NEEDS_ID}`);
    issued ??= await this.#issue(old);
    this.#issued = issued;
    const { record } = issued;
    if (!issued.saved) await this.#save(record);
    issued.saved = true;
    await this.#check(record);
    this.#issued = undefined;
    this.#current = record;
    return this.#announce(record, record.previous?.keyId ?? old.keyId);
  }

  #announce({ keyId, createdAt }: KeyRecord, previousKeyId: string): KeyRotation {
    const rotation = { keyId, previousKeyId, createdAt };
    this.#events.emit("keyRotated", rotation);
    return rotation;
  }

  #client(apiKey: string | ApiKeyProvider): IntentTx {
    const { baseUrl, fetch, clock } = this.#options;
    return new IntentTx({ apiKey, baseUrl, fetch, clock });
  }

  async #issue(old: KeyRecord): Promise<Issued> {
    const { keyId, key, createdAt } = old;
    try {
      const fresh = await this.#client(this.#options.adminKey ?? key).keys.rotate(keyId);
      const previous = { keyId, key, createdAt };
      // Without a date the key would have no age, and never be too old.
      const made = Number.isNaN(Date.parse(fresh.createdAt))
        ? new Date(this.#clock.now()).toISOString()
        : fresh.createdAt;
      const record = { keyId: fresh.keyId, key: fresh.key, createdAt: made, previous };
      return { record, saved: false };
    } catch (error) {
      const lost =
        (error instanceof ConnectionError && error.sent) ||
        error instanceof TimeoutError ||
        error instanceof ServerError ||
        error instanceof ResponseValidationError;
      if (!lost) throw error;
      throw new RotationUncertainError(
        `Key ${keyId} was perhaps rotated, but its successor did not arrive. The old key works for 24 hours: ` +
          "create a key with keys.create, save it in the store, and revoke the lost one.",
        { cause: error },
      );
    }
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

  /** Any answer but 401 shows that the service knows the key: the scopes for more may be missing. */
  async #check({ keyId, key }: KeyRecord): Promise<void> {
    try {
      await this.#client(key).analytics.usage();
    } catch (error) {
      if (error instanceof AuthenticationError)
        throw new RotationUncertainError(
          `The service issued key ${keyId} but does not accept it. It is in the store; the old key stays in use.`,
          { cause: error },
        );
      if (!(error instanceof ApiError) || error instanceof ServerError) throw error;
    }
  }
}
