import type { Environment } from "intent-tx/contract";
import { Breath } from "../kernel/breath.js";
import type { LedgerTransactionRow } from "../state/rows-ledger.js";
import type { State } from "../state/state.js";
import type { Table } from "../state/table.js";

/** Transactions from before the world's start, newest first. */
export type Past = () => readonly LedgerTransactionRow[];

/**
 * Every transaction that landed on one ledger, found by signature and by the wallets and accounts that it touched. The
 * rows are State's; the indexes are made from them.
 */
export class TransactionLog {
  /** Numbers of rows, by signature. */
  readonly #numbers = new Map<string, number>();
  /** Numbers of the rows that touched an address, oldest first. */
  readonly #byAddress = new Map<string, number[]>();
  /** Numbers of the rows of a slot, in the order in which they landed. */
  readonly #bySlot = new Map<number, number[]>();
  /** The past by address, of the rows that it was made from: they move with the World's start. */
  #past:
    | { readonly rows: readonly LedgerTransactionRow[]; readonly of: Map<string, LedgerTransactionRow[]> }
    | undefined;

  constructor(
    private readonly state: State,
    private readonly rows: Table<LedgerTransactionRow>,
    private readonly environment: Environment,
    private readonly past: Past,
  ) {}

  /** Adds one at the end. */
  append(row: LedgerTransactionRow): void {
    const number = this.state.next(`ledgerTransactions:${this.environment}`);
    this.rows.put(String(number), row);
    this.#index(number, row);
  }

  /** Whether one landed since the start: a past one can not land again, its blockhash is long gone. */
  has(signature: string): boolean {
    return this.#numbers.has(signature);
  }

  /** How many landed in a slot since the start. */
  landedIn(slot: number): number {
    return this.#bySlot.get(slot)?.length ?? 0;
  }

  /** The rows of a slot, in the order in which they landed. */
  inSlot(slot: number): LedgerTransactionRow[] {
    const since = (this.#bySlot.get(slot) ?? []).flatMap((number) => this.rows.get(String(number)) ?? []);
    const before = this.past().filter((row) => row.slot === slot);
    return [...before.reverse(), ...since];
  }

  /** How many landed in slots from `first` to `last` since the start. */
  landedBetween(first: number, last: number): number {
    let count = 0;
    for (let slot = first; slot <= last; slot++) count += this.landedIn(slot);
    return count;
  }

  /** The row of a signature. */
  get(signature: string): LedgerTransactionRow | undefined {
    const number = this.#numbers.get(signature);
    if (number !== undefined) return this.rows.get(String(number));
    return this.past().find((row) => row.signature === signature);
  }

  /**
   * Those that touched an address, newest first and older than `before`; none if `before` is not among them. The work is that
   * of the page, however long the log is.
   */
  of(address: string, { before, limit }: { readonly before?: string; readonly limit: number }) {
    const numbers = this.#byAddress.get(address) ?? [];
    const past = this.#pastOf(address);
    const number = before === undefined ? undefined : this.#numbers.get(before);
    const rows: LedgerTransactionRow[] = [];
    let end = numbers.length;
    let pastFrom = 0;
    if (number !== undefined) {
      end = placeOf(numbers, number);
      if (numbers[end] !== number) return rows;
    } else if (before !== undefined) {
      end = 0;
      pastFrom = past.findIndex(({ signature }) => signature === before) + 1;
      if (pastFrom === 0) return rows;
    }
    for (let at = end - 1; at >= 0 && rows.length < limit; at--) {
      const row = this.rows.get(String(numbers[at]));
      if (row) rows.push(row);
    }
    return rows.concat(past.slice(pastFrom, pastFrom + limit - rows.length));
  }

  /** Makes the indexes anew from State's rows, and lets others have their turn in between. */
  async restore(): Promise<void> {
    this.#numbers.clear();
    this.#byAddress.clear();
    this.#bySlot.clear();
    const breath = new Breath();
    for (const [key, row] of this.rows.entries()) {
      this.#index(Number(key), row);
      if (breath.due) await breath.take();
    }
  }

  #pastOf(address: string): readonly LedgerTransactionRow[] {
    const rows = this.past();
    if (this.#past?.rows !== rows) {
      const of = new Map<string, LedgerTransactionRow[]>();
      for (const row of rows) for (const touched of touchedBy(row)) addTo(of, touched, row);
      this.#past = { rows, of };
    }
    return this.#past.of.get(address) ?? [];
  }

  #index(number: number, row: LedgerTransactionRow): void {
    this.#numbers.set(row.signature, number);
    addTo(this.#bySlot, row.slot, number);
    for (const address of touchedBy(row)) addTo(this.#byAddress, address, number);
  }
}

function addTo<K, T>(lists: Map<K, T[]>, key: K, item: T): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

/** Where a number stands, or would stand, in a list that ascends. */
function placeOf(numbers: readonly number[], number: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] ?? 0) < number) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Accounts that a transaction names, and the wallets whose token accounts are among them. */
function touchedBy(row: LedgerTransactionRow): ReadonlySet<string> {
  const owners = [...row.preTokenBalances, ...row.postTokenBalances].map(({ owner }) => owner);
  return new Set([...row.accountKeys, ...owners]);
}
