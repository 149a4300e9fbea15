import type { ParseRow, PastParsesRow } from "../state/rows-accounts.js";
import type { State } from "../state/state.js";
import type { Table } from "../state/table.js";
import { addAll, entriesOf, entryOf, pastRows, problemOf } from "./past-parses.js";
import { ParseTally } from "./tallies.js";

/** Commands of one account that have a row of their own; then they are folded into rows of many. */
const MOST_RECENT = 512;

interface Past {
  readonly key: string;
  readonly row: PastParsesRow;
}

interface OfAccount {
  /** Those with a row of their own, as they came. */
  readonly recent: [key: string, row: ParseRow][];
  readonly past: Past[];
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

  constructor(state: State) {
    this.#state = state;
    this.#rows = state.open("parses");
    this.#past = state.open("pastParses", { check: problemOf });
    state.onRestore(() => {
      this.#byAccount = undefined;
    });
  }

  /** Notes a command. */
  add(row: ParseRow): void {
    const known = this.#of(row.account);
    const key = `${row.account}:${this.#state.next("parse")}`;
    this.#rows.put(key, row);
    known.recent.push([key, row]);
    if (known.recent.length >= MOST_RECENT) this.#fold(row.account, known);
  }

  /** All of an account's commands from `start` (inclusive) to `end` (exclusive), summed up. Costs what its rows cost, not its commands. */
  between(account: string, start: number, end: number): ParseTally {
    const tally = new ParseTally();
    const { recent, past } = this.#of(account);
    for (const { row } of past) {
      if (row.to < start || row.from >= end) continue;
      if (row.from >= start && row.to < end) addAll(tally, row);
      else
        for (const { at, confidence, count } of entriesOf(row)) {
          if (at >= start && at < end) tally.add(confidence, count);
        }
    }
    for (const [, { at, confidence }] of recent) {
      if (at >= start && at < end) tally.add(confidence);
    }
    return tally;
  }

  /** Folds what has a row of its own into the last row of many, as far as it has room, and into new ones. */
  #fold(account: string, known: OfAccount): void {
    // Of more, which came from outside, some go at each time: one command is not to pay for thousands.
    const recent = known.recent.splice(0, MOST_RECENT);
    const last = known.past.at(-1);
    const entries = recent.map(([, row]) => entryOf(row));
    const rows = pastRows(account, last ? [...entriesOf(last.row), ...entries] : entries);
    if (last) known.past.pop();
    for (const [at, row] of rows.entries()) {
      const key = at === 0 && last ? last.key : `${account}:${this.#state.next("pastParses", "note")}`;
      this.#past.note(key, row);
      known.past.push({ key, row });
    }
    for (const [key] of recent) this.#rows.forget(key);
  }

  #of(account: string): OfAccount {
    const byAccount = this.#read();
    let known = byAccount.get(account);
    if (!known) {
      known = { recent: [], past: [] };
      byAccount.set(account, known);
    }
    return known;
  }

  #read(): Map<string, OfAccount> {
    if (this.#byAccount) return this.#byAccount;
    this.#byAccount = new Map();
    for (const [key, row] of this.#past.entries()) this.#of(row.account).past.push({ key, row });
    for (const [key, row] of this.#rows.entries()) this.#of(row.account).recent.push([key, row]);
    return this.#byAccount;
  }
}
