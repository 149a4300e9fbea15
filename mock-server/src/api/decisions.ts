import { TIER_LIMITS, TIERS, type Tier, type TierLimits } from "intent-tx/contract";
import { HOUR_MS, MINUTE_MS } from "../kernel/duration.js";
import { DATA_DECISIONS } from "./decisions-data.js";
import { INTENT_DECISIONS } from "./decisions-intents.js";
import { KEY_DECISIONS } from "./decisions-keys.js";
import { LIMIT_DECISIONS } from "./decisions-limits.js";
import { COMMAND_REASONS, REASON_MEANINGS } from "./decisions-reasons.js";
import type { Decision, DecisionOption } from "./decisions-row.js";
import { WIRE_DECISIONS } from "./decisions-wire.js";
import { DIALECTS, type Dialect, type Readings, readingsOf } from "./readings.js";

/** Every point that the contract leaves open, by number. */
export const DECISIONS: readonly Decision[] = [
  ...WIRE_DECISIONS,
  ...LIMIT_DECISIONS,
  ...KEY_DECISIONS,
  ...INTENT_DECISIONS,
  ...DATA_DECISIONS,
].sort((a, b) => a.number - b.number);

/** A decision with the reading that a server has of it. */
export interface DecisionInForce {
  readonly number: number;
  readonly topic: string;
  /** This server's behaviour. */
  readonly reading: string;
  /** The switch and where it stands, for decisions that have one. */
  readonly option?: { readonly name: DecisionOption["name"]; readonly value: unknown };
  /** The forms that the SDK accepts from any service, where they are more. */
  readonly sdk?: string;
}

/** Answer of `GET /_mock/contract`. */
export interface ContractInForce {
  /** The dialect that is these readings, or `null` if they are a mixture of their own. */
  readonly dialect: Dialect | null;
  /** All dialects that can be asked for. */
  readonly dialects: readonly Dialect[];
  /** Every option as `--contract` names it, with its value. */
  readonly options: Readonly<{
    envelope: boolean;
    pagination: Readings["pagination"];
    rateLimitReset: Readings["rateLimitReset"];
    idempotency: boolean;
    /** A duration that `--contract intentTtl=…` takes. */
    intentTtl: string;
  }>;
  /** Whether limits are enforced, and the figures by tier; unlimited is -1. */
  readonly limits: { readonly enforced: boolean; readonly tiers: Readonly<Record<Tier, TierLimits>> };
  readonly decisions: readonly DecisionInForce[];
  /** Reasons of a refused command with their meaning. */
  readonly parsingReasons: Readonly<Record<string, string>>;
  readonly commandReasons: Readonly<Record<string, string>>;
}

const DIALECT_NAMES = Object.keys(DIALECTS) as Dialect[];

/** The dialect that is exactly these readings, if one is. */
function dialectOf(readings: Readings): Dialect | null {
  const same = (dialect: Dialect) =>
    Object.entries(readingsOf(dialect)).every(([name, value]) => readings[name as keyof Readings] === value);
  return DIALECT_NAMES.find(same) ?? null;
}

/** Milliseconds as `--contract intentTtl=…` takes them, in the largest unit that needs no fraction. */
function durationText(ms: number): string {
  const units = [
    ["h", HOUR_MS],
    ["m", MINUTE_MS],
    ["s", 1000],
  ] as const;
  const [unit, size] = units.find(([, length]) => ms % length === 0) ?? ["ms", 1];
  return `${ms / size}${unit}`;
}

function readingOf({ rule, option, strictMinimal }: Decision, value: unknown, minimal: boolean): string {
  const said =
    option === undefined
      ? rule
      : (option.values[String(value)] ??
        Object.entries(option.values).find(([name]) => name.startsWith("<"))?.[1] ??
        rule);
  return minimal && strictMinimal !== undefined ? `${said} Dialect strict-minimal: ${strictMinimal}` : said;
}

/** Limits as a server applies them. */
export interface LimitsInForce {
  readonly off: boolean;
  of(tier: Tier): TierLimits;
}

const CONTRACT_LIMITS: LimitsInForce = { off: false, of: (tier) => TIER_LIMITS[tier] };

function figuresOf(limits: LimitsInForce): Record<Tier, TierLimits> {
  // JSON has no infinity; the contract's own spelling of unlimited is -1.
  const written = (count: number) => (Number.isFinite(count) ? count : -1);
  const entries = TIERS.map((tier) => {
    const { requestsPerMinute, transactionsPerDay } = limits.of(tier);
    return [
      tier,
      { requestsPerMinute: written(requestsPerMinute), transactionsPerDay: written(transactionsPerDay) },
    ] as const;
  });
  return Object.fromEntries(entries) as Record<Tier, TierLimits>;
}

function limitsValue(limits: LimitsInForce): string {
  if (limits.off) return "off";
  const own = JSON.stringify(figuresOf(limits)) === JSON.stringify(figuresOf(CONTRACT_LIMITS));
  return own ? "on" : "figures by tier";
}

/**
 * Every decision as a server with these readings and limits has it, machine-readable: the answer of
 * `GET /_mock/contract`.
 */
export function contractInForce(
  readings: Readings,
  limits: LimitsInForce = CONTRACT_LIMITS,
): ContractInForce {
  const { envelope, pagination, rateLimitReset, idempotency, intentTtlMs } = readings;
  const intentTtl = durationText(intentTtlMs);
  const options = { envelope, pagination, rateLimitReset, idempotency, intentTtl };
  const tiers = figuresOf(limits);
  const values = { ...options, limits: limitsValue(limits) };
  return {
    dialect: dialectOf(readings),
    dialects: DIALECT_NAMES,
    options,
    limits: { enforced: !limits.off, tiers },
    decisions: DECISIONS.map((decision) => {
      const { number, topic, option, sdk } = decision;
      const reading = readingOf(decision, option && values[option.name], readings.minimal);
      return {
        number,
        topic,
        reading,
        ...(option && { option: { name: option.name, value: values[option.name] } }),
        ...(sdk !== undefined && { sdk }),
      };
    }),
    parsingReasons: REASON_MEANINGS,
    commandReasons: COMMAND_REASONS,
  };
}
