/** A key in a {@link KeyStore}. It contains the secret: store it accordingly. */
export interface KeyRecord {
  /** Identifier of the key. */
  readonly keyId: string;
  /** The secret. */
  readonly key: string;
  /** When the key was created, ISO 8601; the key's age determines when it is rotated. */
  readonly createdAt: string;
  /** When the key expires, ISO 8601. A key that expires is rotated earlier. Undefined if it does not expire. */
  readonly expiresAt?: string | undefined;
  /** The key that this key replaced. It works for another 24 hours. */
  readonly previous?: Omit<KeyRecord, "previous"> | undefined;
  /** Version, for stores that compare: `save` rejects a record whose version is not the stored one. */
  readonly version?: number | undefined;
  /** When a rotation put the key into use, ISO 8601, on the store's clock. Keeps age-based rotations apart. */
  readonly rotatedAt?: string | undefined;
  /** Set by a shared store if a rotation of this key was started but not finished; the next request continues it. */
  readonly unfinished?: boolean | undefined;
}

/** The service requests of a rotation, passed to a {@link KeyStore} that carries out rotations. @inline */
export interface RotationService {
  /** The time that dates a rotation. Default: the store's clock, so that processes with wrong clocks agree. */
  readonly now?: (() => number) | undefined;
  /** Minimum time from any rotation to the next one by age (`wait` false), milliseconds. Default 0. */
  readonly minAge?: number | undefined;
  /**
   * Requests the successor of a key.
   * @param attempt Sent as `Idempotency-Key`; the same for every process that continues the rotation.
   * @param old The key to replace.
   * @throws RotationUncertainError when the response was lost; any other error means that nothing was issued.
   */
  issue(old: KeyRecord, attempt: string): Promise<KeyRecord>;
  /**
   * Resolves if the service's response to a new key is anything but 401.
   * @param record The new key.
   * @throws RotationUncertainError when the service rejects the key; other errors mean that no response arrived.
   */
  check(record: KeyRecord): Promise<void>;
  /**
   * Revokes an issued key that is not needed.
   * @param record The key to revoke.
   */
  revoke(record: KeyRecord): Promise<unknown>;
}

/** Where a `KeyRotator` stores the key. @experimental */
export interface KeyStore {
  /**
   * Returns the key in use; undefined if nothing is stored yet.
   * @throws the store's error when it cannot be read, or contains no key record.
   * @example
   * ```ts
   * import type { KeyStore } from "intent-tx";
   * const keyIdOf = async (store: KeyStore) => (await store.load())?.keyId;
   * ```
   */
  load(): Promise<KeyRecord | undefined>;
  /**
   * Replaces the stored record. A new key is used only after this promise resolves.
   * @param record The record to store; it contains the secret.
   */
  save(record: KeyRecord): Promise<void>;
  /** Maximum age of a loaded record, milliseconds. An older record is loaded again. Default: loaded only once. */
  readonly refresh?: number | undefined;
  /**
   * For stores shared by several processes: carries out a rotation in one of them, under a lease. Without this method,
   * the rotator requests, saves and checks the key.
   * @param keyId Identifier of the key to replace. If the store contains a different key, returns that key.
   * @param service The requests to the service.
   * @param wait Whether to wait while another process rotates.
   * @returns The record in use now; undefined if another process is rotating and `wait` is false.
   * @throws RotationUncertainError when the service may have issued a key that did not arrive or is not accepted.
   * @example
   * ```ts
   * import { KeyRotator, type KeyStore } from "intent-tx";
   * // The rotator asks the store to rotate.
   * const replace = (store: KeyStore) => new KeyRotator({ store }).rotate();
   * ```
   */
  rotate?(keyId: string, service: RotationService, wait: boolean): Promise<KeyRecord | undefined>;
}

/** Delay before the next try after a key was rejected or a rotation by age failed, milliseconds. */
export const RETRY_MS = 60_000;

/** True if a rotation put this key into use less than `ms` ago. Tolerates a date up to `ms` in the future. */
export function rotatedWithin({ rotatedAt = "" }: KeyRecord, ms: number | undefined, now: number): boolean {
  return Math.abs(now - Date.parse(rotatedAt)) < (ms ?? 0);
}
