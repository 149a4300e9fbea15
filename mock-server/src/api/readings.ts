import { LIMITS } from "intent-tx/contract";
import * as z from "zod/mini";
import { choice, flag, maybe, part, someTime } from "../kernel/schema-kit.js";
import { type Duration, durationMs } from "../kernel/time.js";

/** Options for the readings of the contract (the decisions' third column). */
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

/** Schema of a {@link Dialect}. */
export const DialectSchema = z.lazy(() => choice(Object.keys(DIALECTS) as [Dialect, ...Dialect[]]));

/** Schema of {@link ContractOptions}. */
export const ContractSchema = z.lazy(() =>
  part({
    envelope: maybe(flag),
    pagination: maybe(choice(["before", "cursor"])),
    rateLimitReset: maybe(choice(["epoch-seconds", "epoch-ms", "delta-seconds"])),
    idempotency: maybe(flag),
    intentTtl: maybe(someTime),
  }),
);

/** The readings of a dialect with single ones on top, all of them checked. */
export function readingsOf(
  dialect: Dialect = "default",
  contract: z.output<typeof ContractSchema> = {},
): Readings {
  const named: ContractOptions = DIALECTS[dialect];
  return {
    envelope: contract.envelope ?? named.envelope ?? false,
    pagination: contract.pagination ?? named.pagination ?? "before",
    rateLimitReset: contract.rateLimitReset ?? named.rateLimitReset ?? "epoch-seconds",
    idempotency: contract.idempotency ?? named.idempotency ?? false,
    intentTtlMs: durationMs(contract.intentTtl ?? named.intentTtl ?? LIMITS.intentTtlMs),
    minimal: dialect === "strict-minimal",
  };
}
