import type { ParseRow, PastParsesRow } from "../state/rows-accounts.js";
import type { State } from "../state/state.js";
import type { Table } from "../state/table.js";
import { addAll, eachEntry, entriesOf, entryOf, pastRows, problemOf } from "./past-parses.js";
import { ParseTally } from "./tallies.js";

/** Commands of one account that have a row of their own; then they are folded into rows of many. */
const MOST_RECENT = 512;

/** Rows of many that are summed up together, so that a range of years costs little more than one of a day. */
const GROUP = 32;

interface Span {
  readonly from: number;
  readonly to: number;
}

interface Past {
  readonly key: string;
  readonly row: PastParsesRow;
}

/** The sum of rows that follow each other. */
interface Group extends Span {
  readonly tally: ParseTally;
}

interface OfAccount {
  /** Keys of those with a row of their own, as they came. */
  readonly recent: string[];
  readonly past: Past[];
  /** Of the first rows of many, which no fold changes any more. */
  readonly groups: Group[];
}

/**
 * Every command that was parsed or refused, for ever: metrics may be asked for over any range, exact to the millisecond. The newest
 * have a row each, older ones take two or three bytes, and all of one moment take the room of one.
 */
export class ParseHistory {
  readonly #state: State;
  readonly #rows: Table<ParseRow>;
  readonly #past: Table<PastParsesRow>;
  /** Made from the rows when first needed. */
  #byAccount: Map<string, OfAccount> | undefined;
  /** Whether rows came from outside: their keys may stand before the counter that numbers them. */
  #replaced = false;

  constructor(state: State) {
    this.#state = state;
    this.#rows = state.open("parses");
    this.#past = state.open("pastParses", { check: problemOf });
    state.onRestore(() => {
      this.#byAccount = undefined;
      this.#replaced = true;
    });
  }

  /** Notes a command. */
  add(row: ParseRow): void {
    const known = this.#of(row.account);
    const next = () => this.#state.next("parse");
    const key = this.#replaced ? newKey(this.#rows, row.account, next) : `${row.account}:${next()}`;
    this.#rows.put(key, row);
    known.recent.push(key);
    if (known.recent.length >= MOST_RECENT) this.#fold(row.account, known);
  }

  /** All of an account's commands from `start` (inclusive) to `end` (exclusive), summed up. */
  between(account: string, start: number, end: number): ParseTally {
    const tally = new ParseTally();
    const known = this.#of(account);
    completeGroups(known);
    const { recent, past, groups } = known;
    const isOutside = ({ from, to }: Span) => to < start || from >= end;
    const isInside = ({ from, to }: Span) => from >= start && to < end;
    const addRow = ({ row }: Past) => {
      if (isOutside(row)) return;
      if (isInside(row)) addAll(tally, row);
      else
        eachEntry(row, (at, confidence, count) => {
          if (at >= start && at < end) tally.add(confidence, count);
        });
    };
    for (const [at, group] of groups.entries()) {
      if (isOutside(group)) continue;
      if (isInside(group)) tally.addTally(group.tally);
      else for (const one of past.slice(at * GROUP, (at + 1) * GROUP)) addRow(one);
    }
    for (const one of past.slice(groups.length * GROUP)) addRow(one);
    for (const { at, confidence } of this.#rowsOf(recent)) if (at >= start && at < end) tally.add(confidence);
    return tally;
  }

  /** Folds what has a row of its own into the last row of many, as far as it has room, and into new ones. */
  #fold(account: string, known: OfAccount): void {
    // Of more, which came from outside, some go at each time: one command is not to pay for thousands.
    const recent = known.recent.splice(0, MOST_RECENT);
    const last = known.past.at(-1);
    const entries = this.#rowsOf(recent).map(entryOf);
    const rows = pastRows(account, last ? [...entriesOf(last.row), ...entries] : entries);
    if (last) known.past.pop();
    for (const [at, row] of rows.entries()) {
      const key = at === 0 && last ? last.key : this.#keyOfPast(account);
      this.#past.note(key, row);
      known.past.push({ key, row });
    }
    for (const key of recent) this.#rows.forget(key);
  }

  #rowsOf(keys: readonly string[]): ParseRow[] {
    return keys.flatMap((key) => this.#rows.get(key) ?? []);
  }

  #keyOfPast(account: string): string {
    return newKey(this.#past, account, () => this.#state.next("pastParses", "note"));
  }

  #of(account: string): OfAccount {
    const byAccount = this.#read();
    let known = byAccount.get(account);
    if (!known) {
      known = { recent: [], past: [], groups: [] };
      byAccount.set(account, known);
    }
    return known;
  }

  #read(): Map<string, OfAccount> {
    if (this.#byAccount) return this.#byAccount;
    this.#byAccount = new Map();
    for (const [key, row] of this.#past.entries()) this.#of(row.account).past.push({ key, row });
    for (const [key, row] of this.#rows.entries()) this.#of(row.account).recent.push(key);
    return this.#byAccount;
  }
}

/** A key that no row has: rows from outside may have come without the counter that numbers them. */
function newKey(rows: Pick<Table<unknown>, "get">, account: string, next: () => number): string {
  for (;;) {
    const key = `${account}:${next()}`;
    if (rows.get(key) === undefined) return key;
  }
}

/** Sums up the rows that have become many enough since. The last row is left out: the next fold may change it. */
function completeGroups({ past, groups }: OfAccount): void {
  while ((groups.length + 1) * GROUP < past.length) {
    const rows = past.slice(groups.length * GROUP, (groups.length + 1) * GROUP).map(({ row }) => row);
    const tally = new ParseTally();
    for (const row of rows) addAll(tally, row);
    const from = Math.min(...rows.map((row) => row.from));
    groups.push({ from, to: Math.max(...rows.map((row) => row.to)), tally });
  }
}
