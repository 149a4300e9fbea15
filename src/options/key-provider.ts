/**
 * Context of a call to an {@link ApiKeyProvider}.
 * @inline
 */
export interface ApiKeyRequest {
  /** The key that the service has just rejected with 401. If the provider returns another one, it is tried once. */
  readonly rejected?: string;
}

/**
 * Returns the API key to use. Called before each attempt; concurrent attempts share one pending call.
 * @param request The rejected key, after a 401.
 */
export type ApiKeyProvider = (request?: ApiKeyRequest) => string | Promise<string>;

/**
 * A key was replaced.
 * @inline
 */
export interface KeyRotation {
  /** Identifier of the key in use now. */
  readonly keyId: string;
  /** Identifier of the replaced key. */
  readonly previousKeyId: string;
  /** When the new key was created, ISO 8601. */
  readonly createdAt: string;
}

/**
 * A key was not rotated in time.
 * @inline
 */
export interface RotationFailure {
  /** Identifier of the key, which stays in use. */
  readonly keyId: string;
  /** The error that `rotate()` rejected with, or a `ConfigurationError` if the key is not rotated by age. */
  readonly error: Error;
}

/** The events of a rotation and their payloads. None contains a key. */
export interface RotationEvents {
  /** A key was replaced. */
  keyRotated: KeyRotation;
  /**
   * A rotation by age failed, and a request after a minute tries again. Also emitted once for a key whose age is
   * unknown, or that expires soon while `maxAgeMs` is `Infinity`. The key stays in use.
   */
  rotationFailed: RotationFailure;
}
