import { ENVIRONMENTS, type Environment } from "intent-tx/contract";
import { Incoming } from "./incoming.js";
import type { StateSnapshot, Write } from "./snapshot.js";
import type { Table, TableOptions } from "./table.js";
import {
  isNetworkTable,
  type NetworkTableName,
  TABLE_NAMES,
  type TableName,
  type Tables,
  type WorldTableName,
} from "./tables.js";

/** Told of each change; `noted` marks one that may wait for the next. An absent row is a deletion. */
export type Told = (part: Rows<unknown>, key: string, row: unknown, noted: boolean) => void;

/** One table as State holds it, or one network's part of it. */
export class Rows<Row> implements Table<Row> {
  /** Replaced as a whole when State is restored. */
  map: Map<string, Row> = new Map();
  /** Whether a service has it. */
  open = false;
  /** The check that the owning service makes of rows from outside. */
  check: TableOptions<Row>["check"];

  constructor(
    readonly table: TableName,
    /** How its keys begin in a snapshot: `live:`, `test:`, or nothing. */
    readonly prefix: string,
    private readonly told: Told,
  ) {}

  get size(): number {
    return this.map.size;
  }

  get(key: string): Row | undefined {
    return this.map.get(key);
  }

  put(key: string, row: Row): void {
    this.map.set(key, row);
    this.told(this as Rows<unknown>, key, row, false);
  }

  note(key: string, row: Row): void {
    this.map.set(key, row);
    this.told(this as Rows<unknown>, key, row, true);
  }

  delete(key: string): void {
    if (this.map.delete(key)) this.told(this as Rows<unknown>, key, undefined, false);
  }

  forget(key: string): void {
    if (this.map.delete(key)) this.told(this as Rows<unknown>, key, undefined, true);
  }

  entries(): IterableIterator<[string, Row]> {
    return this.map.entries();
  }

  keys(): IterableIterator<string> {
    return this.map.keys();
  }

  values(): IterableIterator<Row> {
    return this.map.values();
  }
}

/** Told of each change; `noted` marks one that may wait for the next. */
export type WriteListener = (write: Write, noted: boolean) => void;

/**
 * Everything that a World remembers: tables, each opened by the one service that knows its keys and rows, changed through
 * that service alone. Reset, snapshot, restore and the journal act on it and on nothing else.
 */
export class State {
  readonly #parts: readonly Rows<unknown>[];
  readonly #counters: Rows<number>;
  readonly #meta: Rows<unknown>;
  readonly #writers = new Set<WriteListener>();
  readonly #restorers = new Set<() => void>();

  constructor() {
    const told = (part: Rows<unknown>, key: string, row: unknown, noted: boolean) => {
      if (this.#writers.size === 0) return;
      const write = { table: part.table, key: part.prefix + key, ...(row !== undefined && { row }) } as Write;
      for (const listener of this.#writers) listener(write, noted);
    };
    this.#parts = TABLE_NAMES.flatMap((name) =>
      isNetworkTable(name)
        ? ENVIRONMENTS.map((environment) => new Rows(name, `${environment}:`, told))
        : [new Rows(name, "", told)],
    );
    this.#counters = this.#part("counters") as Rows<number>;
    this.#meta = this.#part("meta");
    this.#counters.open = true;
    this.#meta.open = true;
  }

  /**
   * Opens a table for the one service that knows its keys and rows; others ask that service.
   *
   * @throws Error when the table is open already
   */
  open<T extends WorldTableName>(table: T, options: TableOptions<Tables[T]> = {}): Table<Tables[T]> {
    return this.#open<Tables[T]>(this.#part(table), options);
  }

  /** Opens one network's part of a table, in the same way. @throws Error when it is open already */
  openFor<T extends NetworkTableName>(
    environment: Environment,
    table: T,
    options: TableOptions<Tables[T]> = {},
  ): Table<Tables[T]> {
    return this.#open<Tables[T]>(this.#part(table, `${environment}:`), options);
  }

  /**
   * The next number for a purpose, from 0.
   *
   * @param kept - `note` for numbers of which some may be left out after a crash; none is ever given twice
   */
  next(purpose: string, kept: "put" | "note" = "put"): number {
    const number = this.#counters.get(purpose) ?? 0;
    this.#counters[kept](purpose, number + 1);
    return number;
  }

  /** A number that was remembered under a name; 0 until then. */
  remembered(name: string): number {
    return this.#counters.get(name) ?? 0;
  }

  /** Remembers a number under a name of its own. */
  remember(name: string, number: number): void {
    this.#counters.put(name, number);
  }

  /** When the World began, milliseconds since 1970: its seeded past counts back from here. @throws Error before `begin` */
  get startedAt(): number {
    const at = this.#meta.get("startedAt");
    if (typeof at !== "number") throw new Error("the World has no start; it was not composed");
    return at;
  }

  /** Says when the World began. */
  begin(at: number): void {
    this.#meta.put("startedAt", at);
  }

  /** Whether the start stays where it is when the clock is set. */
  get startIsFixed(): boolean {
    return this.#meta.get("clockSet") === true;
  }

  /** Leaves the start where it is from now on. */
  fixStart(): void {
    this.#meta.put("clockSet", true);
  }

  /** Genesis hash of the validator's chain that a network follows; undefined when none was seen yet. */
  genesisOf(environment: Environment): string | undefined {
    const hash = this.#meta.get(`genesis:${environment}`);
    return typeof hash === "string" ? hash : undefined;
  }

  /** Says which chain a network follows from now on. */
  follow(environment: Environment, genesisHash: string): void {
    if (this.genesisOf(environment) !== genesisHash) this.#meta.put(`genesis:${environment}`, genesisHash);
  }

  /** How many rows a table has. */
  size(table: TableName): number {
    return this.#parts.reduce((sum, part) => sum + (part.table === table ? part.size : 0), 0);
  }

  /** Calls `listener` at every change. Returns a function that ends it. */
  onWrite(listener: WriteListener): () => void {
    this.#writers.add(listener);
    return () => this.#writers.delete(listener);
  }

  /** Calls `listener` after everything was replaced, so that what was derived from rows is derived anew. */
  onRestore(listener: () => void): () => void {
    this.#restorers.add(listener);
    return () => this.#restorers.delete(listener);
  }

  /** All rows as one value. Rows are never changed in place, so it shares them. */
  snapshot(): StateSnapshot {
    const entriesOf = ({ prefix, map }: Rows<unknown>) =>
      [...map].map(([key, row]) => [prefix + key, row] as const);
    return Object.fromEntries(
      TABLE_NAMES.map((name) => [name, this.#parts.filter(({ table }) => table === name).flatMap(entriesOf)]),
    ) as StateSnapshot;
  }

  /** An empty place for rows from outside, each checked as it comes in; `take` puts them all in the place of what is here. */
  incoming(): Incoming {
    return new Incoming(this.#parts);
  }

  /** Puts rows that were all checked in the place of everything, at once. */
  take(incoming: Incoming): void {
    for (const part of this.#parts) part.map = incoming.mapOf(part);
    for (const listener of this.#restorers) listener();
  }

  /** Puts everything as a snapshot of this same State, or of one like it, has it. Nothing is checked. */
  restore(snapshot: StateSnapshot): void {
    const incoming = this.incoming();
    for (const table of TABLE_NAMES) {
      for (const [key, row] of snapshot[table] ?? []) incoming.trust(table, key, row);
    }
    this.take(incoming);
  }

  #part(table: TableName, prefix = ""): Rows<unknown> {
    const part = this.#parts.find((one) => one.table === table && one.prefix === prefix);
    if (!part) throw new Error(`there is no table ${table} of ${prefix || "the whole World"}`);
    return part;
  }

  #open<Row>(part: Rows<unknown>, { check }: TableOptions<Row>): Table<Row> {
    if (part.open)
      throw new Error(`the table ${part.prefix}${part.table} is open already: ask the service that has it`);
    const rows = part as Rows<Row>;
    rows.open = true;
    rows.check = check;
    return rows;
  }
}
