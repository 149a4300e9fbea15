import type { Environment } from "intent-tx/contract";
import { NotOnValidatorError, OptionError } from "../kernel/errors.js";
import { once } from "../kernel/memo.js";
import type { LedgerEvent } from "../ledger/ledger.js";
import type { Ledgers } from "../ledger/ledgers.js";
import { Arbitrageur } from "../market/arbitrage.js";
import { Market } from "../market/market.js";
import { PriceMover } from "../market/price-mover.js";
import type { WorldBase } from "./world-base.js";

/**
 * A network's market, created on first use or for its ledger's first transaction, and its arbitrage bot. A validator has
 * no bot, because it does not wait for the bot's trades before it produces the next slot.
 */
function marketOf(
  { state, clock, random, data: world, tokens, ledgerRows }: WorldBase,
  ledgers: Ledgers,
  environment: Environment,
) {
  const { accounts } = ledgerRows[environment];
  const ledger = () => ledgers.get(environment);
  const parts = { environment, world, tokens, clock, state, random };
  const isOnValidator = ledgers.isOnValidator(environment);
  const market = once(
    () => new Market({ ...parts, changed: accounts, ...(isOnValidator && { validator: ledger }) }),
  );
  if (isOnValidator && world.market.size > 0)
    throw new OptionError("world.market", `cannot change prices, because ${environment} runs on a validator`);
  if (isOnValidator) return { market };
  const changed = () => accounts.size > 0;
  const trader = new Arbitrageur({ ...parts, market, tradesOnChange: world.arbitrage, ledger, changed });
  return { market, trader, mover: new PriceMover({ ...parts, market, trader }) };
}

/** A World's markets, one per environment. */
export class Markets {
  readonly #markets: Readonly<Record<Environment, ReturnType<typeof marketOf>>>;

  constructor(base: WorldBase, ledgers: Ledgers) {
    this.#markets = { live: marketOf(base, ledgers, "live"), test: marketOf(base, ledgers, "test") };
  }

  /** An environment's price mover. @throws {NotOnValidatorError} on a validator */
  mover(environment: Environment): PriceMover {
    const { mover } = this.#markets[environment];
    if (mover) return mover;
    throw new NotOnValidatorError("The server cannot set prices there.");
  }

  /** Takes an event of a network's ledger. */
  handle(event: LedgerEvent, environment: Environment): void {
    this.#markets[environment].trader?.handle(event);
    if (event.kind === "landed") this.get(environment).landed(event.transaction);
  }

  get(environment: Environment): Market {
    return this.#markets[environment].market();
  }
}
