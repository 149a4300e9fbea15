import { ENVIRONMENTS, type Environment } from "intent-tx/contract";
import { checkedSnapshot } from "./incoming.js";
import type { Table, TableOptions } from "./table.js";
import type { StateSnapshot, Write } from "./tables.js";
import {
  isNetworkTable,
  type NetworkTableName,
  rowsOf,
  TABLE_NAMES,
  type TableName,
  type Tables,
  type WorldTableName,
} from "./tables.js";

/** Called for each change. `isDeferred` marks a change that may be written later. */
type WriteListener = (write: Write, isDeferred: boolean) => void;

/** A table in State, or only its rows of one network. */
class Rows<Row> extends Map<string, Row> implements Table<Row> {
  open = false;
  /** The owning service's check of rows from outside. */
  check: TableOptions<Row>["check"];

  constructor(
    readonly table: TableName,
    /** Prefix of its keys in a snapshot: `live:`, `test:`, or empty. */
    readonly prefix: string,
    private readonly listeners: ReadonlySet<WriteListener>,
  ) {
    super();
  }

  /** Without a row, the change is a deletion. */
  #changed(key: string, row: Row | undefined, isDeferred: boolean): void {
    if (this.listeners.size === 0) return;
    const write = { table: this.table, key: this.prefix + key, ...(row !== undefined && { row }) } as Write;
    for (const listener of this.listeners) listener(write, isDeferred);
  }

  put(key: string, row: Row): void {
    this.set(key, row);
    this.#changed(key, row, false);
  }

  putLater(key: string, row: Row): void {
    this.set(key, row);
    this.#changed(key, row, true);
  }

  override delete(key: string): boolean {
    const found = super.delete(key);
    if (found) this.#changed(key, undefined, false);
    return found;
  }

  deleteLater(key: string): void {
    if (super.delete(key)) this.#changed(key, undefined, true);
  }
}

/**
 * All state of a World, in tables. Each table is opened by the service that owns its keys and rows, and is changed only
 * through that service. Reset, snapshot, restore and the journal use only State.
 */
export class State {
  readonly #parts: readonly Rows<unknown>[];
  readonly #counters: Rows<number>;
  readonly #meta: Rows<unknown>;
  readonly #writers = new Set<WriteListener>();
  readonly #restorers = new Set<() => void>();
  readonly #replaced = new Set<() => void>();
  /** Number of times that all rows were replaced. Work that began before must not change the new rows. */
  replacements = 0;

  constructor() {
    this.#parts = TABLE_NAMES.flatMap((name) =>
      isNetworkTable(name)
        ? ENVIRONMENTS.map((environment) => new Rows(name, `${environment}:`, this.#writers))
        : [new Rows(name, "", this.#writers)],
    );
    this.#counters = this.#part("counters") as Rows<number>;
    this.#meta = this.#part("meta");
    this.reopen();
  }

  /** Empties all tables, for the services of another World. The services that opened them must not be used again. */
  reopen(): void {
    this.replacements++;
    this.#restorers.clear();
    for (const part of this.#parts) {
      part.clear();
      part.check = undefined;
      part.open = part === (this.#counters as Rows<unknown>) || part === this.#meta;
    }
    for (const listener of this.#replaced) listener();
  }

  /**
   * Opens a table for the service that owns its keys and rows. Other services must use that service.
   *
   * @throws Error if the table is already open
   */
  open<T extends WorldTableName>(table: T, options: TableOptions<Tables[T]> = {}): Table<Tables[T]> {
    return this.#open<Tables[T]>(this.#part(table), options);
  }

  /** Like `open`, for the rows of one network. @throws Error if it is already open */
  openFor<T extends NetworkTableName>(
    environment: Environment,
    table: T,
    options: TableOptions<Tables[T]> = {},
  ): Table<Tables[T]> {
    return this.#open<Tables[T]>(this.#part(table, `${environment}:`), options);
  }

  /**
   * Returns the next number for a purpose, from 0.
   *
   * @param method - `putLater` for numbers that a crash may skip; no number is repeated
   */
  next(purpose: string, method: "put" | "putLater" = "put"): number {
    const number = this.#counters.get(purpose) ?? 0;
    this.#counters[method](purpose, number + 1);
    return number;
  }

  /** The number stored under a name; 0 if none was stored. */
  storedNumber(name: string): number {
    return this.#counters.get(name) ?? 0;
  }

  storeNumber(name: string, number: number): void {
    this.#counters.put(name, number);
  }

  /** The World's start in ms since 1970, when the generated history ends. @throws Error before `begin` */
  get startedAt(): number {
    const at = this.#meta.get("startedAt");
    if (typeof at !== "number") throw new Error("the World has no start; it was not composed");
    return at;
  }

  begin(at: number): void {
    this.#meta.put("startedAt", at);
  }

  /** True if setting the clock does not change the start. */
  get startIsFixed(): boolean {
    return this.#meta.get("clockSet") === true;
  }

  fixStart(): void {
    this.#meta.put("clockSet", true);
  }

  /** A JSON text stored under a name; undefined if none was stored. */
  storedText(name: string): string | undefined {
    const text = this.#meta.get(name);
    return typeof text === "string" ? text : undefined;
  }

  storeText(name: string, text: string): void {
    this.#meta.put(name, text);
  }

  /** Genesis hash of the validator chain that a network follows; undefined before the first connection. */
  genesisOf(environment: Environment): string | undefined {
    return this.storedText(`genesis:${environment}`);
  }

  follow(environment: Environment, genesisHash: string): void {
    if (this.genesisOf(environment) !== genesisHash) this.#meta.put(`genesis:${environment}`, genesisHash);
  }

  size(table: TableName): number {
    return this.#parts.reduce((sum, part) => sum + (part.table === table ? part.size : 0), 0);
  }

  /** Calls `listener` at every change; returns a function that removes it. */
  onWrite(listener: WriteListener): () => void {
    this.#writers.add(listener);
    return () => this.#writers.delete(listener);
  }

  /** Calls `listener` after each restore, so that a service can rebuild derived data. */
  onRestore(listener: () => void): void {
    this.#restorers.add(listener);
  }

  /** Calls `listener` when all rows are replaced; returns a function that removes it. Also lasts after `reopen`. */
  onReplaced(listener: () => void): () => void {
    this.#replaced.add(listener);
    return () => this.#replaced.delete(listener);
  }

  /** All rows as one value. Rows are immutable, so the snapshot shares them. */
  snapshot(): StateSnapshot {
    const entriesOf = (part: Rows<unknown>) =>
      [...part].map(([key, row]) => [part.prefix + key, row] as const);
    return Object.fromEntries(
      TABLE_NAMES.map((name) => [name, this.#parts.filter(({ table }) => table === name).flatMap(entriesOf)]),
    ) as StateSnapshot;
  }

  /** Checks a snapshot from outside, for `restore`. @throws {StateProblem} */
  checked(snapshot: unknown): StateSnapshot {
    return checkedSnapshot(this.#parts, snapshot);
  }

  /** Replaces everything with a snapshot of a State, or one that was checked. */
  restore(snapshot: StateSnapshot): void {
    this.replacements++;
    for (const part of this.#parts) {
      part.clear();
      for (const [key, row] of rowsOf(snapshot, part.table, part.prefix)) part.set(key, row);
    }
    for (const listener of [...this.#restorers, ...this.#replaced]) listener();
  }

  #part(table: TableName, prefix = ""): Rows<unknown> {
    const part = this.#parts.find((one) => one.table === table && one.prefix === prefix);
    if (!part) throw new Error(`unknown table ${table} of ${prefix || "the whole World"}`);
    return part;
  }

  #open<Row>(part: Rows<unknown>, { check }: TableOptions<Row>): Table<Row> {
    if (part.open)
      throw new Error(
        `the table ${part.prefix}${part.table} is already open: use the service that opened it`,
      );
    const rows = part as Rows<Row>;
    rows.open = true;
    rows.check = check;
    return rows;
  }
}
