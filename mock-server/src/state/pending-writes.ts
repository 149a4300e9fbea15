import type { Write } from "./snapshot.js";

/** Numbers that the file reserves in advance for each read counter: a crash may skip some, but never repeats one. */
const RESERVED_AHEAD = 10_000;

/** When a change is written: before its response (`must`), before it if possible (`should`), or later (`may`). */
export type Urgency = "must" | "should" | "may";

export class PendingWrites {
  #writes: Write[] = [];
  /** Indexes into `#writes` by table and key, for rows that a later write may replace. */
  #indexes = new Map<string, number>();
  #urgent = false;
  /** Read counters: their value, and the number reserved in the file. */
  readonly #counters = new Map<string, { exact: number; reserved: number }>();

  /** Adds a change. `noted` is true for a change that only counts reads. */
  add(write: Write, noted: boolean): Urgency {
    const place = `${write.table} ${write.key}`;
    const known = this.#indexes.get(place);
    if (write.row === undefined) {
      this.#writes.push(write);
      this.#indexes.delete(place);
    } else if (known === undefined) {
      this.#indexes.set(place, this.#writes.push(write) - 1);
    } else {
      this.#writes[known] = write;
    }
    const urgency = !noted ? "must" : this.#exceedsReserved(write) ? "should" : "may";
    if (urgency !== "may") this.#urgent = true;
    return urgency;
  }

  /** True if a change must be in the file before a response. */
  get isUrgent(): boolean {
    return this.#urgent;
  }

  toWrite(): readonly Write[] {
    return this.#writes.map((write) => {
      const counter = write.table === "counters" ? this.#counters.get(write.key) : undefined;
      if (!counter || write.table !== "counters") return write;
      counter.reserved = counter.exact + RESERVED_AHEAD;
      return { ...write, row: counter.reserved };
    });
  }

  /** Like `toWrite`, but with exact counters, for when no more numbers will be drawn. */
  toWriteLast(): readonly Write[] {
    const counters = [...this.#counters].map(
      ([key, { exact }]) => ({ table: "counters", key, row: exact }) as const,
    );
    return [...this.#writes, ...counters];
  }

  /** The counter's value for the file: its count, or the reserved number if higher. */
  reservedOf(key: string, count: number): number {
    return Math.max(count, this.#counters.get(key)?.reserved ?? 0);
  }

  /** Called when the changes are in the file. */
  clear(): void {
    this.#writes = [];
    this.#indexes.clear();
    this.#urgent = false;
  }

  /** Called after State was replaced. */
  reset(): void {
    this.clear();
    this.#counters.clear();
  }

  /** Records a counter's value; true if it exceeds the number reserved in the file. */
  #exceedsReserved({ table, key, row }: Write): boolean {
    if (table !== "counters" || typeof row !== "number") return false;
    const counter = this.#counters.get(key) ?? { exact: row, reserved: 0 };
    counter.exact = row;
    this.#counters.set(key, counter);
    return row > counter.reserved;
  }
}
