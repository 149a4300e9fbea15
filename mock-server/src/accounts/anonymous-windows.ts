import { LIMITS } from "intent-tx/contract";
import type { WindowRow } from "../state/rows-accounts.js";
import type { Table } from "../state/table.js";
import { type FixedWindow, windowStart } from "./windows.js";

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
