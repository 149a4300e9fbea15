import type { Write } from "./snapshot.js";

/** How far ahead counters are written down that reads draw from: a crash leaves numbers out, and gives none twice. */
const AHEAD = 10_000;

/** How soon a change must be on file: before its request is answered, before too, if that can be, or some time. */
export type Urgency = "must" | "should" | "may";

/** Changes of a World that its file does not have yet. */
export class PendingWrites {
  #writes: Write[] = [];
  /** Places in `#writes`, by table and key, of rows that a later one may replace. */
  #places = new Map<string, number>();
  #urgent = false;
  /** Counters that reads draw from: where they stand, and up to which number the file has them. */
  readonly #counters = new Map<string, { exact: number; reserved: number }>();

  /** Adds a change. `noted`: it only counts what was read. */
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

  /** Whether any of it is to be on file before something is answered. */
  get isUrgent(): boolean {
    return this.#urgent;
  }

  /** The changes as they are to be written. */
  toWrite(): readonly Write[] {
    return this.#writes.map((write) => {
      const counter = write.table === "counters" ? this.#counters.get(write.key) : undefined;
      if (!counter || write.table !== "counters") return write;
      counter.reserved = counter.exact + AHEAD;
      return { ...write, row: counter.reserved };
    });
  }

  /** The last changes, after which no number will be drawn: every counter as it stands. */
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

  /** Forgets the changes, once they are on file. */
  clear(): void {
    this.#writes = [];
    this.#places.clear();
    this.#urgent = false;
  }

  /** Forgets everything: State was replaced. */
  reset(): void {
    this.clear();
    this.#counters.clear();
  }

  /** Notes where a counter stands; true when the file does not have that number yet. */
  #draws({ table, key, row }: Write): boolean {
    if (table !== "counters" || typeof row !== "number") return false;
    const counter = this.#counters.get(key) ?? { exact: row, reserved: 0 };
    counter.exact = row;
    this.#counters.set(key, counter);
    return row > counter.reserved;
  }
}
