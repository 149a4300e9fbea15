import { ENVIRONMENTS, type Environment } from "intent-tx/contract";
import type { Clock } from "../../kernel/clock.js";
import type { LateTransactionRow } from "../../state/rows.js";
import type { State } from "../../state/state.js";
import type { Table } from "../../state/table.js";
import type { LedgerRows } from "../log/ledger-rows.js";

/** Transactions delayed by a fault. They are stored in State, so that a restored World still lands them. */
export class LateTransactions {
  #cancels: (() => void)[] = [];

  constructor(
    private readonly state: State,
    private readonly rows: Table<LateTransactionRow>,
    private readonly clock: Clock,
    private readonly environment: Environment,
    private readonly land: (wire: Uint8Array) => Promise<void>,
  ) {
    this.restore();
  }

  /** Stores a transaction, and lands it at the time `at`. */
  add(wire: Uint8Array, at: number): void {
    const key = String(this.state.next(`lateTransactions:${this.environment}`));
    const row = { at, wire: Buffer.from(wire).toString("base64") };
    this.rows.put(key, row);
    this.#schedule(key, row);
  }

  /** Schedules all transactions in State again. */
  restore(): void {
    for (const cancel of this.#cancels) cancel();
    this.#cancels = [];
    for (const [key, row] of this.rows.entries()) this.#schedule(key, row);
  }

  #schedule(key: string, { at, wire }: LateTransactionRow): void {
    const cancel = this.clock.schedule(at, () => {
      this.#cancels = this.#cancels.filter((other) => other !== cancel);
      this.rows.delete(key);
      return this.land(new Uint8Array(Buffer.from(wire, "base64")));
    });
    this.#cancels.push(cancel);
  }
}

/**
 * Opens a ledger when one of its delayed transactions is due. Otherwise, a restored World's delayed transactions would
 * not land before something reads the chain.
 */
export function openWhenDue(options: {
  readonly state: State;
  readonly rows: Readonly<Record<Environment, LedgerRows>>;
  readonly clock: Clock;
  readonly open: (environment: Environment) => Promise<unknown>;
}): void {
  const { state, rows, clock, open } = options;
  state.onRestore(() => {
    for (const environment of ENVIRONMENTS) {
      // If the ledger is already open, it schedules its transactions itself; opening it again does nothing.
      for (const { at } of rows[environment].late.values()) clock.schedule(at, () => open(environment));
    }
  });
}
