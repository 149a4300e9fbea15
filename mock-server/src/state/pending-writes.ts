import type { Write } from "./snapshot.js";

/** How far ahead counters for reads are reserved in the file: a crash skips numbers, but repeats none. */
const AHEAD = 10_000;

/** When a change must be in the file: before its request is answered, preferably before, or eventually. */
export type Urgency = "must" | "should" | "may";

/** Changes of a World that are not in its file yet. */
export class PendingWrites {
  #writes: Write[] = [];
  /** Indexes into `#writes`, by table and key, of rows that a later write may replace. */
  #places = new Map<string, number>();
  #urgent = false;
  /** Counters for reads: their value, and the number reserved in the file. */
  readonly #counters = new Map<string, { exact: number; reserved: number }>();

  /** Adds a change. `noted`: it only counts reads. */
  add(write: Write, noted: boolean): Urgency {
    const place = `${write.table} ${write.key}`;
    const known = this.#places.get(place);
    if (write.row === undefined) {
      this.#writes.push(write);
      this.#places.delete(place);
    } else if (known === undefined) {
      this.#places.set(place, this.#writes.push(write) - 1);
    } else {
      this.#writes[known] = write;
    }
    const urgency = !noted ? "must" : this.#draws(write) ? "should" : "may";
    if (urgency !== "may") this.#urgent = true;
    return urgency;
  }

  get isEmpty(): boolean {
    return this.#writes.length === 0;
  }

  /** Whether a change must be in the file before a response. */
  get isUrgent(): boolean {
    return this.#urgent;
  }

  /** The changes to write. */
  toWrite(): readonly Write[] {
    return this.#writes.map((write) => {
      const counter = write.table === "counters" ? this.#counters.get(write.key) : undefined;
      if (!counter || write.table !== "counters") return write;
      counter.reserved = counter.exact + AHEAD;
      return { ...write, row: counter.reserved };
    });
  }

  /** The last changes, when no more numbers will be drawn: every counter with its exact value. */
  toWriteLast(): readonly Write[] {
    const counters = [...this.#counters].map(
      ([key, { exact }]) => ({ table: "counters", key, row: exact }) as const,
    );
    return [...this.#writes, ...counters];
  }

  /** Returns a counter's value for the file: its count, or the reserved number if that is higher. */
  reservedOf(key: string, count: number): number {
    return Math.max(count, this.#counters.get(key)?.reserved ?? 0);
  }

  /** Clears the changes, once they are in the file. */
  clear(): void {
    this.#writes = [];
    this.#places.clear();
    this.#urgent = false;
  }

  /** Clears everything: State was replaced. */
  reset(): void {
    this.clear();
    this.#counters.clear();
  }

  /** Records the value of a counter; true if it is above the number reserved in the file. */
  #draws({ table, key, row }: Write): boolean {
    if (table !== "counters" || typeof row !== "number") return false;
    const counter = this.#counters.get(key) ?? { exact: row, reserved: 0 };
    counter.exact = row;
    this.#counters.set(key, counter);
    return row > counter.reserved;
  }
}
