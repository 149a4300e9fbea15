import { ENVIRONMENTS, type Environment } from "intent-tx/contract";
import type { LedgerEvent } from "../ledger/ledger.js";
import type { Ledgers } from "../ledger/ledgers.js";
import { ArbitragePlan } from "../market/arbitrage-plan.js";
import { Arbitrageur } from "../market/arbitrageur.js";
import { Market } from "../market/market.js";
import { RemoteArbitrageur } from "../market/remote-arbitrageur.js";
import type { WorldBase } from "./world-base.js";

/** The markets of a World: one for each environment, made when it is first asked for or its ledger is opened. */
export class Markets {
  readonly #base: WorldBase;
  readonly #ledgers: Ledgers;
  readonly #made = new Map<Environment, Market>();
  readonly #remote: RemoteArbitrageur[] = [];
  readonly #onFailure: (error: unknown) => void;

  /** `onFailure` is told of what fails while nobody waits for it. */
  constructor(base: WorldBase, ledgers: Ledgers, onFailure: (error: unknown) => void) {
    this.#base = base;
    this.#ledgers = ledgers;
    this.#onFailure = onFailure;
    // A market listens from its ledger's first event on.
    ledgers.onOpening((environment) => {
      this.get(environment);
    });
    if (base.data.arbitrage) for (const environment of ENVIRONMENTS) this.#keepInLine(environment);
  }

  #keepInLine(environment: Environment): void {
    const { state, clock, data, ledgerRows } = this.#base;
    const ledgers = this.#ledgers;
    const plan = new ArbitragePlan({
      world: data,
      market: () => this.get(environment),
      ledger: () => ledgers.get(environment),
    });
    const subscribe = (listener: (event: LedgerEvent) => void) => this.#subscribe(environment, listener);
    if (ledgers.remote(environment)) {
      this.#remote.push(new RemoteArbitrageur({ plan, subscribe, onFailure: this.#onFailure }));
      return;
    }
    const changed = () => ledgerRows[environment].accounts.size > 0;
    new Arbitrageur({ clock, state, plan, subscribe, changed });
  }

  /** Ends the trades over validators. */
  close(): void {
    for (const arbitrageur of this.#remote) arbitrageur.close();
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
