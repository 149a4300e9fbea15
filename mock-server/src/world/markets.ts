import { ENVIRONMENTS, type Environment } from "intent-tx/contract";
import { NotOnValidatorError, OptionError } from "../kernel/errors.js";
import type { LedgerEvent } from "../ledger/ledger.js";
import type { Ledgers } from "../ledger/ledgers.js";
import { Arbitrageur } from "../market/arbitrage.js";
import { Market } from "../market/market.js";
import { PriceMover } from "../market/price-mover.js";
import type { WorldBase } from "./world-base.js";

/** A World's markets: one per environment, created on first use or for its ledger's first transaction. */
export class Markets {
  readonly #markets = new Map<Environment, Market>();
  readonly #traders = new Map<Environment, Arbitrageur>();
  readonly #movers = new Map<Environment, PriceMover>();

  constructor(
    private readonly base: WorldBase,
    private readonly ledgers: Ledgers,
  ) {
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
    if (ledgers.isOnValidator(environment)) {
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
      changed: () => ledgerRows[environment].accounts.size > 0,
    });
    this.#traders.set(environment, trader);
    this.#movers.set(environment, new PriceMover({ ...parts, trader }));
  }

  /** Takes an event of a network's ledger. */
  handle(event: LedgerEvent, environment: Environment): void {
    this.#traders.get(environment)?.handle(event);
    if (event.kind === "landed") this.get(environment).landed(event.transaction);
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
      changed: ledgerRows[environment].accounts,
      ...(ledgers.isOnValidator(environment) && { validator: () => ledgers.get(environment) }),
    });
  }
}
