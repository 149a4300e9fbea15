import { ConfigurationError } from "../../errors.js";

/** How long a silent rotation is waited for, and how old a record may be, where the options do not say: milliseconds. */
export const SHARED_DEFAULTS = { leaseMs: 10_000, refreshMs: 500 };

/** Refuses times that cannot be meant. */
export function checkTimes<T extends { readonly [name: string]: number }>(times: T): T {
  for (const [name, ms] of Object.entries<unknown>(times))
    if (typeof ms !== "number" || !(ms >= 1) || !Number.isFinite(ms))
      throw new ConfigurationError(`${name} must be a number of milliseconds from 1, not ${String(ms)}.`);
  return times;
}
