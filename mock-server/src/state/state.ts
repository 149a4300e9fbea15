import { TABLE_NAMES, type TableName, type Tables } from "./tables.js";

/** One change of State: what the journal writes down. An absent `row` is a deletion. */
export type Write = {
  [T in TableName]: { readonly table: T; readonly key: string; readonly row?: Tables[T] };
}[TableName];

/** All of State as plain JSON. */
export type StateSnapshot = { readonly [T in TableName]?: readonly (readonly [string, Tables[T]])[] };

type Maps = { [T in TableName]: Map<string, Tables[T]> };

function emptyMaps(): Maps {
  return Object.fromEntries(TABLE_NAMES.map((name) => [name, new Map()])) as unknown as Maps;
}

/**
 * Everything that a World remembers: plain maps, changed through `put`, `delete` and `next` alone. Reset, snapshot,
 * restore and the journal act on it and on nothing else.
 */
export class State {
  #maps = emptyMaps();
  readonly #writers = new Set<(write: Write) => void>();
  readonly #restorers = new Set<() => void>();

  /** The row of a key. */
  get<T extends TableName>(table: T, key: string): Tables[T] | undefined {
    return this.#maps[table].get(key);
  }

  /** A table, to read. Its order is that in which keys were first put. */
  table<T extends TableName>(table: T): ReadonlyMap<string, Tables[T]> {
    return this.#maps[table];
  }

  /** Puts a row in the place of what the key had. */
  put<T extends TableName>(table: T, key: string, row: Tables[T]): void {
    this.#maps[table].set(key, row);
    if (this.#writers.size > 0) this.#tell({ table, key, row } as Write);
  }

  /** Removes a key. */
  delete(table: TableName, key: string): void {
    if (this.#maps[table].delete(key)) this.#tell({ table, key } as Write);
  }

  /** The next number for a purpose, from 0. */
  next(purpose: string): number {
    const number = this.#maps.counters.get(purpose) ?? 0;
    this.put("counters", purpose, number + 1);
    return number;
  }

  /** Calls `listener` at every change. Returns a function that ends it. */
  onWrite(listener: (write: Write) => void): () => void {
    this.#writers.add(listener);
    return () => this.#writers.delete(listener);
  }

  /** Calls `listener` after everything was replaced by `restore`, so that what was derived from rows is derived anew. */
  onRestore(listener: () => void): () => void {
    this.#restorers.add(listener);
    return () => this.#restorers.delete(listener);
  }

  /** All rows. Rows are never changed in place, so this shares them. */
  snapshot(): StateSnapshot {
    return Object.fromEntries(TABLE_NAMES.map((name) => [name, [...this.#maps[name]]])) as StateSnapshot;
  }

  /** Puts everything as a snapshot has it. */
  restore(snapshot: StateSnapshot): void {
    const maps = emptyMaps();
    for (const name of TABLE_NAMES) {
      for (const [key, row] of snapshot[name] ?? []) (maps[name] as Map<string, unknown>).set(key, row);
    }
    this.#maps = maps;
    for (const listener of this.#restorers) listener();
  }

  #tell(write: Write): void {
    for (const listener of this.#writers) listener(write);
  }
}
