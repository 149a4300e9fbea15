import type { Environment } from "intent-tx/contract";
import type { Ledgers } from "../ledger/ledgers.js";
import { Market } from "../market/market.js";
import type { WorldBase } from "./world-base.js";

/** The markets of a World: one for each environment, made when it is first asked for or its ledger is opened. */
export class Markets {
  readonly #base: WorldBase;
  readonly #ledgers: Ledgers;
  readonly #made = new Map<Environment, Market>();

  constructor(base: WorldBase, ledgers: Ledgers) {
    this.#base = base;
    this.#ledgers = ledgers;
    // A market listens from its ledger's first event on.
    ledgers.onOpening((environment) => {
      this.get(environment);
    });
  }

  /** The market of an environment. */
  get(environment: Environment): Market {
    let market = this.#made.get(environment);
    if (!market) {
      market = this.#make(environment);
      this.#made.set(environment, market);
    }
    return market;
  }

  #make(environment: Environment): Market {
    const { state, clock, random, data, ledgerRows } = this.#base;
    const ledgers = this.#ledgers;
    return new Market({
      environment,
      state,
      clock,
      random,
      world: data,
      ledger: {
        changed: ledgerRows[environment].accounts,
        subscribe: (listener) =>
          ledgers.subscribe((event, ledger) => {
            if (ledger.environment === environment) listener(event);
          }),
        ...(ledgers.remote(environment) && { remote: () => ledgers.get(environment) }),
      },
    });
  }
}
