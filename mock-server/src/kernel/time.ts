import { parseIsoDate } from "intent-tx/contract";

/** A minute in milliseconds. */
export const MINUTE_MS = 60_000;
/** An hour in milliseconds. */
export const HOUR_MS = 60 * MINUTE_MS;
/** A day in milliseconds; UTC has no longer or shorter ones. */
export const DAY_MS = 24 * HOUR_MS;

const UNITS = { ms: 1, s: 1000, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS } as const;
const DURATION = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/;

/** A length of time: milliseconds, or a number with a unit (`"90s"`, `"24h"`, `"1.5d"`). */
export type Duration = number | `${number}${keyof typeof UNITS}`;

/** Milliseconds of a duration, or undefined for another value. */
export function parseDuration(value: unknown): number | undefined {
  if (typeof value === "number") return Number.isFinite(value) && value >= 0 ? value : undefined;
  const match = typeof value === "string" ? DURATION.exec(value) : null;
  if (!match) return undefined;
  return Number(match[1]) * UNITS[match[2] as keyof typeof UNITS];
}

/** Milliseconds of a duration that a schema has checked. @throws RangeError for another value */
export function durationMs(value: Duration): number {
  const ms = parseDuration(value);
  if (ms === undefined) throw new RangeError(`${value} is no duration`);
  return ms;
}

/** The last moment of the year 9999: what comes after it has no ISO 8601 date of the usual form. */
export const LAST_MOMENT = 253_402_300_799_999;

/** The moment so long after another. An end that no clock reaches is the last moment: answers and states write no later one. */
export const momentAfter = (at: number, ms: number): number => Math.min(at + ms, LAST_MOMENT);

/** The moment that a value names, in milliseconds since 1970; undefined for one before 1970 or after the year 9999. */
export function momentOf(value: unknown): number | undefined {
  if (value instanceof Date) return momentOf(value.getTime());
  const at = typeof value === "string" ? parseIsoDate(value) : value;
  return typeof at === "number" && at >= 0 && at <= LAST_MOMENT ? at : undefined;
}
