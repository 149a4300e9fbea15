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
}
