import type { LedgerTransactionRow } from "../../state/rows.js";

/** Indexes rows by the addresses that they touched. A row has a place: a number that grows with time. */
export class AddressIndex {
  /** By address, in ascending order. */
  readonly #places = new Map<string, number[]>();

  add(place: number, row: LedgerTransactionRow): void {
    for (const address of touchedBy(row)) {
      const places = this.#places.get(address);
      if (places) places.push(place);
      else this.#places.set(address, [place]);
    }
  }

  remove(place: number, row: LedgerTransactionRow): void {
    for (const address of touchedBy(row)) {
      const places = this.#places.get(address);
      if (places?.[0] === place) places.shift();
      if (places?.length === 0) this.#places.delete(address);
    }
  }

  clear(): void {
    this.#places.clear();
  }

  /** Places of the rows that touched an address, newest first and older than `before`. */
  *of(address: string, before: number): Generator<number> {
    const places = this.#places.get(address) ?? [];
    for (let at = places.length - 1; at >= 0; at--) {
      const place = places[at];
      if (place !== undefined && place < before) yield place;
    }
  }
}

/** The accounts that a transaction names, and the owners of its token accounts. */
function touchedBy(row: LedgerTransactionRow): ReadonlySet<string> {
  const touched = new Set(row.accountKeys);
  for (const { owner } of row.preTokenBalances) touched.add(owner);
  for (const { owner } of row.postTokenBalances) touched.add(owner);
  return touched;
}
