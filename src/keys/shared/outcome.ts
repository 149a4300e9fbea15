import { ConflictError } from "../../api-errors.js";
import { RotationUncertainError } from "../../errors.js";
import type { KeyRecord } from "../store.js";
import { isSame, type RotationState } from "./state.js";

/** True when a key takes the place of this record; also in a store that has lost everything. */
export function isReplaced({ record }: RotationState, old: KeyRecord): boolean {
  return record === undefined || isSame(record, old);
}

/** True when the service says that the key has a successor already. */
export function isRotated(error: unknown): boolean {
  return error instanceof ConflictError && (error.code === undefined || error.code === "key_not_rotatable");
}

/** A successor that exists and that nobody has. */
export function lostKey(keyId: string, cause?: unknown): RotationUncertainError {
  return new RotationUncertainError(
    `Key ${keyId} was rotated, and the process that asked for it ended before its successor was written down. The old key ` +
      "works for 24 hours from then: create a key with keys.create and save it in the store, with the version that load() answers.",
    cause === undefined ? {} : { cause },
  );
}
