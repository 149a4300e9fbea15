const ISO = /^(\d{4})-(\d\d)-(\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/;

/**
 * The moment that an ISO 8601 text names, in milliseconds since 1970, or undefined if it is none (decision 47).
 *
 * A date alone means 00:00 UTC; a time needs a zone. Days that do not exist (30 February) are refused, which
 * `Date` alone would move into March.
 *
 * @param text Any text.
 * @returns Milliseconds since 1970; undefined for what is no date.
 * @example
 * ```ts
 * import { parseIsoDate } from "intent-tx/contract";
 * parseIsoDate("2026-01-01"); // 1767225600000
 * parseIsoDate("2026-01-01T00:00"); // undefined: no zone
 * ```
 */
export function parseIsoDate(text: string): number | undefined {
  const match = ISO.exec(text);
  if (!match) return undefined;
  const [, year, month, day] = match;
  const midnight = new Date(0);
  midnight.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  if (midnight.getUTCMonth() !== Number(month) - 1 || midnight.getUTCDate() !== Number(day)) return undefined;
  const time = Date.parse(text);
  // An offset can lead out of the years that four digits write: what is read can be written again.
  const inUtc = new Date(time).getUTCFullYear();
  return inUtc >= 0 && inUtc <= 9999 ? time : undefined;
}

/**
 * True for what {@link parseIsoDate} understands.
 *
 * @param text Any text.
 * @example
 * ```ts
 * import { isIsoDate } from "intent-tx/contract";
 * isIsoDate("2026-02-30"); // false
 * ```
 */
export function isIsoDate(text: string): boolean {
  return parseIsoDate(text) !== undefined;
}
