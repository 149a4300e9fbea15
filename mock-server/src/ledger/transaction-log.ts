import type { Environment } from "intent-tx/contract";
import type { LedgerTransactionRow } from "../state/rows-ledger.js";
import type { State } from "../state/state.js";

/** Transactions from before the world's start, newest first. */
export type Past = () => readonly LedgerTransactionRow[];

/**
 * Every transaction that landed on one ledger, found by signature and by the wallets and accounts that it touched. The
 * rows are State's; the indexes are made from them.
 */
export class TransactionLog {
  readonly #keys = new Map<string, string>();
  readonly #byAddress = new Map<string, string[]>();
  readonly #bySlot = new Map<number, number>();

  constructor(
    private readonly state: State,
    private readonly environment: Environment,
    private readonly past: Past,
  ) {
    this.restore();
  }

  /** Adds one at the end. */
  append(row: LedgerTransactionRow): void {
    const number = this.state.next(`ledgerTransactions:${this.environment}`);
    const key = `${this.environment}:${number}`;
    this.state.put("ledgerTransactions", key, row);
    this.#index(key, row);
  }

  /** Whether one landed since the start: a past one can not land again, its blockhash is long gone. */
  has(signature: string): boolean {
    return this.#keys.has(signature);
  }

  /** How many landed in a slot since the start. */
  landedIn(slot: number): number {
    return this.#bySlot.get(slot) ?? 0;
  }

  /** The row of a signature. */
  get(signature: string): LedgerTransactionRow | undefined {
    const key = this.#keys.get(signature);
    if (key !== undefined) return this.state.get("ledgerTransactions", key);
    return this.past().find((row) => row.signature === signature);
  }

  /** Those that touched an address, newest first and older than `before`; none if `before` is not among them. */
  of(address: string, { before, limit }: { readonly before?: string; readonly limit: number }) {
    const rows: LedgerTransactionRow[] = [];
    let reached = before === undefined;
    for (const row of this.#newestFirst(address)) {
      if (rows.length >= limit) break;
      if (reached) rows.push(row);
      else reached = row.signature === before;
    }
    return rows;
  }

  /** Makes the indexes anew from State's rows. */
  restore(): void {
    this.#keys.clear();
    this.#byAddress.clear();
    this.#bySlot.clear();
    const prefix = `${this.environment}:`;
    for (const [key, row] of this.state.table("ledgerTransactions")) {
      if (key.startsWith(prefix)) this.#index(key, row);
    }
  }

  *#newestFirst(address: string): Generator<LedgerTransactionRow> {
    const signatures = this.#byAddress.get(address) ?? [];
    for (let index = signatures.length - 1; index >= 0; index--) {
      const row = this.get(signatures[index] ?? "");
      if (row) yield row;
    }
    for (const row of this.past()) if (touchedBy(row).has(address)) yield row;
  }

  #index(key: string, row: LedgerTransactionRow): void {
    this.#keys.set(row.signature, key);
    this.#bySlot.set(row.slot, this.landedIn(row.slot) + 1);
    for (const address of touchedBy(row)) {
      const signatures = this.#byAddress.get(address);
      if (signatures) signatures.push(row.signature);
      else this.#byAddress.set(address, [row.signature]);
    }
  }
}

/** Accounts that a transaction names, and the wallets whose token accounts are among them. */
function touchedBy(row: LedgerTransactionRow): ReadonlySet<string> {
  const owners = [...row.preTokenBalances, ...row.postTokenBalances].map(({ owner }) => owner);
  return new Set([...row.accountKeys, ...owners]);
}
