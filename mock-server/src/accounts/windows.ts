import { DAY_MS, MINUTE_MS } from "../kernel/duration.js";
import type { WindowRow } from "../state/rows-accounts.js";
import type { Table } from "../state/table.js";

/** Length of each kind of window; 1970 began on a whole one of both, so alignment is a remainder (decision 8). */
const LENGTH = { minute: MINUTE_MS, day: DAY_MS } as const;

/** Kind of a window. */
export type WindowKind = keyof typeof LENGTH;

/** A fixed window: what may be used of something in every UTC minute or day. */
export interface FixedWindow {
  /** Key of its row. */
  readonly key: string;
  readonly kind: WindowKind;
  readonly limit: number;
}

/** First moment of the window in which `now` lies. */
export function windowStart(kind: WindowKind, now: number): number {
  return now - (((now % LENGTH[kind]) + LENGTH[kind]) % LENGTH[kind]);
}

/** First moment of the window after it. */
export function windowEnd(kind: WindowKind, now: number): number {
  return windowStart(kind, now) + LENGTH[kind];
}

/** How much of a window is used; a row of an earlier window counts as 0. */
export function usedOf(rows: Table<WindowRow>, window: FixedWindow, now: number): number {
  const row = rows.get(window.key);
  return row?.start === windowStart(window.kind, now) ? row.used : 0;
}

/** Counts `amount` more in the window of `now`. */
export function countIn(rows: Table<WindowRow>, window: FixedWindow, now: number, amount = 1): void {
  const used = usedOf(rows, window, now) + amount;
  rows.note(window.key, { start: windowStart(window.kind, now), used });
}

/** Counts one less in the window of `then`; one that is over is nobody's concern any more. */
export function takeBackIn(rows: Table<WindowRow>, window: FixedWindow, then: number): void {
  const row = rows.get(window.key);
  if (row?.start !== windowStart(window.kind, then)) return;
  rows.note(window.key, { start: row.start, used: Math.max(0, row.used - 1) });
}
