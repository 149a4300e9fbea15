import type { Environment } from "intent-tx/contract";
import type { Keys } from "../accounts/keys.js";
import type { Limits } from "../accounts/limits.js";
import type { Metrics } from "../accounts/metrics.js";
import type { Usage } from "../accounts/usage.js";
import type { Services } from "../api/endpoints.js";
import { TokenAddresses } from "../chain/token-addresses.js";
import { History } from "../history/history.js";
import { landedEffects } from "../history/landed-effects.js";
import { Intents } from "../intents/intents.js";
import { lateParser } from "../intents/late-parser.js";
import { NameService } from "../intents/names.js";
import type { Landed } from "../ledger/ledger.js";
import type { Ledgers } from "../ledger/ledgers.js";
import type { ParserWorld } from "../parser/command.js";
import { Portfolios } from "../portfolio/portfolio.js";
import { Builder } from "../transactions/builder.js";
import type { Builds } from "../transactions/builds.js";
import type { PoolSpec } from "../world/pools.js";
import type { Markets } from "./markets.js";
import type { WorldBase } from "./world-base.js";

/** The parts that the services are built on. */
interface ServiceParts extends WorldBase {
  readonly ledgers: Ledgers;
  readonly builds: Builds;
  readonly markets: Markets;
  readonly keys: Keys;
  readonly limits: Limits;
  readonly metrics: Metrics;
  readonly usage: Usage;
  readonly onFailure: (error: unknown) => void;
}

/** Everything that answers the API's operations. */
export interface WorldServices {
  readonly names: NameService;
  readonly api: Services;
  readonly intents: Intents;
  /** Returns the parser's knowledge of this World, without a wallet. */
  readonly parserWorld: () => ParserWorld;
}

/** Wires the services of a World to each other. */
export function composeServices(parts: ServiceParts): WorldServices {
  const { state, clock, random, data, ledgers, builds, markets, keys, usage, metrics, limits, readings } =
    parts;
  const names = new NameService({ state, names: data.names });
  const addresses = new TokenAddresses();
  const tokens = new Map(data.tokens.map((token) => [token.mint, token]));
  let pools: ReadonlyMap<string, PoolSpec> | undefined;
  const known = {
    addresses,
    token: (mint: string) => tokens.get(mint),
    pool: (address: string) => {
      pools ??= new Map(data.pools.map((pool) => [pool.address, pool]));
      return pools.get(address);
    },
  };
  const market = (environment: Environment) => markets.get(environment);
  const intents = new Intents({
    state,
    clock,
    random,
    addresses,
    ledgers,
    names,
    tokens: data.tokens,
    market,
    parser: lateParser(),
    intentTtlMs: readings.intentTtlMs,
    onParsed: (row) => metrics.parsed(row),
  });
  const portfolio = new Portfolios({
    clock,
    ledgers,
    stakeAccounts: (wallet) =>
      data.wallets
        .filter((one) => (one.staked ?? []).length > 0 && one.wallet.address === wallet)
        .flatMap(({ staked = [] }) => staked.map(({ address }) => address)),
    market,
  });
  ledgers.subscribe((event, ledger) => {
    if (event.kind !== "landed") return;
    account(parts, addresses, event.transaction, ledger.environment).catch(parts.onFailure);
  });
  return {
    names,
    intents,
    parserWorld: () => ({ tokens: data.tokens, resolveName: (name) => names.resolve(name) }),
    api: {
      keys,
      usage,
      metrics,
      intents,
      builder: new Builder({ builds, intents, ledgers, world: known, quota: limits }),
      history: new History({ world: known, ledgers }),
      portfolio,
      prices: { price: (environment, tokenMint) => market(environment).price(tokenMint) },
    },
  };
}

/** A landed transaction that the service built counts for the account that had it built (decisions 10 and 32). */
async function account(
  { builds, markets, metrics }: ServiceParts,
  addresses: TokenAddresses,
  landed: Landed,
  environment: Environment,
): Promise<void> {
  const built = builds.of(landed.wire, environment);
  if (!built) return;
  const market = markets.get(environment);
  // Asked for at once: the market hears of the transaction after this and then writes down the new price.
  const usdValue = (mint: string, baseUnits: bigint) => market.usdValueMet(mint, baseUnits);
  const effects = await landedEffects(landed, built, { addresses, usdValue });
  metrics.landed(landed.signature, { account: built.account, at: landed.at, ...effects });
}
