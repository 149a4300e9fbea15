import { PROGRAM_IDS } from "intent-tx/contract";
import { readSwap } from "../../formats/amm/instruction.js";
import { readTransaction } from "../../formats/transaction.js";
import type { LedgerTransactionRow } from "../../state/rows.js";
import type { LandedKind } from "../ledger.js";

/** A transaction that touched an address. If `named` is false, it only changed a token account of the address. */
interface Entry {
  readonly number: number;
  readonly kind: LandedKind;
  readonly named: boolean;
}

/** Indexes a log's rows by the addresses that they touched. */
export class AddressIndex {
  /** By address. Each list is sorted by row number, ascending. */
  readonly #entries = new Map<string, Entry[]>();

  add(number: number, row: LedgerTransactionRow): void {
    const users = swapUsersOf(row);
    for (const address of touchedBy(row)) {
      const kind = users.includes(address) ? "swap" : "other";
      const entry: Entry = { number, kind, named: row.accountKeys.includes(address) };
      const entries = this.#entries.get(address);
      if (entries) entries.push(entry);
      else this.#entries.set(address, [entry]);
    }
  }

  /** Removes the oldest row. */
  remove(number: number, row: LedgerTransactionRow): void {
    for (const address of touchedBy(row)) {
      const entries = this.#entries.get(address);
      if (entries?.[0]?.number === number) entries.shift();
      if (entries?.length === 0) this.#entries.delete(address);
    }
  }

  clear(): void {
    this.#entries.clear();
  }

  has(address: string, number: number): boolean {
    return this.#entries.get(address)?.some((entry) => entry.number === number) ?? false;
  }

  /** Numbers of the rows that touched an address, newest first, filtered by `before` and `kind`. */
  *of(address: string, before = Number.POSITIVE_INFINITY, kind?: LandedKind): Generator<number> {
    for (const entry of this.#newestFirst(address, before))
      if (kind === undefined || entry.kind === kind) yield entry.number;
  }

  /** Like `of`, but only for rows that name the address directly. */
  *naming(address: string, before: number): Generator<number> {
    for (const { number, named } of this.#newestFirst(address, before)) if (named) yield number;
  }

  *#newestFirst(address: string, before: number): Generator<Entry> {
    const entries = this.#entries.get(address) ?? [];
    for (let at = entries.length - 1; at >= 0; at--) {
      const entry = entries[at];
      if (entry && entry.number < before) yield entry;
    }
  }
}

export function kindOf(row: LedgerTransactionRow, address: string): LandedKind {
  return swapUsersOf(row).includes(address) ? "swap" : "other";
}

/** The accounts that a transaction names, and the owners of its token accounts. */
export function touchedBy(row: LedgerTransactionRow): ReadonlySet<string> {
  const touched = new Set(row.accountKeys);
  for (const { owner } of row.preTokenBalances) touched.add(owner);
  for (const { owner } of row.postTokenBalances) touched.add(owner);
  return touched;
}

function swapUsersOf({ wire, accountKeys }: LedgerTransactionRow): string[] {
  if (!accountKeys.includes(PROGRAM_IDS.swap)) return [];
  const users: string[] = [];
  for (const { programIdIndex, accounts, data } of readTransaction(Buffer.from(wire, "base64"))
    .instructions) {
    if (accountKeys[programIdIndex] !== PROGRAM_IDS.swap) continue;
    const swap = readSwap(
      accounts.map((index) => accountKeys[index] ?? ""),
      data,
    );
    if (swap) users.push(swap.user);
  }
  return users;
}
