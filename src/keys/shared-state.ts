import { IntentTxError } from "../errors/base-error.js";
import type { KeyRecord } from "./store.js";

/** The right to rotate. How long it lasts is its reader's to say: a writer that asked for too long holds nobody up. */
export interface Lease {
  /** Greater than the token of every earlier lease: a process that sees a greater one has been taken over. */
  readonly token: number;
  /** When it was taken or last renewed, on the store's clock. */
  readonly renewedAt: number;
}

/** A rotation that was begun: written before the service is asked, so that a successor knows of it. */
export interface Attempt {
  /** Sent as `Idempotency-Key`. */
  readonly id: string;
  /** The key that it replaces. */
  readonly keyId: string;
  /** The service has rotated the key, and no process has the answer. */
  readonly lost?: boolean;
}

/** Everything that processes with a shared key agree on. */
export interface RotationState {
  /** The key in use. Its version counts the keys that were in use. */
  readonly record?: KeyRecord | undefined;
  /** The token of the last lease. */
  readonly fence: number;
  readonly lease?: Lease | undefined;
  readonly attempt?: Attempt | undefined;
  /** A key that the service issued and that is not in use yet. */
  readonly issued?: KeyRecord | undefined;
  /** After a failure: when a rotation by age is tried again, on the store's clock. */
  readonly retryAt?: number | undefined;
}

/** A state as it was read. */
export interface Reading {
  readonly state: RotationState;
  /** Names this state among all that were or will be. */
  readonly revision: number;
  /** The store's clock, milliseconds. */
  readonly now: number;
}

/** One state that many processes read and replace. All that is needed of a store: compare and set. */
export interface StateCell {
  read(): Promise<Reading>;
  /** Puts a state in the place of the one that was read; false when another was put there meanwhile. */
  swap(revision: number, state: RotationState): Promise<boolean>;
}

/** The state of a store in which nothing is. */
export const EMPTY: RotationState = { fence: 0 };

/** True while a lease lasts. One that was renewed in the future was written before the store's clock was set back. */
export function isHeld({ lease }: RotationState, now: number, leaseMs: number): boolean {
  return lease !== undefined && now >= lease.renewedAt && now < lease.renewedAt + leaseMs;
}

/** True while the store still holds this very record. */
export function isSame(one: KeyRecord | undefined, other: KeyRecord): boolean {
  return one !== undefined && one.keyId === other.keyId && one.version === other.version;
}

/**
 * The store holds another record than the one to be replaced. Nothing was saved.
 *
 * @example
 * ```ts
 * import { StaleKeyError } from "intent-tx/redis";
 * const somebodyWasFaster = (error: unknown) => error instanceof StaleKeyError;
 * ```
 */
export class StaleKeyError extends IntentTxError {
  static override readonly kind = "StaleKeyError";

  constructor(
    /** Identifier of the key that the store holds. */
    readonly keyId: string,
    /** Version of that key's record. */
    readonly version: number | undefined,
  ) {
    super(
      `The store holds key ${keyId} in version ${version}, not the one that this record should replace. ` +
        "Load it, and save yours with its version if it shall still be replaced.",
    );
  }
}
