import { HOUR_MS } from "../kernel/duration.js";

const MINUTE = 60_000;
/** Lengths of the buckets, longest first: a range is made of whole hours, whole minutes beside them, and rows at its ends. */
const LENGTHS = [HOUR_MS, MINUTE] as const;

/** Running totals over rows. */
export interface Tally<Row> {
  add(row: Row): void;
  addAll(other: this): void;
}

/** One length's buckets that have rows, in the order of time. */
interface Level<T> {
  readonly starts: number[];
  readonly tallies: T[];
}

interface History<Row, T> {
  readonly rows: Row[];
  readonly levels: readonly Level<T>[];
}

/**
 * Things that happened to accounts, summed up over any range of time, exact to the millisecond. The cost is that of the
 * range's buckets, not of its rows.
 */
export class Timeline<Row extends { readonly account: string; readonly at: number }, T extends Tally<Row>> {
  readonly #byAccount = new Map<string, History<Row, T>>();
  readonly #empty: () => T;

  constructor(empty: () => T, rows: Iterable<Row>) {
    this.#empty = empty;
    for (const row of rows) this.add(row);
  }

  /** Takes a row in at its place; of one moment, the later added comes later. */
  add(row: Row): void {
    let history = this.#byAccount.get(row.account);
    if (!history) {
      history = { rows: [], levels: LENGTHS.map(() => ({ starts: [], tallies: [] })) };
      this.#byAccount.set(row.account, history);
    }
    const { rows, levels } = history;
    const last = rows.at(-1);
    if (!last || last.at <= row.at) rows.push(row);
    else
      rows.splice(
        placeOf(rows.length, (at) => rows[at]?.at, row.at + 1),
        0,
        row,
      );
    for (const [at, { starts, tallies }] of levels.entries()) {
      const start = Math.floor(row.at / (LENGTHS[at] ?? 1)) * (LENGTHS[at] ?? 1);
      const place = placeOf(starts.length, (index) => starts[index], start);
      if (starts[place] !== start) {
        starts.splice(place, 0, start);
        tallies.splice(place, 0, this.#empty());
      }
      tallies[place]?.add(row);
    }
  }

  /** All of an account's rows from `start` (inclusive) to `end` (exclusive), summed up. */
  between(account: string, start: number, end: number): T {
    const tally = this.#empty();
    const history = this.#byAccount.get(account);
    if (history && start < end) this.#sum(tally, history, 0, start, end);
    return tally;
  }

  #sum(tally: T, { rows, levels }: History<Row, T>, depth: number, start: number, end: number): void {
    const [level, length] = [levels[depth], LENGTHS[depth]];
    if (!level || length === undefined) {
      for (let at = placeOf(rows.length, (index) => rows[index]?.at, start); at < rows.length; at++) {
        const row = rows[at];
        if (!row || row.at >= end) return;
        tally.add(row);
      }
      return;
    }
    const from = Math.ceil(start / length) * length;
    const to = Math.floor(end / length) * length;
    if (from >= to) {
      this.#sum(tally, { rows, levels }, depth + 1, start, end);
      return;
    }
    if (start < from) this.#sum(tally, { rows, levels }, depth + 1, start, from);
    const { starts, tallies } = level;
    for (let at = placeOf(starts.length, (index) => starts[index], from); at < starts.length; at++) {
      const bucket = tallies[at];
      if (!bucket || (starts[at] ?? to) >= to) break;
      tally.addAll(bucket);
    }
    if (to < end) this.#sum(tally, { rows, levels }, depth + 1, to, end);
  }
}

/** Where the first of a list's ascending moments lies that is `moment` or after it. */
function placeOf(length: number, momentAt: (index: number) => number | undefined, moment: number): number {
  // The current moment comes after all others, so it needs no search.
  if (length > 0 && (momentAt(length - 1) ?? 0) < moment) return length;
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((momentAt(middle) ?? 0) < moment) low = middle + 1;
    else high = middle;
  }
  return low;
}
