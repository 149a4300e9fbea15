import type { Environment } from "intent-tx/contract";
import { Breath } from "../kernel/breath.js";
import type { LedgerTransactionRow } from "../state/rows-ledger.js";
import type { State } from "../state/state.js";
import type { Table } from "../state/table.js";
import { AddressIndex, kindOf, touchedBy } from "./address-index.js";
import type { StatusRow } from "./commitment.js";
import { HistoryLines } from "./history-lines.js";
import { WHOLE_SLOTS } from "./kept.js";
import type { LandedPage } from "./ledger.js";
import type { LedgerRows } from "./ledger-rows.js";
import { PastStatuses } from "./past-statuses.js";

/** Transactions from before the world's start, newest first. */
export type Past = () => readonly LedgerTransactionRow[];

/** How many go at one time, in whole blocks: who adds a transaction is not to pay for thousands. */
const MOST_AT_ONCE = 1_000;

/**
 * The transactions that landed on one ledger, found by signature and by the wallets and accounts that they touched. The rows
 * are State's; the indexes are made from them. Of many only the newest are kept, in whole blocks; of others that are still of the last
 * 150 slots that they landed, so that none lands twice.
 */
export class TransactionLog {
  /** Numbers of rows, by signature. */
  readonly #numbers = new Map<string, number>();
  readonly #byAddress = new AddressIndex();
  /** Numbers of the rows of a slot, in the order in which they landed. The slots ascend. */
  readonly #bySlot = new Map<number, number[]>();
  readonly #state: State;
  readonly #rows: Table<LedgerTransactionRow>;
  readonly #environment: Environment;
  readonly #past: Past;
  readonly #statuses: PastStatuses;
  readonly #keep: number;
  /** Short forms of the rows, for who lists many. */
  readonly lines: HistoryLines;
  /** The past by address, of the rows that it was made from: they move with the World's start. */
  #pastIndex:
    | { readonly rows: readonly LedgerTransactionRow[]; readonly of: Map<string, LedgerTransactionRow[]> }
    | undefined;

  constructor(options: {
    readonly state: State;
    readonly rows: Pick<LedgerRows, "transactions" | "past">;
    readonly environment: Environment;
    readonly past: Past;
    /** How many are kept; more while they are of the last 50 slots. */
    readonly keep: number;
  }) {
    this.#state = options.state;
    this.#rows = options.rows.transactions;
    this.#statuses = new PastStatuses(options.rows.past);
    this.#environment = options.environment;
    this.#past = options.past;
    this.#keep = options.keep;
    this.lines = new HistoryLines({
      numberOf: (signature) => this.#numbers.get(signature),
      naming: (address, before) => this.#byAddress.naming(address, before),
      row: (number) => this.#rows.get(String(number)),
      past: () => this.#before(),
    });
  }

  /** The first slot of which everything is known: 0 as long as nothing was thrown away. */
  get firstSlot(): number {
    return this.#state.remembered(this.#firstSlotName);
  }

  /** Adds one at the end. */
  append(row: LedgerTransactionRow): void {
    const number = this.#state.next(`ledgerTransactions:${this.#environment}`);
    this.#rows.put(String(number), row);
    this.#index(number, row);
    this.#prune(row.slot);
  }

  /** Whether one landed since the start: a past one can not land again, its blockhash is long gone. */
  has(signature: string): boolean {
    return this.#numbers.has(signature) || this.#statuses.get(signature) !== undefined;
  }

  /** How many landed in a slot since the start. */
  landedIn(slot: number): number {
    return this.#bySlot.get(slot)?.length ?? this.#statuses.landedIn(slot);
  }

  /** The rows of a slot, in the order in which they landed. */
  inSlot(slot: number): LedgerTransactionRow[] {
    const since = (this.#bySlot.get(slot) ?? []).flatMap((number) => this.#rows.get(String(number)) ?? []);
    const before = this.#before().filter((row) => row.slot === slot);
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
    if (number !== undefined) return this.#rows.get(String(number));
    return this.#before().find((row) => row.signature === signature);
  }

  /** How a transaction landed, also one whose row was let go, as long as it could land again. */
  status(signature: string): StatusRow | undefined {
    return this.get(signature) ?? this.#statuses.get(signature);
  }

  /**
   * Those that touched an address, newest first and older than `before`; none if `before` is not among them. The work is that
   * of the page, however long the log is.
   */
  of(address: string, { before, limit, kind }: LandedPage): LedgerTransactionRow[] {
    const rows: LedgerTransactionRow[] = [];
    const past = this.#pastOf(address);
    const number = before === undefined ? undefined : this.#numbers.get(before);
    const older = before === undefined ? 0 : past.findIndex(({ signature }) => signature === before) + 1;
    if (number !== undefined && !this.#byAddress.has(address, number)) return rows;
    if (before !== undefined && number === undefined && older === 0) return rows;
    if (older === 0) {
      for (const one of this.#byAddress.of(address, number, kind)) {
        if (rows.length === limit) return rows;
        const row = this.#rows.get(String(one));
        if (row) rows.push(row);
      }
    }
    for (const row of past.slice(older)) {
      if (rows.length === limit) return rows;
      if (kind === undefined || kindOf(row, address) === kind) rows.push(row);
    }
    return rows;
  }

  /** Makes the indexes anew from State's rows, and lets others have their turn in between. */
  async restore(): Promise<void> {
    this.#numbers.clear();
    this.#byAddress.clear();
    this.#bySlot.clear();
    this.lines.clear();
    await this.#statuses.restore();
    const breath = new Breath();
    for (const [key, row] of this.#rows.entries()) {
      this.#index(Number(key), row);
      if (breath.due) await breath.take();
    }
  }

  get #firstSlotName(): string {
    return `ledgerFirstSlot:${this.#environment}`;
  }

  /** Throws the oldest blocks away when there are too many transactions, and with them all that was before. */
  #prune(now: number): void {
    for (let dropped = 0; this.#numbers.size > this.#keep && dropped < MOST_AT_ONCE; ) {
      const [oldest] = this.#bySlot;
      if (!oldest || oldest[0] >= now - WHOLE_SLOTS) return;
      const [slot, numbers] = oldest;
      const gone = numbers.flatMap((number) => {
        const row = this.#rows.get(String(number));
        return row ? [{ number, row }] : [];
      });
      this.#statuses.fold(
        slot,
        gone.map(({ row }) => row),
        now,
      );
      for (const { number, row } of gone) this.#drop(number, row);
      this.#bySlot.delete(slot);
      this.#state.remember(this.#firstSlotName, slot + 1);
      dropped += numbers.length;
    }
  }

  #drop(number: number, row: LedgerTransactionRow): void {
    this.#numbers.delete(row.signature);
    this.#byAddress.remove(number, row);
    this.lines.forget(number);
    this.#rows.forget(String(number));
  }

  /** The past, as long as nothing that came after it was thrown away. */
  #before(): readonly LedgerTransactionRow[] {
    return this.firstSlot === 0 ? this.#past() : [];
  }

  #pastOf(address: string): readonly LedgerTransactionRow[] {
    const rows = this.#before();
    if (this.#pastIndex?.rows !== rows) {
      const of = new Map<string, LedgerTransactionRow[]>();
      for (const row of rows) for (const touched of touchedBy(row)) addTo(of, touched, row);
      this.#pastIndex = { rows, of };
    }
    return this.#pastIndex.of.get(address) ?? [];
  }

  #index(number: number, row: LedgerTransactionRow): void {
    this.#numbers.set(row.signature, number);
    addTo(this.#bySlot, row.slot, number);
    this.#byAddress.add(number, row);
  }
}

function addTo<K, T>(lists: Map<K, T[]>, key: K, item: T): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}
