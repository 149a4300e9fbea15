import { ConflictError, type KeyRecord, type KeyStore, RotationUncertainError } from "intent-tx";
import {
  EMPTY,
  type RotationState,
  SharedRotation,
  type StateCell,
} from "../../src/rotation/shared-rotation.js";

type RotationService = Parameters<NonNullable<KeyStore["rotate"]>>[1];

export const FIRST: KeyRecord = {
  keyId: "key_1",
  key: "svc_live_1",
  createdAt: "2026-01-01T00:00:00Z",
  version: 1,
};

/** Interleaves several processes one step at a time, in an order that the test chooses. */
export class Steps {
  #waiting: (() => void)[] = [];

  /** Resolves at this process's turn. */
  turn(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Gives turns until no process waits for one. */
  async run(choices: readonly number[]): Promise<void> {
    for (let count = 0; ; count++) {
      await new Promise(setImmediate);
      if (this.#waiting.length === 0) return;
      if (count > 20_000) throw new Error("The processes do not end.");
      // After the last choice, the longest-waiting process gets each turn, so that all processes finish.
      const choice = choices[count] ?? 0;
      this.#waiting.splice(choice % this.#waiting.length, 1)[0]?.();
    }
  }
}

/** One possible behaviour of the service. */
export interface Manners {
  /** Whether the service repeats its first response to a request with the same `Idempotency-Key`. */
  readonly replays: boolean;
}

/** Redis, the service and the time, shared by several processes. */
export class World {
  state: RotationState = { ...EMPTY, record: FIRST };
  revision = 1;
  now = 1_000_000;
  /** Every key that was used, in order. */
  readonly used: KeyRecord[] = [FIRST];
  /** Successors that the service issued, by the `keyId` of the old key. */
  readonly issued = new Map<string, KeyRecord>();
  readonly revoked: string[] = [];
  /** Keys that were revoked while they were current or in their overlap. */
  readonly wronglyRevoked: string[] = [];
  calls = 0;
  waits = 0;
  /** The tokens of all leases, in order. */
  readonly tokens: number[] = [];
  #answers = new Map<string, KeyRecord>();

  constructor(
    readonly steps: Steps,
    readonly manners: Manners,
    /** Whether waits advance the time. If not, no lease expires. */
    readonly timeGoes: boolean,
  ) {}

  swap(revision: number, state: RotationState): boolean {
    if (revision !== this.revision) return false;
    const { record } = state;
    if (record && record.version !== this.state.record?.version) this.used.push(record);
    this.revision++;
    this.state = structuredClone(state);
    return true;
  }

  rotate(old: KeyRecord, attempt: string): KeyRecord {
    this.calls++;
    const answered = this.#answers.get(attempt);
    if (answered && this.manners.replays) return answered;
    if (this.issued.has(old.keyId))
      throw new ConflictError("rotating", { status: 409, code: "key_not_rotatable" });
    const { keyId, key, createdAt, version } = old;
    const number = this.issued.size + 2;
    const record = {
      keyId: `key_${number}`,
      key: `svc_live_${number}`,
      createdAt: "2026-04-01T00:00:00Z",
      previous: { keyId, key, createdAt },
      version,
    };
    this.issued.set(old.keyId, record);
    this.#answers.set(attempt, record);
    return record;
  }
}

/** Failures of a process. */
export interface Fate {
  /** Number of steps until the process is killed. */
  readonly dies?: number | undefined;
  /** Whether the process is killed just before it checks the new key. */
  readonly diesChecking?: boolean | undefined;
  /** The rotation call whose response is lost, counted from 1. */
  readonly loses?: number | undefined;
}

/** A process that rotates the shared key. Once killed, none of its awaits resolves. */
export class Process {
  readonly rotation: SharedRotation;
  readonly service: RotationService;
  readonly #tokens = new Set<number>();
  #isDead = false;
  #steps = 0;
  #calls = 0;

  constructor(
    readonly world: World,
    readonly fate: Fate = {},
  ) {
    const cell: StateCell = {
      read: async () => {
        await this.#step();
        const { state, revision, now } = world;
        return { state: structuredClone(state), revision, now };
      },
      swap: async (revision, state) => {
        await this.#step();
        const done = world.swap(revision, state);
        const { token = 0 } = state.lease ?? {};
        if (done && token && !this.#tokens.has(token)) {
          this.#tokens.add(token);
          world.tokens.push(token);
        }
        await this.#step();
        return done;
      },
    };
    const clock = {
      now: () => world.now,
      sleep: async (ms: number, signal?: AbortSignal) => {
        await this.#step();
        if (signal?.aborted) return new Promise<void>(() => {});
        if (!signal) world.waits++;
        if (world.timeGoes) world.now += ms;
      },
    };
    this.rotation = new SharedRotation(cell, 3000, clock);
    this.service = {
      issue: async (old, attempt) => {
        await this.#step();
        const record = world.rotate(old, attempt);
        this.#calls++;
        await this.#step();
        if (this.#calls === fate.loses) throw new RotationUncertainError("lost on the way");
        return record;
      },
      check: async () => {
        if (fate.diesChecking) this.#isDead = true;
        await this.#step();
      },
      revoke: async ({ keyId }) => {
        await this.#step();
        const { record } = world.state;
        if (keyId === record?.keyId || keyId === record?.previous?.keyId) world.wronglyRevoked.push(keyId);
        world.revoked.push(keyId);
      },
    };
  }

  /** Waits for a turn. A process that is killed here never resumes. */
  async #step(): Promise<void> {
    if (!this.#isDead) await this.world.steps.turn();
    this.#steps++;
    if (this.#steps >= (this.fate.dies ?? Number.POSITIVE_INFINITY)) this.#isDead = true;
    if (this.#isDead) await new Promise(() => {});
  }

  /** The record or error of the last rotation. */
  outcome: KeyRecord | Error | undefined;
  hasEnded = false;

  async rotate(keyId = FIRST.keyId, wait = true): Promise<void> {
    try {
      this.outcome = await this.rotation.rotate(keyId, this.service, wait);
    } catch (error) {
      this.outcome = error as Error;
    }
    this.hasEnded = true;
  }
}
