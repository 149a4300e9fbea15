import type { RowPacker } from "./row-packer.js";

/** Keys and rows side by side, as they were at one moment. */
export interface RowsCopy {
  readonly keys: readonly string[];
  /** The row of a place. */
  rowAt(place: number): unknown;
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
    const rows = [...this.#map.values()];
    return { keys: [...this.#map.keys()], rowAt: (place) => rows[place] };
  }
}

/** Rows of which all but the newest are kept as texts, in a fifth of the memory. Each reading of such a one makes a new object. */
export class PackedRows<Row extends object> implements RowMap<Row> {
  readonly #packer: RowPacker<Row>;
  readonly #map = new Map<string, Row | string>();
  /** Keys of the rows that were set last; a new one takes the place of the oldest. */
  readonly #open: string[] = [];
  readonly #keptOpen: number;
  #next = 0;

  /** `keptOpen` is how many of the newest are kept as objects. */
  constructor(packer: RowPacker<Row>, keptOpen: number) {
    this.#packer = packer;
    this.#keptOpen = keptOpen;
  }

  get size(): number {
    return this.#map.size;
  }

  get(key: string): Row | undefined {
    const held = this.#map.get(key);
    return held === undefined ? undefined : this.#read(key, held);
  }

  set(key: string, row: Row): void {
    this.#map.set(key, row);
    const left = this.#open[this.#next];
    this.#open[this.#next] = key;
    this.#next = (this.#next + 1) % this.#keptOpen;
    if (left !== undefined && left !== key) this.#pack(left);
  }

  delete(key: string): boolean {
    return this.#map.delete(key);
  }

  *entries(): IterableIterator<[string, Row]> {
    for (const [key, held] of this.#map) yield [key, this.#read(key, held)];
  }

  keys(): IterableIterator<string> {
    return this.#map.keys();
  }

  *values(): IterableIterator<Row> {
    for (const [key, held] of this.#map) yield this.#read(key, held);
  }

  copy(): RowsCopy {
    const keys = [...this.#map.keys()];
    const held = [...this.#map.values()];
    return { keys, rowAt: (place) => this.#read(keys[place] ?? "", held[place] ?? "") };
  }

  #pack(key: string): void {
    const held = this.#map.get(key);
    if (typeof held === "object") this.#map.set(key, this.#packer.pack(key, held));
  }

  #read(key: string, held: Row | string): Row {
    return typeof held === "string" ? this.#packer.unpack(key, held) : held;
  }
}
