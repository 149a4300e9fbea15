/** A key was replaced. */
export interface KeyRotation {
  /** Identifier of the key in use now. */
  readonly keyId: string;
  /** Identifier of the key that it replaces. */
  readonly previousKeyId: string;
  /** When the new key was made, ISO 8601. */
  readonly createdAt: string;
}

/** A key reached its age and could not be replaced. */
export interface RotationFailure {
  /** Identifier of the key, which stays in use. */
  readonly keyId: string;
  /** Why it could not be replaced: what `rotate()` rejected with. */
  readonly error: Error;
}

/** The events of a rotation and what their listeners get. None holds a key. */
export interface RotationEvents {
  /** A key was replaced. */
  keyRotated: KeyRotation;
  /** A key reached its age and could not be replaced. It works on; a minute later a request tries again. */
  rotationFailed: RotationFailure;
}

/** By this property a key provider lets clients hear of rotations. */
export const ON_ROTATION = Symbol.for("intent-tx.onRotation");

/** A key provider that tells of rotations: `tell` gets the name of one of {@link RotationEvents}, and that event. */
export interface RotationSource {
  [ON_ROTATION]?: (tell: (name: keyof RotationEvents, event: never) => void) => unknown;
}
