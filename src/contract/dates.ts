/** Start of the years 0 and 10,000, milliseconds since 1970. The years between have four digits. */
const YEAR_0 = -62_167_219_200_000;
const YEAR_10000 = 253_402_300_800_000;
const ISO = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/;

/**
 * Parses an ISO 8601 date; returns milliseconds since 1970, or undefined if the text is invalid (decision 47).
 *
 * A date without a time means 00:00 UTC; a time needs a zone. Days that do not exist (30 February) are rejected; `Date`
 * would move them into March.
 * @param text Any text.
 * @returns Milliseconds since 1970, or undefined.
 * @example
 * ```ts
 * import { parseIsoDate } from "intent-tx/contract";
 * parseIsoDate("2026-01-01"); // 1767225600000
 * parseIsoDate("2026-01-01T00:00"); // undefined: no zone
 * ```
 */
export function parseIsoDate(text: string): number | undefined {
  const day = ISO.exec(text)?.[1];
  const time = Date.parse(text);
  // A zone offset can move a time out of the four-digit years, the only ones that `ISO` accepts. NaN also fails here.
  if (day === undefined || !(time >= YEAR_0 && time < YEAR_10000)) return undefined;
  return new Date(day).toISOString().startsWith(day) ? time : undefined;
}

/**
 * True if {@link parseIsoDate} accepts the text.
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
