import { ENVIRONMENTS, type Environment } from "intent-tx/contract";
import type { Clock } from "../kernel/clock.js";
import type { State } from "../state/state.js";

/** Transactions that a fault delays. They wait in State, so that a restored World still has them before it. */
export class LateTransactions {
  readonly #prefix: string;
  #cancels: (() => void)[] = [];

  constructor(
    private readonly state: State,
    private readonly clock: Clock,
    environment: Environment,
    private readonly land: (wire: Uint8Array) => void,
  ) {
    this.#prefix = prefixOf(environment);
    this.restore();
  }

  /** Lets a transaction land at a moment. */
  add(wire: Uint8Array, at: number): void {
    const key = `${this.#prefix}${this.state.next(this.#prefix)}`;
    const row = `${at} ${Buffer.from(wire).toString("base64")}`;
    this.state.put("meta", key, row);
    this.#schedule(key, row);
  }

  /** Waits for what State says, and for nothing else. */
  restore(): void {
    for (const cancel of this.#cancels) cancel();
    this.#cancels = [];
    for (const [key, row] of this.state.table("meta")) {
      if (key.startsWith(this.#prefix)) this.#schedule(key, String(row));
    }
  }

  #schedule(key: string, row: string): void {
    const [, wire = ""] = row.split(" ");
    const cancel = this.clock.schedule(dueAt(row), () => {
      this.#cancels = this.#cancels.filter((other) => other !== cancel);
      this.state.delete("meta", key);
      this.land(new Uint8Array(Buffer.from(wire, "base64")));
    });
    this.#cancels.push(cancel);
  }
}

/**
 * Opens a ledger at the moment at which one of its delayed transactions is due. In a restored World nothing else may have
 * needed the ledger by then, and what the transaction does must not wait for somebody who looks.
 */
export function openWhenDue(options: {
  readonly state: State;
  readonly clock: Clock;
  readonly open: (environment: Environment) => Promise<unknown>;
}): void {
  const { state, clock, open } = options;
  state.onRestore(() => {
    for (const environment of ENVIRONMENTS) {
      for (const [key, row] of state.table("meta")) {
        // Once it is open, the ledger itself has the transaction scheduled.
        if (key.startsWith(prefixOf(environment)))
          clock.schedule(dueAt(String(row)), () => open(environment));
      }
    }
  });
}

const prefixOf = (environment: Environment): string => `lateTransaction:${environment}:`;

/** A row is the moment, a space, and the transaction in base64. */
const dueAt = (row: string): number => Number(row.split(" ")[0]);
