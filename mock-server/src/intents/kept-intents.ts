import { LIMITS } from "intent-tx/contract";
import type { Clock } from "../kernel/clock.js";
import type { ExpiredIntentRow, IntentRow } from "../state/rows-intents.js";
import type { State } from "../state/state.js";
import { Sweep } from "../state/sweep.js";
import type { Table } from "../state/table.js";

/**
 * Intents as long as somebody may ask for them (decision 16): whole while they live, as who and when for a day after that
 * (410), and then not at all (404).
 */
export class KeptIntents {
  readonly #clock: Clock;
  readonly #live: Table<IntentRow>;
  readonly #expired: Table<ExpiredIntentRow>;
  readonly #sweeps: readonly { run(): void }[];

  constructor(state: State, clock: Clock) {
    this.#clock = clock;
    this.#live = state.open("intents");
    this.#expired = state.open("expiredIntents");
    this.#sweeps = [
      new Sweep(state, this.#live, isOver(clock, 0), (id, row) => {
        this.#live.forget(id);
        const { account, environment, walletAddress, expiresAt } = row;
        this.#expired.note(id, { account, environment, walletAddress, expiresAt });
      }),
      new Sweep(state, this.#expired, isOver(clock, LIMITS.expiredIntentMs), (id) =>
        this.#expired.forget(id),
      ),
    ];
  }

  /** Keeps a new intent, and lets go of what nobody can ask for any more. */
  add(row: IntentRow): void {
    this.#live.put(row.intentId, row);
    for (const sweep of this.#sweeps) sweep.run();
  }

  /** An intent that lives, what is left of one that has expired, or nothing. */
  find(intentId: string): IntentRow | ExpiredIntentRow | undefined {
    const row = this.#live.get(intentId) ?? this.#expired.get(intentId);
    return row && !isOver(this.#clock, LIMITS.expiredIntentMs)(row) ? row : undefined;
  }
}

function isOver(clock: Clock, afterMs: number): (row: { readonly expiresAt: number }) => boolean {
  return ({ expiresAt }) => clock.now() >= expiresAt + afterMs;
}
