import { LIMITS } from "intent-tx/contract";
import { type Duration, parseDuration } from "../kernel/duration.js";
import { knownOptions } from "../kernel/known-options.js";
import { OptionError } from "../kernel/option-error.js";

/** Readings of the contract that a server can be switched to (the decisions' third column). */
export interface ContractOptions {
  /** Wrap every payload as `{ data, meta }` (decision 1). Default false. */
  readonly envelope?: boolean;
  /** Names of the cursor (decision 3). Default `"before"`. */
  readonly pagination?: "before" | "cursor";
  /** Unit of `X-RateLimit-Reset` (decision 4). Default `"epoch-seconds"`. */
  readonly rateLimitReset?: "epoch-seconds" | "epoch-ms" | "delta-seconds";
  /** Honour `Idempotency-Key` (decision 35). Default false. */
  readonly idempotency?: boolean;
  /** How long an intent can be built (decision 16). Default `"10m"`. */
  readonly intentTtl?: Duration;
}

/** Every reading in force. */
export interface Readings {
  readonly envelope: boolean;
  readonly pagination: "before" | "cursor";
  readonly rateLimitReset: "epoch-seconds" | "epoch-ms" | "delta-seconds";
  readonly idempotency: boolean;
  readonly intentTtlMs: number;
  /** Nothing optional: no `details`, `field`, `meta`, `X-Request-Id`, `Retry-After`, `WWW-Authenticate`. */
  readonly minimal: boolean;
}

/** Named sets of readings. */
export const DIALECTS = {
  default: {},
  enveloped: { envelope: true },
  cursor: { pagination: "cursor" },
  "reset-ms": { rateLimitReset: "epoch-ms" },
  "reset-delta": { rateLimitReset: "delta-seconds" },
  "strict-minimal": {},
} as const satisfies Record<string, ContractOptions>;

/** Name of a dialect. */
export type Dialect = keyof typeof DIALECTS;

function oneOf<T extends string>(option: string, value: T | undefined, values: readonly T[], fallback: T): T {
  if (value === undefined) return fallback;
  if (values.includes(value)) return value;
  throw new OptionError(option, `is ${JSON.stringify(value)}; it must be one of ${values.join(", ")}`);
}

function flag(option: string, value: boolean | undefined): boolean {
  if (value === undefined) return false;
  if (typeof value === "boolean") return value;
  throw new OptionError(option, `is ${JSON.stringify(value)}; it must be true or false`);
}

const NAMES = ["envelope", "pagination", "rateLimitReset", "idempotency", "intentTtl"];

/**
 * The readings of a dialect with single ones on top.
 *
 * @throws {OptionError} naming the option that is wrong
 */
export function readingsOf(dialect: Dialect = "default", contract: ContractOptions = {}): Readings {
  if (!Object.hasOwn(DIALECTS, dialect)) {
    throw new OptionError(
      "dialect",
      `is ${JSON.stringify(dialect)}; it must be one of ${Object.keys(DIALECTS).join(", ")}`,
    );
  }
  knownOptions("contract", contract, NAMES);
  const chosen: ContractOptions = { ...DIALECTS[dialect], ...contract };
  const intentTtlMs = chosen.intentTtl === undefined ? LIMITS.intentTtlMs : parseDuration(chosen.intentTtl);
  if (intentTtlMs === undefined || intentTtlMs <= 0) {
    throw new OptionError("contract.intentTtl", 'must be a duration such as "10m" or 600000');
  }
  return {
    envelope: flag("contract.envelope", chosen.envelope),
    pagination: oneOf("contract.pagination", chosen.pagination, ["before", "cursor"], "before"),
    rateLimitReset: oneOf(
      "contract.rateLimitReset",
      chosen.rateLimitReset,
      ["epoch-seconds", "epoch-ms", "delta-seconds"],
      "epoch-seconds",
    ),
    idempotency: flag("contract.idempotency", chosen.idempotency),
    intentTtlMs,
    minimal: dialect === "strict-minimal",
  };
}
