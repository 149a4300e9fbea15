import { ENVIRONMENTS, type Environment } from "intent-tx/contract";
import type { PoolMover } from "../faults/faults.js";
import { fieldOf } from "../http/json-body.js";
import { invalidField, OptionError } from "../kernel/errors.js";
import type { LedgerEvent } from "../ledger/ledger.js";
import type { Ledgers } from "../ledger/ledgers.js";
import { NotOnValidatorError } from "../ledger/validator/rpc-client.js";
import { Arbitrageur } from "../market/arbitrage.js";
import { Market } from "../market/market.js";
import { PriceMover } from "../market/price-mover.js";
import type { MarketInfoRow } from "../state/rows.js";
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
      throw new OptionError("world.market", `cannot change prices: ${environment} runs on a validator`);
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

const PERCENT = -10;

const asPercent = (error: unknown) =>
  error instanceof RangeError ? invalidField("fault.percent", error.message) : error;

/**
 * Refuses a pool that is not in a network's market, and a move that the pool cannot make.
 *
 * @throws {ServiceError} 400 on `fault.pool` or `fault.percent`
 */
export function poolCheck(
  markets: Markets,
): (pool: string, environment: Environment, percent?: number) => void {
  return (pool, environment, percent = PERCENT) => {
    const market = markets.get(environment);
    const found = market.pool(pool);
    if (!found)
      throw invalidField("fault.pool", `must be the address or pair of a pool; got ${JSON.stringify(pool)}`);
    try {
      market.refuseMove(found, percent);
    } catch (error) {
      throw asPercent(error);
    }
  };
}

/** Moves prices on a World's ledgers, for the `moved-pool` fault. */
export function poolMover({
  routeOf,
  ledgers,
  markets,
}: {
  readonly routeOf: (intentId: string) => readonly MarketInfoRow[];
  readonly ledgers: Ledgers;
  readonly markets: Markets;
}): PoolMover {
  const checkPool = poolCheck(markets);
  return async ({ pool, percent = PERCENT, environment }, request, hits = () => true) => {
    const network = environment ?? request?.environment ?? "live";
    if (pool === undefined && request?.environment !== network) return;
    if (ledgers.remote(network)) {
      throw invalidField(
        "fault.environment",
        `is ${network}, which runs on a validator: pool prices cannot be moved there`,
      );
    }
    const market = markets.get(network);
    const ledger = await ledgers.get(network);
    try {
      if (pool !== undefined) {
        if (!hits()) return;
        checkPool(pool, network, percent);
        await market.movePool(pool, percent, ledger);
        return;
      }
      // The price moves to the user's disadvantage: the intent's input loses value in the pools of its route.
      const intentId = fieldOf(request?.body, "intentId");
      const route = typeof intentId === "string" ? routeOf(intentId) : [];
      if (route.length === 0 || !hits()) return;
      for (const { id, inputMint } of route)
        if (market.pool(id)) await market.movePool(id, percent, ledger, inputMint);
    } catch (error) {
      throw asPercent(error);
    }
  };
}
