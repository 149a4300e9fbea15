/** Things that happened to accounts, each account's in the order of time, so that a range is found by halving. */
export class Timeline<T extends { readonly account: string; readonly at: number }> {
  readonly #byAccount = new Map<string, T[]>();

  constructor(rows: Iterable<T>) {
    for (const row of rows) this.add(row);
  }

  /** Takes a row in at its place; of one moment, the later added comes later. */
  add(row: T): void {
    const rows = this.#byAccount.get(row.account);
    if (!rows) {
      this.#byAccount.set(row.account, [row]);
      return;
    }
    const last = rows[rows.length - 1];
    if (!last || last.at <= row.at) rows.push(row);
    else rows.splice(firstAtOrAfter(rows, row.at + 1), 0, row);
  }

  /** An account's rows from `start` (inclusive) to `end` (exclusive). */
  between(account: string, start: number, end: number): readonly T[] {
    const rows = this.#byAccount.get(account) ?? [];
    return rows.slice(firstAtOrAfter(rows, start), firstAtOrAfter(rows, end));
  }
}

function firstAtOrAfter(rows: readonly { readonly at: number }[], at: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rows[middle]?.at ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}
