import type { ParseRow, PastParsesRow } from "../state/rows-accounts.js";
import type { ParseTally } from "./tallies.js";

/** Entries of one row at most: whoever asks for a part of its time reads them all. */
export const MOST_ENTRIES = 1024;
/** Confidences of one row at most: there are so many letters. */
const MOST_CONFIDENCES = 26;
const LETTER_A = 65;
const REFUSED = "-";
const [DIGIT_0, DIGIT_9, TIMES] = [48, 57, 120];

/** So many commands of one moment had the same outcome. */
export interface ParseEntry {
  readonly at: number;
  /** Absent when they were refused. */
  readonly confidence?: number;
  readonly count: number;
}

/** No text of so many entries is longer. */
const MOST_LENGTH = MOST_ENTRIES * 34;

/**
 * Tells of each entry of a row in the order of time. In a text such as `12x3A` an entry is 12 milliseconds after the one before, and
 * three commands had the first of the confidences.
 */
export function eachEntry(
  { from, parsed, moments }: Pick<PastParsesRow, "from" | "parsed" | "moments">,
  visit: (at: number, confidence: number | undefined, count: number) => void,
): void {
  let at = from;
  let number = 0;
  let later: number | undefined;
  // Character by character: whoever asks for metrics waits for a thousand of them.
  for (let place = 0; place < moments.length; place++) {
    const code = moments.charCodeAt(place);
    if (code >= DIGIT_0 && code <= DIGIT_9) number = number * 10 + code - DIGIT_0;
    else if (code === TIMES) {
      later = number;
      number = 0;
    } else {
      at += later ?? number;
      visit(at, parsed[code - LETTER_A]?.[0], later === undefined ? 1 : number);
      later = undefined;
      number = 0;
    }
  }
}

/** The entries of a row, in the order of time. */
export function entriesOf(row: Pick<PastParsesRow, "from" | "parsed" | "moments">): ParseEntry[] {
  const entries: ParseEntry[] = [];
  eachEntry(row, (at, confidence, count) =>
    entries.push({ at, count, ...(confidence !== undefined && { confidence }) }),
  );
  return entries;
}

/** As few rows as hold an account's entries, one after the other in time. */
export function pastRows(account: string, entries: Iterable<ParseEntry>): PastParsesRow[] {
  const rows: PastParsesRow[] = [];
  let draft: Draft | undefined;
  for (const entry of joined(entries)) {
    if (!draft?.takes(entry)) {
      if (draft) rows.push(draft.row(account));
      draft = new Draft(entry.at);
    }
    draft.add(entry);
  }
  if (draft) rows.push(draft.row(account));
  return rows;
}

/** The entry of a single row. Its millisecond says all: ranges begin and end at whole ones. */
export function entryOf({ at, confidence }: ParseRow): ParseEntry {
  return { at: Math.floor(at), count: 1, ...(confidence !== undefined && { confidence }) };
}

/** Adds all of a row's commands to a tally. */
export function addAll(tally: ParseTally, { refused, parsed }: PastParsesRow): void {
  tally.add(undefined, refused);
  for (const [confidence, count] of parsed) tally.add(confidence, count);
}

/** Why a row from outside is none that `pastRows` makes; undefined when it may be one. */
export function problemOf(row: PastParsesRow): string | undefined {
  const entries = entriesOf({ ...row, moments: row.moments.slice(0, MOST_LENGTH) });
  const [again, more] = pastRows(row.account, entries);
  const same =
    again !== undefined && more === undefined && JSON.stringify(again) === JSON.stringify(inOrder(row));
  return same ? undefined : "has moments that are not those of its counts";
}

function inOrder({ account, from, to, refused, parsed, moments }: PastParsesRow): PastParsesRow {
  return { account, from, to, refused, parsed, moments };
}

/** Entries in the order of time, those of one moment and outcome as one. */
function joined(entries: Iterable<ParseEntry>): ParseEntry[] {
  const sorted = [...entries].sort(
    (one, other) => one.at - other.at || (one.confidence ?? -1) - (other.confidence ?? -1),
  );
  const out: ParseEntry[] = [];
  for (const entry of sorted) {
    const last = out.at(-1);
    if (last?.at === entry.at && last.confidence === entry.confidence)
      out[out.length - 1] = { ...last, count: last.count + entry.count };
    else out.push(entry);
  }
  return out;
}

/** A row that is being made. */
class Draft {
  readonly #from: number;
  #to: number;
  #refused = 0;
  #entries = 0;
  #moments = "";
  readonly #parsed: [confidence: number, count: number][] = [];

  constructor(from: number) {
    this.#from = from;
    this.#to = from;
  }

  takes({ confidence }: ParseEntry): boolean {
    if (this.#entries >= MOST_ENTRIES) return false;
    return (
      confidence === undefined || this.#parsed.length < MOST_CONFIDENCES || this.#placeOf(confidence) >= 0
    );
  }

  add({ at, confidence, count }: ParseEntry): void {
    this.#entries++;
    let outcome = REFUSED;
    if (confidence === undefined) this.#refused += count;
    else {
      let place = this.#placeOf(confidence);
      if (place < 0) place = this.#parsed.push([confidence, 0]) - 1;
      const known = this.#parsed[place];
      if (known) known[1] += count;
      outcome = String.fromCharCode(LETTER_A + place);
    }
    this.#moments += `${at - this.#to}${count > 1 ? `x${count}` : ""}${outcome}`;
    this.#to = at;
  }

  row(account: string): PastParsesRow {
    const [from, to] = [this.#from, this.#to];
    // Joined: a text that was put together piece by piece is held as its pieces, each with a header of its own.
    const moments = Buffer.from(this.#moments, "latin1").toString("latin1");
    return { account, from, to, refused: this.#refused, parsed: this.#parsed, moments };
  }

  #placeOf(confidence: number): number {
    return this.#parsed.findIndex(([known]) => known === confidence);
  }
}
