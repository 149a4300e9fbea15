import { TIER_LIMITS, type Tier, type TierLimits } from "intent-tx/contract";
import * as z from "zod/mini";
import { integer, maybe, part } from "../kernel/schema-kit.js";

/** Limits option: `"off"`, or other limits for some tiers (decision 51). */
export type LimitsOption = "off" | Partial<Record<Tier, Partial<TierLimits>>>;

export const LimitsSchema = z.lazy(() => {
  const message = 'must be "off" or figures by tier';
  const builds = "must be a non-negative integer or Infinity";
  const tier = maybe(
    part({
      requestsPerMinute: maybe(
        integer(0, undefined, 'must be an integer of 0 or more; to disable all limits, use limits: "off"'),
      ),
      transactionsPerDay: maybe(
        z.union([integer(0, undefined, builds), z.literal(Number.POSITIVE_INFINITY)], builds),
      ),
    }),
  );
  return z.union([z.literal("off"), part({ free: tier, pro: tier, enterprise: tier }, message)], message);
});

/** Every tier's limits under an option. `"off"` returns the contract's limits, because headers still show them. */
export function tierLimitsOf(option: z.output<typeof LimitsSchema> = {}): Readonly<Record<Tier, TierLimits>> {
  const limits = option === "off" ? {} : option;
  const figures = (tier: Tier): TierLimits => ({
    requestsPerMinute: limits[tier]?.requestsPerMinute ?? TIER_LIMITS[tier].requestsPerMinute,
    transactionsPerDay: limits[tier]?.transactionsPerDay ?? TIER_LIMITS[tier].transactionsPerDay,
  });
  return { free: figures("free"), pro: figures("pro"), enterprise: figures("enterprise") };
}
