import { LIMITS } from "intent-tx/contract";
import { DAY_MS, MINUTE_MS } from "../kernel/time.js";
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

/** Counts one less in the window of `then`, unless that window is over. */
export function takeBackIn(rows: Table<WindowRow>, window: FixedWindow, then: number): void {
  const row = rows.get(window.key);
  if (row?.start !== windowStart(window.kind, then)) return;
  rows.note(window.key, { start: row.start, used: Math.max(0, row.used - 1) });
}

/** Remote addresses that have a window of their own in one minute; all further ones share one, so that memory is bounded. */
export const ANONYMOUS_ADDRESSES = 4096;

const PREFIX = "anonymous:";
const SHARED = `${PREFIX}*`;

/** The windows of requests without a valid key, by remote address (decision 6). Those of past minutes are dropped. */
export class AnonymousWindows {
  readonly #rows: Table<WindowRow>;
  /** The minute to which `#seen` belongs; undefined when rows were replaced and must be looked through. */
  #minute: number | undefined;
  /** Keys of the addresses that have a window of their own in this minute. */
  #seen = new Set<string>();

  constructor(rows: Table<WindowRow>) {
    this.#rows = rows;
  }

  /** Forgets what it saw, after rows were replaced. */
  forget(): void {
    this.#minute = undefined;
  }

  /** The window of an address. */
  of(remoteAddress: string, now: number): FixedWindow {
    this.#dropPast(windowStart("minute", now));
    const key = PREFIX + remoteAddress;
    if (!this.#seen.has(key) && this.#seen.size >= ANONYMOUS_ADDRESSES) return named(SHARED);
    this.#seen.add(key);
    return named(key);
  }

  #dropPast(minute: number): void {
    if (this.#minute === minute) return;
    this.#minute = minute;
    this.#seen = new Set();
    for (const [key, row] of this.#rows.entries()) {
      if (!key.startsWith(PREFIX)) continue;
      if (row.start === minute) this.#seen.add(key);
      else this.#rows.forget(key);
    }
  }
}

function named(key: string): FixedWindow {
  return { key, kind: "minute", limit: LIMITS.anonymousRequestsPerMinute };
}
