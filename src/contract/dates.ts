/** Start of the years 0 and 10,000, milliseconds since 1970. The years between have four digits. */
const YEAR_0 = -62_167_219_200_000;
const YEAR_10000 = 253_402_300_800_000;
/** The pattern of the dates that {@link parseIsoDate} accepts, except that it allows 29 February in every year. */
export const ISO_DATE =
  /^\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2\d)|(?:0[13-9]|1[0-2])-30|(?:0[13578]|1[02])-31)(?:T(?:(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?|24:00(?::00(?:\.0{1,9})?)?)(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d))?$/;
/** The extended form with a zone. {@link isIsoForm} checks its numbers. */
const FULL = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/;
// Calendar, week and ordinal dates, extended or basic, and the reduced forms of a year, a month and a week.
const ANY =
  /^([+-]\d{6}|\d{4})(?:-?(\d\d)-?(\d\d)|-(?:0[1-9]|1[0-2])|-?W(?:0[1-9]|[1-4]\d|5[0-3])(?:-?[1-7])?|-?(?!000)(?:[0-2]\d\d|3[0-5]\d|36[0-6]))?(?:T(?:24(?::?00){0,2}|(?:[01]\d|2[0-3])(?::?[0-5]\d(?::?(?:[0-5]\d|60))?)?)(?:[.,]\d+)?(?:Z|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)?)?$/;

/**
 * True for every form of an ISO 8601 date, with or without a time and a zone. The client accepts them all, because the
 * contract names none. A calendar day must exist: `Date` would move 30 February into March.
 */
export function isIsoForm(text: string): boolean {
  const [match, year, month, day] = ANY.exec(text) ?? [];
  return match !== undefined && (!day || new Date(`${year}-${month}-${day}`).getUTCDate() === +day);
}

/**
 * Parses an ISO 8601 date; returns milliseconds since 1970, or undefined if the text is invalid (decision 47).
 *
 * A date without a time means 00:00 UTC; a time needs a zone. Days that do not exist (30 February) are rejected.
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
  const time = Date.parse(text);
  // A zone offset can move a time out of the four-digit years. NaN also fails here.
  const inRange = time >= YEAR_0 && time < YEAR_10000;
  return inRange && FULL.test(text) && isIsoForm(text) ? time : undefined;
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
