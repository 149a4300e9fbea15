import type { Environment } from "intent-tx/contract";
import type { PriceRow } from "../state/rows.js";
import type { State } from "../state/state.js";
import type { Table } from "../state/table.js";

export interface TimedRow extends PriceRow {
  readonly number: number;
}

/**
 * The rows of one table and environment, by mint and oldest first. State stores the rows by key. This index is built on
 * first use, and again after State is restored.
 */
export class TimedRows {
  readonly #rows: Table<PriceRow>;
  #index: Map<string, TimedRow[]> | undefined;

  constructor(state: State, table: "prices" | "volumes", environment: Environment) {
    this.#rows = state.openFor(environment, table);
    state.onRestore(() => {
      this.#index = undefined;
    });
  }

  /** A mint's rows, oldest first. */
  of(mint: string): TimedRow[] {
    this.#index ??= this.#read();
    const rows = this.#index.get(mint) ?? [];
    if (rows.length === 0) this.#index.set(mint, rows);
    return rows;
  }

  /** Appends a row, or replaces the last row if it has the same time. */
  append(mint: string, row: PriceRow): void {
    const rows = this.of(mint);
    const last = rows.at(-1);
    const replaces = last !== undefined && last.at === row.at;
    const number = last === undefined ? 0 : last.number + (replaces ? 0 : 1);
    if (replaces) rows.pop();
    rows.push({ ...row, number });
    this.#rows.put(keyOf(mint, number), row);
  }

  prune(mint: string, keep: number): void {
    const rows = this.of(mint);
    for (const row of rows.splice(0, Math.max(0, rows.length - keep))) {
      this.#rows.delete(keyOf(mint, row.number));
    }
  }

  countUntil(mint: string, moment: number): number {
    const rows = this.of(mint);
    let low = 0;
    let high = rows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((rows[middle]?.at ?? 0) <= moment) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #read(): Map<string, TimedRow[]> {
    const rows = [...this.#rows.entries()].map(([key, row]) => {
      const [mint = "", number] = key.split(":");
      return { mint, row: { ...row, number: Number(number) } };
    });
    rows.sort((one, other) => one.row.number - other.row.number);
    const index = new Map<string, TimedRow[]>();
    for (const { mint, row } of rows) index.set(mint, [...(index.get(mint) ?? []), row]);
    return index;
  }
}

function keyOf(mint: string, number: number): string {
  return `${mint}:${number}`;
}
