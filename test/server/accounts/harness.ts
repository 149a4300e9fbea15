import { type LimitsOption, ServiceError } from "@intent-tx/mock-server";
import type { Environment, IssuedKey, Scope, Tier } from "intent-tx/contract";
import type { Caller } from "../../../mock-server/src/accounts/keys.js";
import { Keys } from "../../../mock-server/src/accounts/keys.js";
import { Limits } from "../../../mock-server/src/accounts/limits.js";
import { Metrics } from "../../../mock-server/src/accounts/metrics.js";
import { Usage } from "../../../mock-server/src/accounts/usage.js";
import { Clock } from "../../../mock-server/src/kernel/clock.js";
import { Random } from "../../../mock-server/src/kernel/random.js";
import { State } from "../../../mock-server/src/state/state.js";

export const START = "2026-01-15T10:20:30.000Z";
export const MINUTE = 60_000;
export const HOUR = 3_600_000;
export const DAY = 86_400_000;

/** The accounts' services over a fresh State and a frozen clock. */
export class Office {
  readonly clock: Clock;
  readonly state = new State();
  readonly random: Random;
  readonly keys: Keys;
  readonly limits: Limits;
  readonly metrics: Metrics;
  readonly usage: Usage;

  constructor({
    now = START,
    limits,
    seed = "1",
  }: { now?: string; limits?: LimitsOption; seed?: string } = {}) {
    const { state } = this;
    this.clock = new Clock({ now: Date.parse(now), running: false });
    const { clock } = this;
    this.random = new Random(seed);
    this.keys = new Keys({ state, clock, random: this.random });
    this.limits = new Limits({ state, clock, ...(limits !== undefined && { limits }) });
    this.metrics = new Metrics({ state, clock });
    this.usage = new Usage({ state, clock, limits: this.limits, metrics: this.metrics });
  }

  /** Issues a key as the control plane does. */
  issue(
    options: {
      account?: string;
      tier?: Tier;
      environment?: Environment;
      scopes?: Scope[];
      name?: string;
      expiresIn?: number;
    } = {},
  ): IssuedKey {
    const { tier = "free", environment = "live", scopes = ["admin"], name = "a key", expiresIn } = options;
    const account = this.keys.openAccount({
      tier,
      ...(options.account !== undefined && { account: options.account }),
    });
    return this.keys.issue({
      account,
      environment,
      scopes,
      name,
      ...(expiresIn !== undefined && { expiresAt: this.clock.now() + expiresIn }),
    });
  }

  /** The caller of a key; throws if the key is refused. */
  caller(key: { readonly key: string } | string): Caller {
    const found = this.keys.authenticate(`Bearer ${typeof key === "string" ? key : key.key}`);
    if ("refused" in found) throw new Error(`refused: ${found.refused}`);
    return found.caller;
  }

  /** A caller with a new key. */
  newCaller(options: Parameters<Office["issue"]>[0] = {}): Caller {
    return this.caller(this.issue(options));
  }

  /** `ok`, or the reason for which a key is refused. */
  statusOf(key: { readonly key: string }): string {
    const found = this.keys.authenticate(`Bearer ${key.key}`);
    return "refused" in found ? found.refused : "ok";
  }
}

/** The {@link ServiceError} that `work` must throw. */
export function refusalOf(work: () => unknown): ServiceError {
  try {
    work();
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error("expected a refusal");
}
