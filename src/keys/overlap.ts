import { LIMITS } from "../contract/constants.js";
import { RotationUncertainError } from "../errors.js";
import type { Clock } from "../options.js";
import type { RotationFailure } from "./rotation.js";
import type { KeyRecord } from "./store.js";

/** After a key was refused, or a rotation by age failed, the older key serves; so often is it tried again. */
export const RETRY_MS = 60_000;

/** Lets the old key serve where the service refuses the new one while both should work. */
export class Overlap {
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
