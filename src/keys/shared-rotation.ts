import type { Clock } from "../client/options.js";
import { ConflictError } from "../errors/api-errors.js";
import { IntentTxError } from "../errors/base-error.js";
import { ConfigurationError, RotationUncertainError } from "../errors/errors.js";
import { systemClock } from "../http/deadline.js";
import { type KeyRecord, RETRY_MS, type RotationService, rotatedWithin } from "./store.js";

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

/** Default of `leaseMs` and of `refreshMs`, milliseconds. */
export const SHARED_DEFAULTS = { leaseMs: 10_000, refreshMs: 500 };

/** Refuses times that cannot be meant. */
export function checkTimes<T extends { readonly [name: string]: number }>(times: T): T {
  for (const [name, ms] of Object.entries<unknown>(times))
    if (typeof ms !== "number" || !(ms >= 1) || !Number.isFinite(ms))
      throw new ConfigurationError(`${name} must be a number of milliseconds from 1, not ${String(ms)}.`);
  return times;
}

/** How often a key that was just issued is tried to be written down before the rotation fails. */
const KEEP_TRIES = 6;

/** A rotation that this process may carry out. */
interface Turn {
  readonly token: number;
  readonly record: KeyRecord;
  readonly attempt: Attempt;
  /** True when another process began it, and may have asked the service already. */
  readonly resumed: boolean;
  readonly issued: KeyRecord | undefined;
}

/** A key, and the record that it replaces. */
interface Issue {
  readonly old: KeyRecord;
  readonly issued: KeyRecord;
}

/** Carries rotations out in one of the processes that share a {@link StateCell}. The guide of fleets has the protocol. */
export class SharedRotation {
  readonly #cell: StateCell;
  readonly #leaseMs: number;
  readonly #clock: Clock;
  /** A key that was issued here and is not in use yet: the store may lose it, and then this is the only copy. */
  #unpublished: Issue | undefined;

  /** The newest record that this process has read. */
  #newest: KeyRecord | undefined;

  constructor(cell: StateCell, leaseMs: number, clock: Clock = systemClock) {
    this.#cell = cell;
    this.#leaseMs = leaseMs;
    this.#clock = clock;
  }

  /** The record in use. */
  async load(): Promise<KeyRecord | undefined> {
    const { state } = await this.#read();
    const { record, attempt, issued } = state;
    const begun = issued !== undefined || (attempt !== undefined && !attempt.lost);
    return record && begun ? { ...record, unfinished: true } : record;
  }

  /** Reads the state. An older record than before, as after a failover that lost writes, is refused. */
  async #read(): Promise<Reading> {
    const reading = await this.#cell.read();
    const { record } = reading.state;
    const newest = this.#newest;
    if (!record) return reading;
    // A key that was saved by hand into an empty store has a low version too, but it is this one or was made later.
    if (
      newest &&
      (record.version ?? Number.POSITIVE_INFINITY) < (newest.version ?? 0) &&
      record.keyId !== newest.keyId &&
      !(Date.parse(record.createdAt) > Date.parse(newest.createdAt))
    )
      throw new ConfigurationError(
        `The store holds key ${record.keyId} in version ${record.version}, but it held key ${newest.keyId} in version ` +
          `${newest.version} before: it has lost writes. Create a key with keys.create and save it in the store.`,
      );
    this.#newest = record;
    return reading;
  }

  /**
   * Stores a record that a person gives, and forgets any rotation of the one before.
   *
   * @param blindly Whether a record without a version takes the place of whatever is there.
   * @throws StaleKeyError when the store holds another version than the record names.
   */
  async save({ unfinished: _, rotatedAt: __, ...record }: KeyRecord, blindly: boolean): Promise<void> {
    await this.#update(({ state }) => {
      const { version = 0, keyId = "" } = state.record ?? {};
      const compared = record.version ?? (blindly ? version : undefined);
      if (state.record && compared !== version) throw new StaleKeyError(keyId, version);
      return { fence: state.fence, record: { ...record, version: Math.max(version, compared ?? 0) + 1 } };
    });
  }

  /** Replaces a key, here or in another process; undefined when another one is at it and `wait` is false. */
  async rotate(keyId: string, service: RotationService, wait: boolean): Promise<KeyRecord | undefined> {
    for (;;) {
      const { turn, outcome } = await this.#turn(keyId, service, wait);
      if (!turn) return outcome;
      const record = await this.#carryOut(turn, service);
      if (record || !wait) return record;
    }
  }

  /** Takes the lease and records the attempt in one step. */
  async #turn(
    keyId: string,
    service: RotationService,
    wait: boolean,
  ): Promise<{ turn?: Turn; outcome?: KeyRecord }> {
    for (;;) {
      const { state, revision, now } = await this.#read();
      const { record, issued, retryAt = 0 } = state;
      if (!record)
        throw new ConfigurationError("The key store is empty: save { keyId, key, createdAt } in it first.");
      if (record.keyId !== keyId) {
        await this.#revoke(this.#unpublished, record, service);
        return { outcome: record };
      }
      const known = state.attempt?.keyId === keyId ? state.attempt : undefined;
      const mine = this.#mine(record);
      if (known?.lost && !mine) throw lostKey(keyId);
      const held = isHeld(state, now, this.#leaseMs);
      // A clock that is wrong, or a service that keeps createdAt, would make every key too old at once.
      const isSoon = !known && !issued && rotatedWithin(record, service.minAgeMs, now);
      if (!wait && (held || now < retryAt || isSoon)) return {};
      if (held) {
        await this.#clock.sleep(100 + Math.random() * 100);
        continue;
      }
      const token = state.fence + 1;
      const attempt = { id: known?.id ?? crypto.randomUUID(), keyId };
      const next = { ...state, fence: token, lease: { token, renewedAt: now }, attempt };
      if (await this.#cell.swap(revision, next))
        return { turn: { token, record, attempt, resumed: known !== undefined, issued: issued ?? mine } };
    }
  }

  async #carryOut(turn: Turn, service: RotationService): Promise<KeyRecord | undefined> {
    const over = new AbortController();
    this.#renew(turn.token, over.signal).catch(() => {});
    try {
      let { issued } = turn;
      if (!issued || issued === this.#unpublished?.issued) {
        issued ??= await service.issue(turn.record, turn.attempt.id);
        this.#unpublished = { old: turn.record, issued };
        await this.#keep(turn, issued);
      }
      await service.check(issued);
      return await this.#publish(turn.record, issued, service);
    } catch (error) {
      over.abort();
      return await this.#failed(turn, error);
    } finally {
      over.abort();
    }
  }

  /** The key that was issued here for this record and is not in use yet. */
  #mine(record: KeyRecord): KeyRecord | undefined {
    return this.#unpublished && isSame(record, this.#unpublished.old) ? this.#unpublished.issued : undefined;
  }

  /** Changes the state as it is at that moment; `change` answers undefined to leave it. */
  async #update(change: (reading: Reading) => RotationState | undefined): Promise<Reading> {
    for (;;) {
      const reading = await this.#cell.read();
      const next = change(reading);
      if (!next || (await this.#cell.swap(reading.revision, next)))
        return next ? { ...reading, state: next } : reading;
    }
  }

  /** Holds the lease until the signal aborts. One that was lost is not taken again: the versions keep order then. */
  async #renew(token: number, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      // Its timer is stopped by the signal, and the promise forgotten.
      await this.#clock.sleep(this.#leaseMs / 3, signal);
      if (signal.aborted) return;
      try {
        await this.#update(({ state, now }) =>
          !signal.aborted && state.lease?.token === token
            ? { ...state, lease: { token, renewedAt: now } }
            : undefined,
        );
      } catch {
        // Tried again in a third of the time that it lasts.
      }
    }
  }

  /**
   * Writes an issued key down before anything else is done with it. A lease that was lost meanwhile does not matter: as long
   * as the old key is in the store, a key that exists is better there than nowhere.
   */
  async #keep({ record, attempt }: Turn, issued: KeyRecord): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        await this.#update(({ state }) =>
          isReplaced(state, record) ? { ...state, issued, attempt } : undefined,
        );
        return;
      } catch (error) {
        if (tries === KEEP_TRIES) throw error;
        await this.#clock.sleep(100 * 2 ** tries);
      }
    }
  }

  /** Puts a checked key into use, unless the store holds another than the one that it replaces. */
  async #publish(
    old: KeyRecord,
    issued: KeyRecord,
    service: RotationService,
  ): Promise<KeyRecord | undefined> {
    const version = (old.version ?? 0) + 1;
    const { state } = await this.#update((reading) =>
      isReplaced(reading.state, old)
        ? {
            fence: reading.state.fence,
            record: { ...issued, version, rotatedAt: new Date(reading.now).toISOString() },
          }
        : undefined,
    );
    await this.#revoke({ old, issued }, state.record, service);
    this.#newest = state.record ?? this.#newest;
    return state.record;
  }

  /** Where a person saved another key meanwhile, the one that was issued would work on, unknown to all. */
  async #revoke(surplus: Issue | undefined, record: KeyRecord | undefined, service: RotationService) {
    if (!surplus || !record) return;
    this.#unpublished = undefined;
    // Of later versions it may be a forebear, whose overlap somebody may still need. A file that was put there has none.
    const { version = (surplus.old.version ?? 0) + 1 } = record;
    const isDirect = version === (surplus.old.version ?? 0) + 1;
    if (isDirect && record.keyId !== surplus.issued.keyId)
      await service.revoke(surplus.issued).catch(() => {});
  }

  /** Writes down how far it came. If another process went on meanwhile, the outcome is that one's to tell. */
  async #failed({ token, record, resumed, attempt }: Turn, error: unknown): Promise<KeyRecord | undefined> {
    const lost = resumed && isRotated(error);
    const { state } = await this.#update((reading) => {
      const { state, now } = reading;
      if (!isSame(state.record, record) || state.fence !== token) return undefined;
      // A refusal of the first try shows that no key was issued.
      const open = state.issued || this.#mine(record) || resumed || error instanceof RotationUncertainError;
      const { lease: _, attempt: __, ...rest } = state;
      const left = open ? { attempt: lost ? { ...attempt, lost } : attempt } : {};
      return { ...rest, ...left, retryAt: now + RETRY_MS };
    }).catch(() => {
      throw error;
    });
    if (!isSame(state.record, record)) return state.record;
    if (state.fence !== token) return undefined;
    throw lost ? lostKey(record.keyId, error) : error;
  }
}

/** True when a key takes the place of this record; also in a store that has lost everything. */
function isReplaced({ record }: RotationState, old: KeyRecord): boolean {
  return record === undefined || isSame(record, old);
}

/** True when the service says that the key has a successor already. */
function isRotated(error: unknown): boolean {
  return error instanceof ConflictError && (error.code === undefined || error.code === "key_not_rotatable");
}

/** A successor exists, and no process has it. */
function lostKey(keyId: string, cause?: unknown): RotationUncertainError {
  return new RotationUncertainError(
    `Key ${keyId} was rotated, and the process that asked for it ended before its successor was written down. The old key ` +
      "works for 24 hours from then: create a key with keys.create and save it in the store, with the version that load() answers.",
    cause === undefined ? {} : { cause },
  );
}
