import { IntentTx } from "../client/client.js";
import { ROTATION_OVERLAP_MS } from "../contract/figures.js";
import { ApiError, AuthenticationError, ServerError } from "../errors/api-errors.js";
import type { IntentTxError } from "../errors/base-error.js";
import {
  ConfigurationError,
  ConnectionError,
  ResponseValidationError,
  RotationUncertainError,
  TimeoutError,
} from "../errors/errors.js";
import { checkRenamed } from "../errors/renamed.js";
import { redact, safeCause } from "../errors/secrets.js";
import { ON_ROTATION, type RotationSource } from "../http/key-source.js";
import { checkName, checkSpelling, isFunction, isNumber } from "../options/checks.js";
import { Events, type RotationEvents } from "../options/events.js";
import type { ApiKeyProvider, ApiKeyRequest, Clock, FetchLike } from "../options/options.js";
import { systemClock, within } from "../runtime/clock.js";
import { stringifyJson } from "../wire/json.js";
import { SHARED_DEFAULTS, SharedRotation, unusableAnswer } from "./shared-rotation.js";
import { type KeyRecord, type KeyStore, RETRY_MS, type RotationService } from "./store.js";
import { asked, StoreCell } from "./store-cell.js";

const HOUR_MS = 3_600_000;
/** Part of a key's lifetime after which it is rotated, so that a fifth is left for retries. */
const ROTATED_AFTER = 0.8;

/** Options of `KeyRotator`. */
export interface KeyRotatorOptions {
  /** Stores the key; it must already contain one. */
  readonly store: KeyStore;
  /** Base URL of the service with its version. Default `INTENT_TX_BASE_URL`. */
  readonly baseUrl?: string | undefined;
  /** The `fetch` to use. Default: the global `fetch`. */
  readonly fetch?: FetchLike | undefined;
  /** A key with the scope `admin` for rotating. Default: the key itself, which then needs that scope. */
  readonly adminKey?: string | ApiKeyProvider | undefined;
  /**
   * Age at which the key is rotated, milliseconds. A key with `expiresAt` is rotated after 80% of its lifetime if that
   * is earlier. `Infinity` turns off rotation by age. Default 90 days.
   */
  readonly maxAge?: number | undefined;
  /**
   * Reads the new key from the service's answer, for a service whose answer has other fields than `keyId`, `key`,
   * `createdAt` and `expiresAt`.
   * @param answer The JSON of the answer, or its `data`.
   * @example
   * ```ts
   * import type { KeyRotatorOptions } from "intent-tx";
   * const readKey: KeyRotatorOptions["readKey"] = (answer) => {
   *   const { id, secret } = answer as { id: string; secret: string };
   *   return { keyId: id, key: secret };
   * };
   * ```
   */
  readonly readKey?: ((answer: unknown) => NewKey) | undefined;
  /** Determines the key's age, dates rotations, and controls waits. Default real time. */
  readonly clock?: Clock | undefined;
}

/** A new key, as `readKey` returns it. @inline */
type NewKey = Pick<KeyRecord, "keyId" | "key" | "expiresAt"> & Partial<Pick<KeyRecord, "createdAt">>;

type KeyRotation = RotationEvents["keyRotated"];

/**
 * Rotates an API key by age or on demand, without failing a request.
 *
 * The new key is saved before use, verified, and then returned to clients; requests in flight finish with the old key,
 * which works for another 24 hours. If a step fails, or the new key is rejected later, the old key is used.
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
  readonly #maxAge: number;
  readonly #events = new Events<RotationEvents>();
  #current: KeyRecord | undefined;
  #loading: Promise<KeyRecord> | undefined;
  #readAt = 0;
  #rotating: Promise<KeyRotation> | undefined;
  #aging: Promise<void> | undefined;
  #notBefore = 0;
  /** A key that the service has rejected. The previous key is used until the time `until`. */
  #rejected: { readonly key: string; readonly until: number } | undefined;
  /** The last key that was reported as not rotated by age. */
  #reported: string | undefined;
  readonly #service: RotationService;
  readonly #store: Pick<KeyStore, "load"> & Required<Pick<KeyStore, "rotate">>;

  /**
   * @param options The store and, where needed, the base URL, an `admin` key and the maximum age.
   * @throws ConfigurationError when an option is unknown or invalid, or the store is missing.
   */
  constructor(options: KeyRotatorOptions) {
    checkSpelling(options, {
      store: true,
      baseUrl: true,
      fetch: true,
      adminKey: true,
      // With a non-numeric age, every key would be too old and would be rotated before each request.
      maxAge: isNumber(1),
      readKey: isFunction,
      clock: true,
    });
    for (const name of Object.keys(Object(options?.store)))
      checkRenamed("member of store", name, ["refresh"]);
    if (typeof options?.store?.load !== "function")
      throw new ConfigurationError("KeyRotator needs a store that contains { keyId, key, createdAt }.");
    this.#maxAge = options.maxAge ?? 90 * 24 * HOUR_MS;
    this.#options = options;
    const { store } = options;
    this.#store =
      typeof store.rotate === "function"
        ? (store as Required<KeyStore>)
        : new SharedRotation(
            new StoreCell(store, () => this.#clock.now()),
            SHARED_DEFAULTS.lease,
            systemClock,
            1,
          );
    this.#clock = options.clock ?? systemClock;
    this.#service = rotationService(options, this.#clock);
    const provider: ApiKeyProvider & RotationSource = (request) => this.#provide(request);
    provider[ON_ROTATION] = (emit) => {
      for (const name of ["keyRotated", "rotationFailed"] as const)
        this.on(name, (event) => emit(name, event as never));
    };
    this.apiKey = provider;
  }

  /** Returns the current key: pass this function to a client as `apiKey`. */
  readonly apiKey: ApiKeyProvider;

  /**
   * Listens for rotations, and for keys that are not rotated in time: a rotation by age failed, the key's age is unknown,
   * or the key expires soon and `maxAge` is `Infinity`.
   * @param event `keyRotated` or `rotationFailed`.
   * @param listener Called for each event.
   * @returns A function that removes the listener.
   * @throws ConfigurationError when the event does not exist.
   * @example
   * ```ts
   * import type { KeyRotator } from "intent-tx";
   * const watch = (rotator: KeyRotator) =>
   *   rotator.on("rotationFailed", ({ keyId, error }) => console.error(keyId, error.message));
   * ```
   */
  on<N extends keyof RotationEvents>(event: N, listener: (event: RotationEvents[N]) => unknown): () => void {
    checkName("event", event, ["keyRotated", "rotationFailed"]);
    return this.#events.on(event, listener);
  }

  /**
   * Rotates now. Concurrent calls share one rotation, across all processes that share the store (`RedisKeyStore`,
   * `FileKeyStore`). After a failed save, or a check without a response, the next call continues with the key already
   * issued instead of requesting another.
   * @throws ConfigurationError when the store is empty or cannot save.
   * @throws RotationUncertainError when the service may have issued a key that did not arrive or is not accepted.
   * @throws PermissionError when neither `adminKey` nor the key has the scope `admin`.
   * @example
   * ```ts
   * import type { KeyRotator } from "intent-tx";
   * const rotateNow = async (rotator: KeyRotator) => (await rotator.rotate()).keyId;
   * ```
   */
  rotate(): Promise<KeyRotation> {
    this.#rotating ??= (this.#rotate(true) as Promise<KeyRotation>).finally(() => {
      this.#rotating = undefined;
    });
    return this.#rotating;
  }

  async #provide({ rejected }: ApiKeyRequest = {}): Promise<string> {
    let current = await this.#recent();
    // Another process may have rotated the key, and the overlap may have ended.
    if (rejected === current.key) current = await this.#load();
    // The key's successor may already be issued and await verification.
    if (rejected === current.key && current.unfinished)
      current = await this.rotate().then(
        () => this.#current as KeyRecord,
        () => current,
      );
    if (rejected === current.key) this.#reject(current);
    const fallback = this.#fallback(current);
    if (fallback && fallback.key !== rejected) return fallback.key;
    if (!this.#isDue(current) || this.#clock.now() < this.#notBefore) return current.key;
    this.#aging ??= this.#rotateByAge(current).finally(() => {
      this.#aging = undefined;
    });
    // Requests continue with the old key, unless the service has rejected it.
    if (rejected === current.key) await this.#aging;
    return (this.#current ?? current).key;
  }

  #isDue(record: KeyRecord): boolean {
    const now = this.#clock.now();
    const age = now - Date.parse(record.createdAt);
    if (this.#reported !== record.key) this.#reportKept(record, age);
    return record.unfinished || age >= this.#dueMs(record);
  }

  /** The age at which a key is rotated, milliseconds. */
  #dueMs(record: KeyRecord): number {
    const isOff = this.#maxAge === Number.POSITIVE_INFINITY;
    return isOff ? this.#maxAge : Math.min(this.#maxAge, ROTATED_AFTER * lifetimeOf(record));
  }

  /** Minimum time between two age-based rotations, so that a wrong clock cannot cause a rotation at every request. */
  #minAge(record: KeyRecord): number {
    return Math.min(HOUR_MS, this.#dueMs(record));
  }

  /** Reports a key that no rotation by age will replace, although it should. */
  #reportKept(record: KeyRecord, age: number): void {
    const { keyId, key, expiresAt } = record;
    let error: Error;
    if (this.#maxAge === Number.POSITIVE_INFINITY) {
      if (!(age >= ROTATED_AFTER * lifetimeOf(record))) return;
      error = new ConfigurationError(
        `Key ${keyId} expires at ${expiresAt} and is not rotated by age, because maxAge is Infinity. Call rotator.rotate() before then.`,
      );
    } else if (Number.isNaN(age))
      error = new ConfigurationError(
        "createdAt of the key in the store is not a date, so the key is not rotated by age. Save the date when the key was created.",
      );
    else return;
    this.#reported = key;
    this.#events.emit("rotationFailed", { keyId, error });
  }

  /** Rotates a key that is too old. Emits a failure instead of throwing it. */
  async #rotateByAge(current: KeyRecord): Promise<void> {
    try {
      // Without a result, another process is rotating the key, or one was rotated a short time ago.
      if (!(await this.#rotate(false)))
        this.#notBefore =
          this.#clock.now() + (this.#options.store.rotate ? 1000 : Math.min(RETRY_MS, this.#minAge(current)));
    } catch (error) {
      this.#notBefore = this.#clock.now() + RETRY_MS;
      this.#events.emit("rotationFailed", { keyId: current.keyId, error: error as Error });
    }
  }

  /** The record, reloaded if older than the store's `refresh`. If reloading fails, the known record is used. */
  #recent(): Promise<KeyRecord> | KeyRecord {
    const known = this.#current;
    if (!known) return this.#load();
    // Without refresh no record is too old: comparing with undefined is false.
    if (!(performance.now() - this.#readAt >= (this.#options.store.refresh as number))) return known;
    return within(1000, this.#load()).catch(() => {
      // Until a slow store answers, later requests do not wait for it.
      if (this.#loading) this.#readAt = Number.POSITIVE_INFINITY;
      return this.#current as KeyRecord;
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
    const record = await asked("be read", () => this.#store.load(), 30_000, known);
    if (!record || typeof record.key !== "string") {
      const problem = record ? "'s record has no key" : " is empty";
      throw new ConfigurationError(`The key store${problem}: save { keyId, key, createdAt } in it first.`);
    }
    // If a rotation ended during the read, its record is newer.
    if (this.#current !== known) return this.#current as KeyRecord;
    this.#use(record);
    return record;
  }

  async #rotate(wait: boolean): Promise<KeyRotation | undefined> {
    const current = this.#current ?? (await this.#load());
    const { keyId } = current;
    const service = { ...this.#service, minAge: this.#minAge(current) };
    const rotate = () => this.#store.rotate(keyId, service, wait);
    // The store may wait for the other processes.
    const record = await asked(`rotate key ${keyId}`, rotate, 300_000, this.#current).catch((error) => {
      // The record then says whether the next request must continue this rotation.
      this.#load().catch(() => {});
      throw error;
    });
    return record && this.#use(record, keyId);
  }

  /** Puts a key into use, and emits `keyRotated` if it differs from the previous key. */
  #use(record: KeyRecord, previousKeyId = this.#current?.keyId ?? record.keyId): KeyRotation {
    const { keyId, createdAt } = record;
    const rotation = { keyId, previousKeyId, createdAt };
    const known = this.#current;
    this.#current = record;
    if (known && known.keyId !== keyId) this.#events.emit("keyRotated", rotation);
    return rotation;
  }

  /** The previous key, if it still works and the current one is rejected. */
  #fallback({ key, createdAt, previous }: KeyRecord): KeyRecord["previous"] {
    const now = this.#clock.now();
    const rejected = this.#rejected?.key === key && now < this.#rejected.until;
    return rejected && now < Date.parse(createdAt) + ROTATION_OVERLAP_MS ? previous : undefined;
  }

  /** Records that the service rejected this key, and reports the rejection if the previous key is used instead. */
  #reject(current: KeyRecord): void {
    const known = this.#rejected?.key === current.key;
    this.#rejected = { key: current.key, until: this.#clock.now() + RETRY_MS };
    const fallback = this.#fallback(current);
    if (known || !fallback) return;
    const error = new RotationUncertainError(
      `The service does not accept key ${current.keyId}. The key before it, ${fallback.keyId}, works until its ` +
        "overlap of 24 hours ends. Create a key and save it in the store before that.",
    );
    this.#events.emit("rotationFailed", { keyId: fallback.keyId, error });
  }
}

/** Milliseconds from a key's creation to its expiry; `Infinity` if these dates are not known. */
function lifetimeOf({ createdAt, expiresAt = "" }: KeyRecord): number {
  const lifetime = Date.parse(expiresAt) - Date.parse(createdAt);
  return lifetime > 0 ? lifetime : Number.POSITIVE_INFINITY;
}

function rotationService(options: KeyRotatorOptions, time: Clock): RotationService {
  const { baseUrl, fetch, clock, adminKey, readKey = (answer) => answer as NewKey } = options;
  // The contract does not state the fields of a key, and `readKey` reads them.
  const client = (apiKey: string | ApiKeyProvider) =>
    new IntentTx({ apiKey, baseUrl, fetch, clock, validateResponses: false });
  return {
    now: clock && (() => clock.now()),
    async issue({ keyId, key, createdAt, version }: KeyRecord, idempotencyKey?: string): Promise<KeyRecord> {
      if (!keyId)
        throw new ConfigurationError(
          "The record in the key store has no keyId, which a rotation needs. Save the keyId (key_…) with the key.",
        );
      const answer: unknown = await client(adminKey ?? key)
        .keys.rotate(keyId, { idempotencyKey })
        .catch((error) => {
          throw uncertain(error, keyId);
        });
      const texts: string[] = [];
      const shown = stringifyJson(answer, (_, value) => {
        if (typeof value !== "string") return value;
        texts.push(value);
        return "***";
      });
      let fresh: Partial<NewKey>;
      let cause: Error | undefined;
      try {
        fresh = Object(readKey(answer));
      } catch (error) {
        fresh = {};
        cause = safeCause(error, (text) => redact(text, ...texts));
      }
      if (!fresh.keyId || typeof fresh.key !== "string" || !fresh.key || fresh.key === key)
        throw unusableAnswer(keyId, redact(shown).slice(0, 1000), cause);
      // Without a date the key would have no age and never be rotated.
      const { createdAt: at = "" } = fresh;
      const issuedAt = Number.isNaN(Date.parse(at)) ? new Date(time.now()).toISOString() : at;
      const previous = { keyId, key, createdAt };
      return {
        keyId: fresh.keyId,
        key: fresh.key,
        createdAt: issuedAt,
        expiresAt: fresh.expiresAt,
        previous,
        version,
      };
    },
    /** Every response except 401 shows that the service knows the key, even a response that breaks the contract. */
    async check({ keyId, key }: KeyRecord): Promise<void> {
      try {
        await client(key).analytics.usage();
      } catch (error) {
        if (error instanceof AuthenticationError)
          throw new RotationUncertainError(
            `The service issued key ${keyId} but does not accept it. It is in the store; the old key stays in use.`,
            { cause: error },
          );
        if (!(error instanceof ApiError || error instanceof ResponseValidationError)) throw error;
      }
    },
    /** Every key may revoke itself. */
    revoke: ({ keyId, key }: KeyRecord) => client(key).keys.revoke(keyId),
  };
}

/** The error of a rotation's request, which says whether the service may have issued a key. */
function uncertain(error: unknown, keyId: string): unknown {
  if (error instanceof ResponseValidationError) return unusableAnswer(keyId, error.message, error);
  const isLost =
    (error as IntentTxError).attempts > 0 &&
    ((error instanceof ConnectionError && error.sent) ||
      error instanceof TimeoutError ||
      error instanceof ServerError);
  return isLost
    ? new RotationUncertainError(
        `Key ${keyId} might have been rotated, but its successor did not arrive. The old key works for 24 hours: ` +
          "create a key with keys.create, save it in the store, and revoke the lost one.",
        { cause: error },
      )
    : error;
}
