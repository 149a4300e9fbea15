/** A key as a {@link KeyStore} keeps it. It holds the secret: store it like one. */
export interface KeyRecord {
  /** Identifier of the key. */
  readonly keyId: string;
  /** The secret. */
  readonly key: string;
  /** When the key was made, ISO 8601; its age decides when it is rotated. */
  readonly createdAt: string;
  /** The key that it replaced, which works for 24 hours more. */
  readonly previous?: Omit<KeyRecord, "previous"> | undefined;
  /** Counted by stores that compare before they save: `load` answers it, and `save` refuses a record of another version. */
  readonly version?: number | undefined;
  /** When a rotation put it into use, ISO 8601, on the store's clock: the next rotation by age keeps a distance from it. */
  readonly rotatedAt?: string | undefined;
  /** Set by a shared store when a rotation of this key was begun and not ended: the next request continues it. */
  readonly unfinished?: boolean | undefined;
}

/** The questions of a rotation to the service: handed to a {@link KeyStore} that carries rotations out. */
export interface RotationService {
  /** A rotation by age (`wait` is false) follows another rotation no sooner, milliseconds on the store's clock. Default 0. */
  readonly minAgeMs?: number | undefined;
  /**
   * Asks for the successor of a key.
   *
   * @param attempt Sent as `Idempotency-Key`: the same for every process that goes on with one rotation.
   * @param old The key to replace.
   * @throws RotationUncertainError when the answer was lost; any other error means that nothing was issued.
   */
  issue(old: KeyRecord, attempt: string): Promise<KeyRecord>;
  /**
   * Resolves when the service has given any answer but 401 to a new key.
   *
   * @param record The new key.
   * @throws RotationUncertainError when it refuses the key; other errors mean that there was no answer.
   */
  check(record: KeyRecord): Promise<void>;
  /**
   * Revokes a key that was issued and is not needed.
   *
   * @param record The key that is not needed.
   */
  revoke(record: KeyRecord): Promise<unknown>;
}

/** Where a `KeyRotator` keeps the key. */
export interface KeyStore {
  /** The key in use; undefined when nothing is stored yet. */
  load(): Promise<KeyRecord | undefined>;
  /**
   * Stores a record in the place of the last; a new key is used only after this has resolved.
   *
   * @param record The record to keep; it holds the secret.
   */
  save(record: KeyRecord): Promise<void>;
  /** How old a loaded record may be when a request uses it, milliseconds, before it is loaded again. Default it is loaded once. */
  readonly refreshMs?: number | undefined;
  /**
   * Where several processes share the store: carries a rotation out in one of them, under a lease. Without it the rotator
   * itself asks for the key, saves it and checks it.
   *
   * @param keyId Identifier of the key to replace. Where the store holds another one by now, that one is the outcome.
   * @param service What to ask of the service.
   * @param wait True to wait while another process rotates; false to leave it at that.
   * @returns The record in use now; undefined when another process is at it and `wait` is false.
   */
  rotate?(keyId: string, service: RotationService, wait: boolean): Promise<KeyRecord | undefined>;
}

/** After a key was refused, or a rotation by age failed: the time until the next try. */
export const RETRY_MS = 60_000;

/** True when a rotation put this key into use less than so long ago. A date in the future was written by another clock. */
export function rotatedWithin({ rotatedAt = "" }: KeyRecord, ms: number | undefined, now: number): boolean {
  return Math.abs(now - Date.parse(rotatedAt)) < (ms ?? 0);
}
