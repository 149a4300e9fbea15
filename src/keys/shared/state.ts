import type { KeyRecord } from "../store.js";

/** The right to rotate, for a while. */
export interface Lease {
  /** Greater than that of every lease before it: whoever sees a greater one has been taken over. */
  readonly token: number;
  /** When it ends unless it is renewed, on the store's clock. */
  readonly until: number;
  /** How long it was given for, milliseconds. */
  readonly ms: number;
}

/** A rotation that was begun: written before the service is asked, so that a successor knows of it. */
export interface Attempt {
  /** Sent as `Idempotency-Key`. */
  readonly id: string;
  /** The key that it replaces. */
  readonly keyId: string;
  /** The service has rotated the key, and nobody has the answer. */
  readonly lost?: boolean;
}

/** All that processes which share a key know of it. */
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

/** True while somebody holds the lease. One that ends later than it could was written before the clock was set back. */
export function isHeld({ lease }: RotationState, now: number): boolean {
  return lease !== undefined && now < lease.until && lease.until - now <= lease.ms;
}

/** True when a rotation was begun that nobody is at, and that can be gone on with now. */
export function isUnfinished(state: RotationState, now: number): boolean {
  const { record, attempt, issued, retryAt = 0 } = state;
  const begun = issued !== undefined || (attempt !== undefined && !attempt.lost);
  return record !== undefined && begun && !isHeld(state, now) && now >= retryAt;
}

/** True while the store still holds this very record. */
export function isSame(one: KeyRecord | undefined, other: KeyRecord): boolean {
  return one !== undefined && one.keyId === other.keyId && one.version === other.version;
}
