import { parseIsoDate } from "intent-tx/contract";

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

const UNITS = { ms: 1, s: 1000, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS } as const;
const PART = "(\\d+(?:\\.\\d+)?)";
/** Matches each unit at most once, from the largest to the smallest. */
const DURATION = new RegExp(
  `^(?=\\d)${["d", "h", "m(?!s)", "s", "ms"].map((unit) => `(?:${PART}${unit})?`).join("")}$`,
);

/** A duration: milliseconds, or numbers with units from largest to smallest (`"90s"`, `"24h"`, `"1.5d"`, `"1h30m"`). */
export type Duration =
  | number
  | `${number}${keyof typeof UNITS}`
  | `${number}${keyof typeof UNITS}${number}${keyof typeof UNITS}`;

/** Returns milliseconds; undefined for an invalid value. */
export function parseDuration(value: unknown): number | undefined {
  if (typeof value === "number") return Number.isFinite(value) && value >= 0 ? value : undefined;
  const match = typeof value === "string" ? DURATION.exec(value) : null;
  if (!match) return undefined;
  const [, days = 0, hours = 0, minutes = 0, seconds = 0, ms = 0] = match;
  const { d, h, m, s } = UNITS;
  return Number(days) * d + Number(hours) * h + Number(minutes) * m + Number(seconds) * s + Number(ms);
}

/** Milliseconds of a duration that a schema has checked. @throws RangeError for an invalid value */
export function durationMs(value: Duration): number {
  const ms = parseDuration(value);
  if (ms === undefined) throw new RangeError(`${value} is not a duration`);
  return ms;
}

/** The end of the year 9999. A later time cannot be written as an ISO 8601 date with a four-digit year. */
export const LAST_MOMENT = 253_402_300_799_999;

/** Returns `at + ms`, at most {@link LAST_MOMENT}: responses and states never contain a later time. */
export const momentAfter = (at: number, ms: number): number => Math.min(at + ms, LAST_MOMENT);

/** Converts to milliseconds since 1970; undefined before 1970 or after the year 9999. */
export function momentOf(value: unknown): number | undefined {
  if (value instanceof Date) return momentOf(value.getTime());
  const at = typeof value === "string" ? parseIsoDate(value) : value;
  return typeof at === "number" && at >= 0 && at <= LAST_MOMENT ? at : undefined;
}
