import { ConflictError } from "../errors/api-errors.js";
import { IntentTxError } from "../errors/base-error.js";
import { ConfigurationError, RotationUncertainError } from "../errors/errors.js";
import type { Clock } from "../options/options.js";
import { systemClock } from "../runtime/clock.js";
import { type KeyRecord, RETRY_MS, type RotationService, rotatedWithin } from "./store.js";

/** The right to rotate. Each process applies its own `lease`, so one that died cannot block the others. */
interface Lease {
  /** Greater than the token of every earlier lease. A process that sees a greater one has lost its lease. */
  readonly token: number;
  /** When the lease was taken or last renewed, on the store's clock. */
  readonly renewedAt: number;
}

/** A rotation that was started; stored before the request to the service, so that another process can continue it. */
interface Attempt {
  readonly id: string;
  readonly keyId: string;
  /** True if the service has rotated the key, but no process received the new key. */
  readonly lost?: boolean;
  /** The redacted answer of the service, if it has no key. Only a call of the app tries again, under the same `id`. */
  readonly unusable?: string;
  /** Requests whose answer was lost. Each may have issued a key, so the wait for the next one by age doubles. */
  readonly unanswered?: number;
}

export interface RotationState {
  /** The key in use. Its version counts the keys that have been in use. */
  readonly record?: KeyRecord | undefined;
  readonly fence: number;
  readonly lease?: Lease | undefined;
  readonly attempt?: Attempt | undefined;
  /** A key that the service has issued and that is not in use yet. */
  readonly issued?: KeyRecord | undefined;
  /** After a failure: when to retry a rotation by age, on the store's clock. */
  readonly retryAt?: number | undefined;
}

export interface Reading {
  readonly state: RotationState;
  /** Identifies this state among all past and future states. */
  readonly revision: number;
  readonly now: number;
}

/** One state that many processes read and replace. A store only needs compare-and-set. */
export interface StateCell {
  read(): Promise<Reading>;
  /** Replaces the state that was read. Returns false if another process has replaced it in the meantime. */
  swap(revision: number, state: RotationState): Promise<boolean>;
}

export const EMPTY: RotationState = { fence: 0 };

export function isSame(one: KeyRecord | undefined, other: KeyRecord): boolean {
  return one !== undefined && one.keyId === other.keyId && one.version === other.version;
}

/**
 * The store contains a different record than the one to be replaced. Nothing was saved.
 * @example
 * ```ts
 * import { StaleKeyError } from "intent-tx/redis";
 * const somebodyWasFaster = (error: unknown) => error instanceof StaleKeyError;
 * ```
 */
export class StaleKeyError extends IntentTxError {
  static override readonly kind = "StaleKeyError";

  constructor(
    /** Identifier of the key in the store. */
    readonly keyId: string,
    /** Version of that key's record. */
    readonly version: number | undefined,
  ) {
    super(
      `The store already contains key ${keyId} in version ${version}, so this record was not saved. ` +
        "To replace that key, load it, and save your record with the loaded version.",
    );
  }
}

/** The longest wait after lost answers is two hours: the old key works for 24 hours if the first request was answered. */
const MAX_DOUBLINGS = 7;

export const SHARED_DEFAULTS = { lease: 10_000, refresh: 500 };

/** The rule of an option in milliseconds. */
export const isTime = [
  "milliseconds, 1 or greater",
  (ms: unknown) => typeof ms === "number" && ms >= 1 && Number.isFinite(ms),
] as const;

interface Claim {
  readonly token: number;
  readonly record: KeyRecord;
  readonly attempt: Attempt;
  /** True if another process started the attempt, and may already have sent the request to the service. */
  readonly resumed: boolean;
  readonly issued: KeyRecord | undefined;
}

interface Issue {
  readonly old: KeyRecord;
  readonly issued: KeyRecord;
}

/** Rotates in one of the processes that share a {@link StateCell}: see docs/guides/rotation-protocol.md. */
export class SharedRotation {
  /** A key issued here that is not in use yet: if the store loses it, this is the only copy. */
  #unpublished: Issue | undefined;
  #newest: KeyRecord | undefined;

  constructor(
    private readonly cell: StateCell,
    private readonly lease: number,
    private readonly clock: Clock = systemClock,
    private readonly saveTries = 6,
  ) {}

  async load(): Promise<KeyRecord | undefined> {
    const { record, attempt, issued } = (await this.#read()).state;
    const unfinished =
      issued !== undefined || (attempt !== undefined && !attempt.lost && attempt.unusable === undefined);
    return record && unfinished ? { ...record, unfinished: true } : record;
  }

  /** Reads the state. Rejects a record older than the one known before the read: a failover has lost writes. */
  async #read(): Promise<Reading> {
    const newest = this.#newest;
    const reading = await this.cell.read();
    const { record } = reading.state;
    if (!record) return reading;
    // A key saved by hand into an empty store also has a low version, but it is the last key read or a later one.
    if (
      newest &&
      (record.version ?? Number.POSITIVE_INFINITY) < (newest.version ?? 0) &&
      record.keyId !== newest.keyId &&
      !(Date.parse(record.createdAt) > Date.parse(newest.createdAt))
    )
      throw new ConfigurationError(
        `The store has key ${record.keyId} in version ${record.version}, but it had key ${newest.keyId} in version ` +
          `${newest.version} before, so it has lost writes. Create a key with keys.create and save it in the store.`,
      );
    if (this.#newest === newest) this.#newest = record;
    return reading;
  }

  /** Stores a record and discards a pending rotation. With `force`, a record without a version replaces any other. */
  async save({ unfinished: _, rotatedAt: __, ...record }: KeyRecord, force: boolean): Promise<void> {
    await this.#update(({ state }) => {
      const { version = 0, keyId = "" } = state.record ?? {};
      const compared = record.version ?? (force ? version : undefined);
      if (state.record && compared !== version) throw new StaleKeyError(keyId, version);
      return { fence: state.fence, record: { ...record, version: Math.max(version, compared ?? 0) + 1 } };
    });
  }

  /** Rotates a key. If another process is rotating it, waits, or returns undefined if `wait` is false. */
  async rotate(keyId: string, service: RotationService, wait: boolean): Promise<KeyRecord | undefined> {
    for (;;) {
      const { claim, outcome } = await this.#claim(keyId, service, wait);
      if (!claim) return outcome;
      const record = await this.#carryOut(claim, service);
      if (record || !wait) return record;
    }
  }

  /** Takes the lease and records the attempt in one step. */
  async #claim(keyId: string, service: RotationService, wait: boolean) {
    for (;;) {
      const { state, revision, now } = await this.#read();
      const { record, issued, retryAt = 0 } = state;
      if (!record)
        throw new ConfigurationError("The key store is empty: save { keyId, key, createdAt } in it first.");
      if (this.#unpublished && this.#unpublished.old.keyId !== record.keyId)
        await this.#revoke(this.#unpublished, record, service);
      if (record.keyId !== keyId) return { outcome: record };
      const known = state.attempt?.keyId === keyId ? state.attempt : undefined;
      const ownKey = this.#ownKey(record);
      if (known && !issued && !ownKey) {
        if (known.lost) throw uncertainRotation(keyId);
        if (known.unusable !== undefined && !wait) throw unusableAnswer(keyId, known.unusable);
      }
      // A renewal in the future means that the store's clock was set back.
      const age = now - (state.lease?.renewedAt ?? Number.NaN);
      const leased = age >= 0 && age < this.lease;
      // A wrong clock, or a service that keeps createdAt, would make every new key too old immediately.
      const time = timeOf(service, now);
      const isSoon = !known && !issued && rotatedWithin(record, service.minAge, time);
      if (!wait && (leased || time < retryAt || isSoon)) return {};
      if (leased) {
        await this.clock.sleep(100 + Math.random() * 100);
        continue;
      }
      const token = state.fence + 1;
      const attempt = known ?? { id: crypto.randomUUID(), keyId };
      const next = { ...state, fence: token, lease: { token, renewedAt: now }, attempt };
      if (await this.cell.swap(revision, next))
        return { claim: { token, record, attempt, resumed: known !== undefined, issued: issued ?? ownKey } };
    }
  }

  async #carryOut(claim: Claim, service: RotationService): Promise<KeyRecord | undefined> {
    const ended = new AbortController();
    this.#renew(claim.token, ended.signal).catch(() => {});
    try {
      let { issued } = claim;
      if (!issued || issued === this.#unpublished?.issued) {
        issued ??= await service.issue(claim.record, claim.attempt.id);
        this.#unpublished = { old: claim.record, issued };
        await this.#saveIssued(claim, issued);
      }
      await service.check(issued);
      return await this.#publish({ old: claim.record, issued }, service);
    } catch (error) {
      ended.abort();
      return await this.#failed(claim, error, service);
    } finally {
      ended.abort();
    }
  }

  /** The successor of this record, if it was issued here and is not in use yet. */
  #ownKey(record: KeyRecord): KeyRecord | undefined {
    return this.#unpublished && isSame(record, this.#unpublished.old) ? this.#unpublished.issued : undefined;
  }

  /** Changes the current state, unless `change` returns undefined. */
  async #update(change: (reading: Reading) => RotationState | undefined): Promise<Reading> {
    for (;;) {
      const reading = await this.cell.read();
      const next = change(reading);
      if (!next || (await this.cell.swap(reading.revision, next)))
        return next ? { ...reading, state: next } : reading;
    }
  }

  /** Renews the lease until the signal aborts. A lost lease is not retaken; versions prevent conflicting writes. */
  async #renew(token: number, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.clock.sleep(this.lease / 3, signal);
      if (signal.aborted) return;
      // After a failure, the next renewal is due after a third of the lease.
      await this.#update(({ state, now }) =>
        !signal.aborted && state.lease?.token === token
          ? { ...state, lease: { token, renewedAt: now } }
          : undefined,
      ).catch(() => {});
    }
  }

  /**
   * Stores an issued key before it is checked. While the store has the old key, the new key is saved even if the lease
   * was lost, so that the key does not get lost.
   */
  async #saveIssued({ record, attempt }: Claim, issued: KeyRecord): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        await this.#update(({ state }) =>
          canReplace(state, record) ? { ...state, issued, attempt } : undefined,
        );
        return;
      } catch (error) {
        if (tries === this.saveTries) throw error;
        await this.clock.sleep(100 * 2 ** tries);
      }
    }
  }

  /** Puts a checked key into use, unless the store no longer contains the key to be replaced. */
  async #publish({ old, issued }: Issue, service: RotationService): Promise<KeyRecord | undefined> {
    const version = (old.version ?? 0) + 1;
    const { state } = await this.#update(({ state, now }) => {
      const rotatedAt = new Date(timeOf(service, now)).toISOString();
      const next = { fence: state.fence, record: { ...issued, version, rotatedAt } };
      return canReplace(state, old) ? next : undefined;
    });
    await this.#revoke({ old, issued }, state.record, service);
    this.#newest = state.record ?? this.#newest;
    return state.record;
  }

  /** Revokes the issued key if another was saved manually in the meantime; it would stay valid unnoticed. */
  async #revoke(issue: Issue | undefined, record: KeyRecord | undefined, service: RotationService) {
    if (!issue || !record) return;
    this.#unpublished = undefined;
    // A record of a later version may have followed the issued key. A file saved by hand has no version.
    const { version = (issue.old.version ?? 0) + 1 } = record;
    const isDirect = version === (issue.old.version ?? 0) + 1;
    if (isDirect && record.keyId !== issue.issued.keyId) await service.revoke(issue.issued).catch(() => {});
  }

  /** Records that the rotation failed. If another process has taken over, that process reports the outcome. */
  async #failed(
    { token, record, resumed, attempt }: Claim,
    error: unknown,
    service: RotationService,
  ): Promise<KeyRecord | undefined> {
    const { code = "key_not_rotatable" } = Object(error) as { readonly code?: unknown };
    const isConflict = resumed && error instanceof ConflictError && code === "key_not_rotatable";
    const { state } = await this.#update(({ state, now }) => {
      if (!isSame(state.record, record) || state.fence !== token) return undefined;
      // On the first try, any other error shows that no key was issued.
      const isIssued = state.issued || this.#ownKey(record);
      const isLost = error instanceof RotationUncertainError && !isIssued;
      const { lease: _, attempt: __, ...rest } = state;
      const lost = isConflict && !state.issued && { lost: true };
      const { answer } = Object(error) as Partial<RotationUncertainError>;
      const unusable = answer !== undefined && { unusable: answer };
      const { unanswered = 0 } = attempt;
      const next = { ...attempt, ...lost, ...unusable, ...(isLost && { unanswered: unanswered + 1 }) };
      const pending = (isIssued || resumed || isLost) && { attempt: next };
      const wait = RETRY_MS * 2 ** Math.min(unanswered, MAX_DOUBLINGS);
      return { ...rest, ...pending, retryAt: timeOf(service, now) + wait };
    }).catch(() => {
      throw error;
    });
    if (!isSame(state.record, record)) return state.record;
    // If the process that received the key has stored it in the meantime, the next try continues with this key.
    if (state.fence !== token || (isConflict && state.issued)) return undefined;
    throw isConflict ? uncertainRotation(record.keyId, error) : error;
  }
}

/** The time that dates a rotation; `now` is the store's. Leases always use the store's, as they show that a process runs. */
const timeOf = (service: RotationService, now: number): number => service.now?.() ?? now;

/** True if a new key may replace `old`: the store still has this record, or has lost everything. */
function canReplace({ record }: RotationState, old: KeyRecord): boolean {
  return record === undefined || isSame(record, old);
}

/** The error if the service answered, but without a key that can be read. */
export function unusableAnswer(keyId: string, answer: string, cause?: Error): RotationUncertainError {
  return new RotationUncertainError(
    `Key ${keyId} might have been rotated, but the service's answer has no keyId and new key: ${answer}. If it has another ` +
      "shape, pass readKey. The key is not rotated again before a call of rotator.rotate(). The old key works for 24 " +
      "hours: create a key with keys.create, save it in the store, and revoke the lost one.",
    cause && { cause },
    answer,
  );
}

/** The error if a successor exists, but no process received it. */
function uncertainRotation(keyId: string, cause?: unknown): RotationUncertainError {
  return new RotationUncertainError(
    `Key ${keyId} was rotated, but the process that rotated it ended before it saved the successor. The old key works for ` +
      "24 hours after the rotation. Create a key with keys.create and save it in the store, with the version that load() returns.",
    cause === undefined ? {} : { cause },
  );
}
