import { LIMITS } from "intent-tx/contract";
import * as z from "zod/mini";
import { choice, flag, maybe, part, someTime } from "../kernel/schema-kit.js";
import { DAY_MS, type Duration, durationMs } from "../kernel/time.js";

/** How long a response is stored for its idempotency key (decision 35). */
export const REPLAYED_MS = DAY_MS;

/**
 * Choices where the contract leaves room (the third column of the decisions). `control/decisions.ts` describes them, and
 * `cli/verify/dialect.ts` finds those in which the dialects differ.
 */
export interface ContractOptions {
  /** Wraps every payload as `{ data, meta }` (decision 1). Default false. */
  readonly envelope?: boolean;
  /** Name of the pagination cursor (decision 3). Default `"before"`. */
  readonly pagination?: "before" | "cursor";
  /** Unit of `X-RateLimit-Reset` (decision 4). Default `"epoch-seconds"`. */
  readonly rateLimitReset?: "epoch-seconds" | "epoch-ms" | "delta-seconds";
  /** Honours `Idempotency-Key` (decision 35). Default false. */
  readonly idempotency?: boolean;
  /** How long an intent stays buildable (decision 16). Default `"10m"`. */
  readonly intentTtl?: Duration;
}

/** All settings that a server applies. */
export interface ContractSettings extends Required<Omit<ContractOptions, "intentTtl">> {
  readonly intentTtlMs: number;
  /** Omits everything optional: `details`, `field`, `meta`, `X-Request-Id`, `Retry-After`, `WWW-Authenticate`. */
  readonly minimal: boolean;
}

const DEFAULTS = {
  envelope: false,
  pagination: "before",
  rateLimitReset: "epoch-seconds",
  idempotency: false,
  intentTtl: LIMITS.intentTtlMs,
} as const satisfies Required<ContractOptions>;

export const CONTRACT_OPTIONS = Object.keys(DEFAULTS);

/** Named sets of settings. */
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

export const DialectSchema = z.lazy(() => choice(Object.keys(DIALECTS) as [Dialect, ...Dialect[]]));

export const ContractSchema = z.lazy(() =>
  part({
    envelope: maybe(flag),
    pagination: maybe(choice(["before", "cursor"])),
    rateLimitReset: maybe(choice(["epoch-seconds", "epoch-ms", "delta-seconds"])),
    idempotency: maybe(flag),
    intentTtl: maybe(someTime),
  }),
);

/**
 * The settings of a dialect, overridden by single options. All are checked.
 *
 * @param server - the settings that a session without a dialect of its own overrides. Default: those of `default`
 */
export function settingsOf(
  dialect?: Dialect,
  contract: z.output<typeof ContractSchema> = {},
  server?: ContractSettings,
): ContractSettings {
  const named: ContractOptions = DIALECTS[dialect ?? "default"];
  const base =
    dialect === undefined && server
      ? { ...server, intentTtl: server.intentTtlMs }
      : { ...DEFAULTS, ...named, minimal: dialect === "strict-minimal" };
  const { intentTtl, ...settings } = { ...base, ...contract };
  if (typeof contract.intentTtl === "number" && contract.intentTtl <= 60)
    console.warn(
      `intentTtl is only ${intentTtl} milliseconds: was it meant in seconds? Then write "${intentTtl}s".`,
    );
  return { ...settings, intentTtlMs: durationMs(intentTtl) };
}
