import { ENVIRONMENTS, type Environment } from "intent-tx/contract";
import type { LedgerEvent } from "../ledger/ledger.js";
import type { Ledgers } from "../ledger/ledgers.js";
import { Arbitrageur } from "../market/arbitrageur.js";
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
    if (base.data.arbitrage) for (const environment of ENVIRONMENTS) this.#keepInLine(environment);
  }

  /** On a validator others trade unseen, so that nobody could keep its pools in line. */
  #keepInLine(environment: Environment): void {
    const { state, clock, data, ledgerRows } = this.#base;
    const ledgers = this.#ledgers;
    if (ledgers.remote(environment)) return;
    new Arbitrageur({
      ...{ clock, state, world: data },
      market: () => this.get(environment),
      ledger: () => ledgers.get(environment),
      subscribe: (listener) => this.#subscribe(environment, listener),
      changed: () => ledgerRows[environment].accounts.size > 0,
    });
  }

  #subscribe(environment: Environment, listener: (event: LedgerEvent) => void): () => void {
    return this.#ledgers.subscribe((event, ledger) => {
      if (ledger.environment === environment) listener(event);
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
        subscribe: (listener) => this.#subscribe(environment, listener),
        ...(ledgers.remote(environment) && { remote: () => ledgers.get(environment) }),
      },
    });
  }
}
