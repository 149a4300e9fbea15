/** A key was replaced. */
export interface KeyRotation {
  /** Identifier of the key in use now. */
  readonly keyId: string;
  /** Identifier of the key that it replaces. */
  readonly previousKeyId: string;
  /** When the new key was made, ISO 8601. */
  readonly createdAt: string;
}

/** By this property a key provider lets clients hear of rotations. */
export const ON_ROTATED = Symbol.for("intent-tx.onRotated");

/** A key provider that tells of rotations. */
export interface RotationSource {
  [ON_ROTATED]?: (listener: (rotation: KeyRotation) => void) => unknown;
}
