/** Keys and rows as they were at one moment. */
export interface RowsCopy {
  entries(): IterableIterator<readonly [string, unknown]>;
}

/** Rows by key, in the order in which the keys were first set. */
export interface RowMap<Row> {
  readonly size: number;
  get(key: string): Row | undefined;
  set(key: string, row: Row): void;
  delete(key: string): boolean;
  entries(): IterableIterator<[string, Row]>;
  keys(): IterableIterator<string>;
  values(): IterableIterator<Row>;
  /** A copy that later changes do not touch. It takes lists of references, and no row is read. */
  copy(): RowsCopy;
}

/** Rows as they are. */
export class PlainRows<Row> implements RowMap<Row> {
  readonly #map = new Map<string, Row>();

  get size(): number {
    return this.#map.size;
  }

  get(key: string): Row | undefined {
    return this.#map.get(key);
  }

  set(key: string, row: Row): void {
    this.#map.set(key, row);
  }

  delete(key: string): boolean {
    return this.#map.delete(key);
  }

  entries(): IterableIterator<[string, Row]> {
    return this.#map.entries();
  }

  keys(): IterableIterator<string> {
    return this.#map.keys();
  }

  values(): IterableIterator<Row> {
    return this.#map.values();
  }

  copy(): RowsCopy {
    const keys = [...this.#map.keys()];
    const rows = [...this.#map.values()];
    return {
      *entries() {
        for (const [at, key] of keys.entries()) yield [key, rows[at]] as const;
      },
    };
  }
}
