import type { Environment } from "intent-tx/contract";
import type { Services } from "../api/endpoints.js";
import { History } from "../history/history.js";
import { landedEffects } from "../history/landed-effects.js";
import { Intents } from "../intents/intents.js";
import { NameService } from "../intents/names.js";
import { rememberedSwaps } from "../intents/remembered-swaps.js";
import type { Landed } from "../ledger/ledger.js";
import { Market } from "../market/market.js";
import type { ParserWorld } from "../parser/command.js";
import { parse } from "../parser/parse.js";
import { Portfolios } from "../portfolio/portfolio.js";
import { Builder } from "../transactions/builder.js";
import { messageHash, messageOf } from "../transactions/wire.js";
import { Addresses } from "../world/addresses.js";
import type { PoolSpec } from "../world/pools.js";
import type { World } from "./world.js";

type Parts = Omit<World, "services" | "wallets" | "secrets" | "keyIds">;

/** Everything that answers the API's operations, wired to one World. */
export class WorldServices {
  readonly names: NameService;
  readonly addresses = new Addresses();
  readonly api: Services;
  readonly #markets = new Map<Environment, Market>();
  readonly #world: Parts;

  constructor(world: Parts, onFailure: (error: unknown) => void) {
    this.#world = world;
    const { state, clock, random, data, ledgers, keys, usage, metrics, limits, readings } = world;
    this.names = new NameService({ state, names: data.names });
    const tokens = new Map(data.tokens.map((token) => [token.mint, token]));
    let pools: ReadonlyMap<string, PoolSpec> | undefined;
    const { addresses } = this;
    const known = {
      addresses,
      token: (mint: string) => tokens.get(mint),
      pool: (address: string) => {
        pools ??= new Map(data.pools.map((pool) => [pool.address, pool]));
        return pools.get(address);
      },
    };
    const intents = new Intents({
      state,
      clock,
      random,
      addresses,
      ledgers,
      names: this.names,
      tokens: data.tokens,
      market: (environment) => {
        const market = this.market(environment);
        return {
          quote: (request) => market.quote(request),
          usdPrice: (mint: string) => market.usdPrice(mint),
        };
      },
      parser: rememberedSwaps(parse),
      intentTtlMs: readings.intentTtlMs,
      onParsed: (row) => metrics.parsed(row),
    });
    const portfolios = new Portfolios({
      clock,
      ledgers,
      stakeAccounts: (wallet) =>
        data.wallets
          .filter((one) => (one.staked ?? []).length > 0 && one.wallet.address === wallet)
          .flatMap(({ staked = [] }) => staked.map(({ address }) => address)),
      market: (environment) => this.market(environment),
    });
    this.api = {
      keys,
      usage,
      metrics,
      intents,
      builder: new Builder({ state, clock, intents, ledgers, world: known, quota: limits }),
      history: new History({ world: known, ledgers }),
      portfolio: portfolios,
      prices: { price: (environment, tokenMint) => this.market(environment).price(tokenMint) },
    };
    ledgers.subscribe((event, ledger) => {
      if (event.kind !== "landed") return;
      this.#account(event.transaction, ledger.environment).catch(onFailure);
    });
  }

  /** What the parser knows of this World, without a wallet. */
  parserWorld(): ParserWorld {
    return { tokens: this.#world.data.tokens, resolveName: (name) => this.names.resolve(name) };
  }

  /** The market of an environment, made when it is first asked for, or its ledger is. */
  market(environment: Environment): Market {
    let market = this.#markets.get(environment);
    if (!market) {
      market = this.#market(environment);
      this.#markets.set(environment, market);
    }
    return market;
  }

  #market(environment: Environment): Market {
    const { state, clock, random, data, ledgers } = this.#world;
    return new Market({
      environment,
      state,
      clock,
      random,
      world: data,
      ledger: {
        opened: () => ledgers.opened(environment),
        subscribe: (listener) =>
          ledgers.subscribe((event, ledger) => {
            if (ledger.environment === environment) listener(event);
          }),
        ...(ledgers.remote(environment) && { remote: () => ledgers.get(environment) }),
      },
    });
  }

  /** A landed transaction that the service built counts for the account that had it built (decisions 10 and 32). */
  async #account(landed: Landed, environment: Environment): Promise<void> {
    const { state, metrics } = this.#world;
    const built = state.get("built", messageHash(messageOf(landed.wire)));
    if (!built || built.environment !== environment) return;
    const { addresses } = this;
    const market = this.market(environment);
    // Asked for at once: the market hears of the transaction after this and then writes down the new price.
    const usdValue = (mint: string, baseUnits: bigint) => market.usdValueMet(mint, baseUnits);
    const effects = await landedEffects(landed, built, { addresses, usdValue });
    metrics.landed(landed.signature, { account: built.account, at: landed.at, ...effects });
  }
}
