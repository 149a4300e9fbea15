import { TIER_LIMITS, TIERS, type Tier, type TierLimits } from "intent-tx/contract";
import { OptionError } from "../kernel/option-error.js";

/** The limits in force: none, or other figures for some tiers (decision 51). */
export type LimitsOption = "off" | Partial<Record<Tier, Partial<TierLimits>>>;

/** The figures of every tier under an option; `"off"` keeps the contract's, since headers still show them. */
export function figuresUnder(option: LimitsOption = {}): Readonly<Record<Tier, TierLimits>> {
  if (option === "off") return TIER_LIMITS;
  if (typeof option !== "object" || option === null) throw wrong("", 'must be "off" or figures by tier');
  refuseUnknown(option, TIERS, "");
  return {
    free: figuresOf("free", option),
    pro: figuresOf("pro", option),
    enterprise: figuresOf("enterprise", option),
  };
}

function figuresOf(tier: Tier, option: Exclude<LimitsOption, "off">): TierLimits {
  const given = option[tier] === undefined ? {} : option[tier];
  if (typeof given !== "object" || given === null) throw wrong(`.${tier}`, "must be an object");
  refuseUnknown(given, ["requestsPerMinute", "transactionsPerDay"], `.${tier}`);
  const figures = { ...TIER_LIMITS[tier], ...given };
  if (!isCount(figures.requestsPerMinute)) {
    throw wrong(`.${tier}.requestsPerMinute`, 'must be an integer from 0; limits: "off" lifts every limit');
  }
  if (!isCount(figures.transactionsPerDay) && figures.transactionsPerDay !== Number.POSITIVE_INFINITY) {
    throw wrong(`.${tier}.transactionsPerDay`, "must be an integer from 0, or Infinity");
  }
  return figures;
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

function refuseUnknown(value: object, known: readonly string[], path: string): void {
  const unknown = Object.keys(value).find((key) => !known.includes(key));
  if (unknown !== undefined) throw wrong(`${path}.${unknown}`, `is unknown; known are ${known.join(", ")}`);
}

function wrong(path: string, reason: string): OptionError {
  return new OptionError(`limits${path}`, reason);
}
