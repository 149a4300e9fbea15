import { PROGRAM_IDS } from "intent-tx/contract";
import { readSwap } from "../chain/amm/instruction.js";
import { readTransaction } from "../chain/transaction.js";
import type { LedgerTransactionRow } from "../state/rows-ledger.js";
import type { LandedKind } from "./ledger.js";
import { NumberList } from "./number-list.js";

/** Kinds of rows that touched an address; those that do not name it changed a token account that it owns. */
type ListKind = LandedKind | "unnamed";
/** Numbers of the rows that touched an address, by kind. */
type Lists = Partial<Record<ListKind, NumberList>>;

const NAMING: readonly ListKind[] = ["swap", "other"];
const OTHER: readonly ListKind[] = ["other", "unnamed"];
const ALL: readonly ListKind[] = ["swap", ...OTHER];

/** Which rows of a log touched an address, found without looking at any other row. */
export class AddressIndex {
  readonly #lists = new Map<string, Lists>();

  /** Adds a row at the end. */
  add(number: number, row: LedgerTransactionRow): void {
    const users = swapUsersOf(row);
    for (const address of touchedBy(row)) {
      let lists = this.#lists.get(address);
      if (!lists) {
        lists = {};
        this.#lists.set(address, lists);
      }
      const named = row.accountKeys.includes(address);
      const kind = users.includes(address) ? "swap" : named ? "other" : "unnamed";
      lists[kind] ??= new NumberList();
      lists[kind].push(number);
    }
  }

  /** Takes the oldest row out. */
  remove(number: number, row: LedgerTransactionRow): void {
    for (const address of touchedBy(row)) {
      const lists = Object.values(this.#lists.get(address) ?? {});
      for (const list of lists) list.shift(number);
      if (lists.every(({ size }) => size === 0)) this.#lists.delete(address);
    }
  }

  clear(): void {
    this.#lists.clear();
  }

  /** Whether a row touched an address. */
  has(address: string, number: number): boolean {
    const lists = Object.values(this.#lists.get(address) ?? {});
    return lists.some((list) => list.at(list.placeOf(number)) === number);
  }

  /** Numbers of the rows that touched an address, newest first; those before `before`, and of one kind, where these are given. */
  of(address: string, before?: number, kind?: LandedKind): Generator<number> {
    const kinds = kind === undefined ? ALL : kind === "swap" ? (["swap"] as const) : OTHER;
    return this.#merged(address, kinds, before);
  }

  /** Numbers of the rows that name an address themselves, newest first, from before a number. */
  naming(address: string, before: number): Generator<number> {
    return this.#merged(address, NAMING, before);
  }

  *#merged(address: string, kinds: readonly ListKind[], before?: number): Generator<number> {
    const lists = this.#lists.get(address);
    if (!lists) return;
    const given = kinds.flatMap((kind) => lists[kind] ?? []);
    const ends = given.map((list) => (before === undefined ? list.size : list.placeOf(before)));
    for (;;) {
      let newest = -1;
      let from = 0;
      for (const [index, list] of given.entries()) {
        const number = list.at((ends[index] ?? 0) - 1);
        if ((ends[index] ?? 0) > 0 && number !== undefined && number > newest) {
          newest = number;
          from = index;
        }
      }
      if (newest < 0) return;
      ends[from] = (ends[from] ?? 0) - 1;
      yield newest;
    }
  }
}

/** The kind of a row for an address that it touched. */
export function kindOf(row: LedgerTransactionRow, address: string): LandedKind {
  return swapUsersOf(row).includes(address) ? "swap" : "other";
}

/** Accounts that a transaction names, and the wallets whose token accounts are among them. */
export function touchedBy(row: LedgerTransactionRow): ReadonlySet<string> {
  const touched = new Set(row.accountKeys);
  for (const { owner } of row.preTokenBalances) touched.add(owner);
  for (const { owner } of row.postTokenBalances) touched.add(owner);
  return touched;
}

/** Who swaps in a transaction. */
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
