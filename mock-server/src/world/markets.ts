import { ENVIRONMENTS, type Environment } from "intent-tx/contract";
import { NotOnValidatorError, OptionError } from "../kernel/errors.js";
import type { LedgerEvent } from "../ledger/ledger.js";
import type { Ledgers } from "../ledger/ledgers.js";
import { Arbitrageur } from "../market/arbitrage.js";
import { Market } from "../market/market.js";
import { PriceMover } from "../market/price-mover.js";
import type { WorldBase } from "./world-base.js";

/** A World's markets: one per environment, created on first use or when its ledger is opened. */
export class Markets {
  readonly #markets = new Map<Environment, Market>();
  readonly #movers = new Map<Environment, PriceMover>();

  constructor(
    private readonly base: WorldBase,
    private readonly ledgers: Ledgers,
  ) {
    // A market must not miss its ledger's first events, so it is created before the ledger opens.
    ledgers.onOpening((environment) => {
      this.get(environment);
    });
    for (const environment of ENVIRONMENTS) this.#trade(environment);
  }

  /** An environment's price mover. @throws {NotOnValidatorError} on a validator */
  mover(environment: Environment): PriceMover {
    const mover = this.#movers.get(environment);
    if (mover) return mover;
    throw new NotOnValidatorError("The server cannot set prices there.");
  }

  /**
   * Starts the arbitrage bot, except on a validator, which does not wait for the bot's trades before it produces the
   * next slot.
   */
  #trade(environment: Environment): void {
    const { state, clock, random, data: world, ledgerRows } = this.base;
    const ledgers = this.ledgers;
    const parts = { environment, world, clock, state, random, market: () => this.get(environment) };
    if (ledgers.remote(environment)) {
      if (world.market.size === 0) return;
      throw new OptionError(
        "world.market",
        `cannot change prices, because ${environment} runs on a validator`,
      );
    }
    const trader = new Arbitrageur({
      ...parts,
      tradesOnChange: world.arbitrage,
      ledger: () => ledgers.get(environment),
      subscribe: (listener) => this.#subscribe(environment, listener),
      changed: () => ledgerRows[environment].accounts.size > 0,
    });
    this.#movers.set(environment, new PriceMover({ ...parts, trader }));
  }

  #subscribe(environment: Environment, listener: (event: LedgerEvent) => void): () => void {
    return this.ledgers.subscribe((event, ledger) => {
      if (ledger.environment === environment) listener(event);
    });
  }

  get(environment: Environment): Market {
    let market = this.#markets.get(environment);
    if (!market) {
      market = this.#make(environment);
      this.#markets.set(environment, market);
    }
    return market;
  }

  #make(environment: Environment): Market {
    const { state, clock, random, data, ledgerRows } = this.base;
    const ledgers = this.ledgers;
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
