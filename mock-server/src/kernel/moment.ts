import { parseIsoDate } from "intent-tx/contract";

/** The last moment of the year 9999: what comes after it has no ISO 8601 date of the usual form. */
export const LAST_MOMENT = 253_402_300_799_999;

/** The moment so long after another. An end that no clock reaches is the last moment: answers and states write no later one. */
export const momentAfter = (at: number, ms: number): number => Math.min(at + ms, LAST_MOMENT);

/** The moment that a value names, in milliseconds since 1970; undefined for one that names none, or one after the year 9999. */
export function momentOf(value: unknown): number | undefined {
  if (value instanceof Date) return momentOf(value.getTime());
  const at = typeof value === "string" ? parseIsoDate(value) : value;
  return typeof at === "number" && at <= LAST_MOMENT && Number.isFinite(at) ? at : undefined;
}
