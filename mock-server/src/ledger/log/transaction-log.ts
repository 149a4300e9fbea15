import type { Environment } from "intent-tx/contract";
import { messageHash } from "../../formats/signatures.js";
import { memosOf, messageOf } from "../../formats/transaction.js";
import { TimeSlice } from "../../kernel/time-slice.js";
import type { LedgerTransactionRow } from "../../state/rows.js";
import type { State } from "../../state/state.js";
import type { Table } from "../../state/table.js";
import { commitmentAt, hasReached } from "../commitment.js";
import type { ChainError, Commitment, HistoryLine, HistoryPage, LandedPage } from "../ledger.js";
import { REMEMBERED_BLOCKS } from "../slots.js";
import { AddressIndex } from "./address-index.js";

/** Transactions before the World's start, newest first. */
export type Past = () => readonly LedgerTransactionRow[];

/** A prune stops after removing this many transactions, so that one append does not remove thousands. */
const MAX_AT_ONCE = 1_000;

/**
 * A ledger's landed transactions, indexed by signature and touched address. State stores the rows; the indexes are
 * derived. Only the newest blocks are kept, and always those of the last 300 slots, because a
 * validator keeps their statuses.
 */
export class TransactionLog {
  readonly #numbers = new Map<string, number>();
  /** Row numbers by message hash. */
  readonly #messages = new Map<string, number>();
  readonly #byAddress = new AddressIndex();
  /** Row numbers by slot, in landing order. Slots are in ascending order. */
  readonly #bySlot = new Map<number, number[]>();
  /** The index of generated rows, which are rebuilt when the World's start moves. */
  #pastIndex:
    | { readonly rows: readonly LedgerTransactionRow[]; readonly byAddress: AddressIndex }
    | undefined;

  constructor(
    private readonly options: {
      readonly state: State;
      readonly rows: Table<LedgerTransactionRow>;
      readonly environment: Environment;
      readonly past: Past;
      /** Number of transactions to keep. The last 300 slots are always kept. */
      readonly keep: number;
    },
  ) {}

  /** The first slot with complete data; 0 before the first pruning. */
  get firstSlot(): number {
    return this.options.state.storedNumber(this.#firstSlotName);
  }

  append(row: LedgerTransactionRow): void {
    const number = this.options.state.next(`ledgerTransactions:${this.options.environment}`);
    this.options.rows.put(String(number), row);
    this.#index(number, row);
    this.#prune(row.slot);
  }

  /**
   * True if a transaction with this message, under any signature, has landed since the World's start. A message lands
   * only once. Past transactions cannot land again, because their blockhashes have expired.
   */
  hasMessage(message: Uint8Array): boolean {
    return this.#messages.has(messageHash(message));
  }

  hasReached(message: Uint8Array, commitment: Commitment, slot: number): boolean {
    const number = this.#messages.get(messageHash(message));
    const row = number === undefined ? undefined : this.#rowAt(number);
    return row !== undefined && hasReached(commitmentAt(row, slot), commitment);
  }

  landedIn(slot: number): number {
    return this.#bySlot.get(slot)?.length ?? 0;
  }

  inSlot(slot: number): LedgerTransactionRow[] {
    const since = (this.#bySlot.get(slot) ?? []).flatMap((number) => this.#rowAt(number) ?? []);
    const before = this.#before().filter((row) => row.slot === slot);
    return [...before.reverse(), ...since];
  }

  newest(limit: number): LedgerTransactionRow[] {
    const numbers = [...this.#numbers.values()].reverse().slice(0, limit);
    return numbers.flatMap((number) => this.#rowAt(number) ?? []);
  }

  landedBetween(first: number, last: number): number {
    let count = 0;
    for (let slot = first; slot <= last; slot++) count += this.landedIn(slot);
    return count;
  }

  get(signature: string): LedgerTransactionRow | undefined {
    const place = this.#placeOf(signature);
    return place === undefined ? undefined : this.#rowAt(place);
  }

  /**
   * Transactions that touched an address, newest first and older than `before`; empty if `before` is unknown. The cost
   * depends on the length of the page, not of the log.
   */
  of(address: string, { before, limit }: LandedPage): LedgerTransactionRow[] {
    const rows: LedgerTransactionRow[] = [];
    for (const [, row] of this.#touching(address, before)) {
      if (rows.length === limit) break;
      rows.push(row);
    }
    return rows;
  }

  /** Transactions that directly name an address, newest first. */
  history(address: string, now: number, { before, until, limit, reached }: HistoryPage): HistoryLine[] {
    const end = (until === undefined ? undefined : this.#placeOf(until)) ?? Number.NEGATIVE_INFINITY;
    const found: HistoryLine[] = [];
    for (const [place, row] of this.#touching(address, before)) {
      if (place <= end || found.length >= limit) break;
      const commitment = commitmentAt(row, now);
      if (row.accountKeys.includes(address) && reached(commitment)) found.push(lineOf(row, commitment));
    }
    return found;
  }

  /** A transaction's place: its row number, or a negative number if it is older than the World's start. */
  #placeOf(signature: string): number | undefined {
    const number = this.#numbers.get(signature);
    if (number !== undefined) return number;
    const at = this.#before().findIndex((row) => row.signature === signature);
    return at < 0 ? undefined : -1 - at;
  }

  #rowAt(place: number): LedgerTransactionRow | undefined {
    return place < 0 ? this.#before()[-1 - place] : this.options.rows.get(String(place));
  }

  /** Rows that touched an address, newest first and older than the transaction `before`; none if that is unknown. */
  *#touching(address: string, before?: string): Generator<[place: number, row: LedgerTransactionRow]> {
    const from = before === undefined ? Number.POSITIVE_INFINITY : this.#placeOf(before);
    if (from === undefined) return;
    for (const index of [this.#byAddress, this.#pastByAddress()]) {
      for (const place of index.of(address, from)) {
        const row = this.#rowAt(place);
        if (row) yield [place, row];
      }
    }
  }

  /** Rebuilds the indexes from State, and yields to other work at intervals. */
  async restore(): Promise<void> {
    this.#numbers.clear();
    this.#messages.clear();
    this.#byAddress.clear();
    this.#bySlot.clear();
    const slice = new TimeSlice();
    for (const [key, row] of this.options.rows.entries()) {
      this.#index(Number(key), row);
      if (slice.isOver) await slice.next();
    }
  }

  get #firstSlotName(): string {
    return `ledgerFirstSlot:${this.options.environment}`;
  }

  /** If the log is too long, removes its oldest blocks and all transactions before the World's start. */
  #prune(now: number): void {
    for (let dropped = 0; this.#numbers.size > this.options.keep && dropped < MAX_AT_ONCE; ) {
      const [oldest] = this.#bySlot;
      if (!oldest || oldest[0] >= now - REMEMBERED_BLOCKS) return;
      const [slot, numbers] = oldest;
      for (const number of numbers) this.#drop(number);
      this.#bySlot.delete(slot);
      this.options.state.storeNumber(this.#firstSlotName, slot + 1);
      dropped += numbers.length;
    }
  }

  #drop(number: number): void {
    const row = this.options.rows.get(String(number));
    if (!row) return;
    this.#numbers.delete(row.signature);
    this.#messages.delete(messageHashOf(row));
    this.#byAddress.remove(number, row);
    this.options.rows.deleteLater(String(number));
  }

  /** Transactions before the World's start; none if newer transactions were pruned. */
  #before(): readonly LedgerTransactionRow[] {
    return this.firstSlot === 0 ? this.options.past() : [];
  }

  #pastByAddress(): AddressIndex {
    const rows = this.#before();
    if (this.#pastIndex?.rows !== rows) {
      const byAddress = new AddressIndex();
      for (const [index, row] of [...rows].reverse().entries()) byAddress.add(index - rows.length, row);
      this.#pastIndex = { rows, byAddress };
    }
    return this.#pastIndex.byAddress;
  }

  #index(number: number, row: LedgerTransactionRow): void {
    this.#numbers.set(row.signature, number);
    this.#messages.set(messageHashOf(row), number);
    const together = this.#bySlot.get(row.slot);
    if (together) together.push(number);
    else this.#bySlot.set(row.slot, [number]);
    this.#byAddress.add(number, row);
  }
}

function messageHashOf({ wire }: LedgerTransactionRow): string {
  return messageHash(messageOf(Buffer.from(wire, "base64")));
}

function lineOf(row: LedgerTransactionRow, commitment: Commitment): HistoryLine {
  const { signature, slot, at, accountKeys, wire } = row;
  const memo = memosOf(accountKeys, () => Buffer.from(wire, "base64"));
  return { signature, slot, at, err: row.err as ChainError | null, memo, commitment };
}
