import { memosOf } from "../chain/memo.js";
import { Breath } from "../kernel/breath.js";
import type { LedgerTransactionRow } from "../state/rows-ledger.js";
import { commitmentAt } from "./commitment.js";
import type { ChainError, Commitment } from "./ledger.js";

/** A transaction in a list of many: a hundredth of all that is known of it. */
export interface HistoryLine {
  readonly signature: string;
  readonly slot: number;
  /** When its block was made, milliseconds since 1970. */
  readonly at: number;
  readonly err: ChainError | null;
  /** Its memos, each after its length in bytes; null where it has none. */
  readonly memo: string | null;
  readonly commitment: Commitment;
}

/** Which lines are asked for. */
export interface HistoryPage {
  /** Signature of any transaction: the page has older ones. None are older than an unknown one. */
  readonly before?: string;
  /** Signature of any transaction: the page ends before it. An unknown one ends nothing. */
  readonly until?: string;
  readonly limit: number;
  /** Those that have not got so far are left out. */
  readonly reached: (commitment: Commitment) => boolean;
}

/** The list that JSON-RPC makes of an address. */
export interface HistoryScan {
  /** Transactions that name an address themselves, newest first. */
  history(address: string, page: HistoryPage): Promise<HistoryLine[]>;
}

/** A log, as far as its lines are made from it. */
interface Logged {
  /** Number of a row, by its signature. */
  numberOf(signature: string): number | undefined;
  /** Numbers of the rows that name an address, newest first, from before a number. */
  naming(address: string, before: number): Iterable<number>;
  row(number: number): LedgerTransactionRow | undefined;
  /** Transactions from before the world's start, newest first. */
  past(): readonly LedgerTransactionRow[];
}

type Line = Omit<HistoryLine, "commitment"> & Pick<LedgerTransactionRow, "heldAt" | "heldUntilSlot">;

/** Numbers that are looked up at once. While others have their turn, the oldest rows may go. */
const CHUNK = 64;

/**
 * The lines of a log's transactions. Each is made from its row once: whoever asks for a thousand of them again and again would
 * have a thousand rows unpacked each time.
 */
export class HistoryLines {
  #lines = new Map<number, Line>();

  constructor(private readonly log: Logged) {}

  /** Transactions that name an address, newest first. It gives way to others in between. */
  async of(address: string, now: number, page: HistoryPage): Promise<HistoryLine[]> {
    const before = page.before === undefined ? Number.POSITIVE_INFINITY : this.#placeOf(page.before);
    if (before === undefined) return [];
    const until =
      (page.until === undefined ? undefined : this.#placeOf(page.until)) ?? Number.NEGATIVE_INFINITY;
    const lines = this.#lines;
    const breath = new Breath();
    const found: HistoryLine[] = [];
    for (const [place, line] of this.#naming(address, before)) {
      if (place <= until || found.length >= page.limit) break;
      const commitment = line && commitmentAt(line, now);
      if (line && commitment && page.reached(commitment)) {
        const { signature, slot, at, err, memo } = line;
        found.push({ signature, slot, at, err, memo, commitment });
      }
      if (!breath.due) continue;
      await breath.take();
      // Everything was replaced: its rows are others.
      if (lines !== this.#lines) break;
    }
    return found;
  }

  /** Forgets a row that is gone. */
  forget(number: number): void {
    this.#lines.delete(number);
  }

  /** Forgets all: the rows are others. */
  clear(): void {
    this.#lines = new Map();
  }

  /** Where a transaction stands: its number, or, for one from before the start, a number below 0. */
  #placeOf(signature: string): number | undefined {
    const number = this.log.numberOf(signature);
    if (number !== undefined) return number;
    const at = this.log.past().findIndex((row) => row.signature === signature);
    return at < 0 ? undefined : -1 - at;
  }

  *#naming(address: string, before: number): Generator<[place: number, line: Line | undefined]> {
    for (let from = before; from >= 0; ) {
      const numbers: number[] = [];
      for (const number of this.log.naming(address, from)) if (numbers.push(number) === CHUNK) break;
      for (const number of numbers) yield [number, this.#line(number)];
      from = numbers.length < CHUNK ? -1 : (numbers.at(-1) ?? -1);
    }
    for (const [at, row] of this.log.past().entries())
      if (-1 - at < before && row.accountKeys.includes(address)) yield [-1 - at, lineOf(row)];
  }

  #line(number: number): Line | undefined {
    const known = this.#lines.get(number);
    if (known) return known;
    const row = this.log.row(number);
    const line = row && lineOf(row);
    if (line) this.#lines.set(number, line);
    return line;
  }
}

function lineOf({
  signature,
  slot,
  at,
  err,
  accountKeys,
  wire,
  heldAt,
  heldUntilSlot,
}: LedgerTransactionRow): Line {
  const memo = memosOf(accountKeys, () => Buffer.from(wire, "base64"));
  return {
    ...{ signature, slot, at, memo, err: err as ChainError | null },
    ...(heldAt && { heldAt }),
    ...(heldUntilSlot !== undefined && { heldUntilSlot }),
  };
}
