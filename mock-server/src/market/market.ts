import type { Environment, OperationPayload } from "intent-tx/contract";
import type { OpenPool } from "../fixtures/pools.js";
import type { Token, TokenList } from "../fixtures/tokens.js";
import type { Clock } from "../kernel/clock.js";
import { notFound } from "../kernel/errors.js";
import type { Random } from "../kernel/random.js";
import { DAY_MS } from "../kernel/time.js";
import type { ControlledLedger, Landed, Ledger } from "../ledger/ledger.js";
import type { LedgerAccountRow, MovedPoolRow } from "../state/rows.js";
import type { State } from "../state/state.js";
import type { Table } from "../state/table.js";
import { swappedAmounts } from "./landed-swap.js";
import { findPool, movePoolBy, type NamedPool, refuseMove } from "./move-pool.js";
import { PriceBook, type PricePoint } from "./price-book.js";
import {
  openingReserves,
  PoolGraph,
  type Reserves,
  recordedReserves,
  SpotPrices,
  significant,
  validatorReserves,
} from "./reserves.js";
import { bestQuote, type Quote, type QuoteRefused, type QuoteRequest } from "./routing.js";
import { VolumeBook } from "./volume-book.js";

export interface MarketOptions {
  readonly environment: Environment;
  readonly state: State;
  readonly clock: Clock;
  readonly random: Random;
  readonly world: { readonly pools: readonly OpenPool[] };
  readonly tokens: TokenList;
  /** The accounts of an in-process ledger that differ from the world's initial state. */
  readonly changed: Pick<Table<LedgerAccountRow>, "get">;
  /** Opens the ledger of a validator, if there is one. */
  readonly validator?: () => Promise<Ledger>;
}

/** Tokens, prices and quotes of one World and environment. It stores data only in State and the ledger. */
export class Market {
  readonly tokens: TokenList;
  readonly #graph: PoolGraph;
  readonly #spot: SpotPrices;
  /** The reserves of an in-process ledger; undefined on a validator. */
  readonly #recorded: Reserves | undefined;
  readonly #reserves: () => Promise<Reserves>;
  readonly #prices: PriceBook;
  readonly #volumes: VolumeBook;
  readonly #opening: ReadonlyMap<string, number>;
  readonly #movedPools: Table<MovedPoolRow>;

  constructor(private readonly options: MarketOptions) {
    const { world, state, changed, validator, environment, random } = options;
    this.tokens = options.tokens;
    const { tokens } = this.tokens;
    this.#graph = new PoolGraph(world.pools);
    this.#spot = new SpotPrices(this.#graph, tokens);
    const opening = openingReserves(world.pools);
    this.#opening = new Map(tokens.map(({ mint }) => [mint, this.#spot.of(mint, opening) ?? 0]));
    const recorded = recordedReserves(world.pools, changed);
    this.#recorded = validator ? undefined : recorded;
    this.#reserves = async () => (validator ? validatorReserves(world.pools, await validator()) : recorded);
    this.#prices = new PriceBook({ environment, state, random, opening: this.#opening });
    this.#volumes = new VolumeBook({ environment, state, random });
    this.#movedPools = state.openFor(environment, "movedPools");
  }

  /** Finds a token by mint, or by symbol in any case. @throws ServiceError `token_not_found` */
  listed(mintOrSymbol: string): Token {
    const token = this.tokens.find(mintOrSymbol);
    if (token) return token;
    const message = `No token has the mint or symbol "${mintOrSymbol}".`;
    throw notFound("token", mintOrSymbol, message, "token_not_found");
  }

  /** The best route over one or two pools at their current balances. */
  async quote(request: QuoteRequest): Promise<Quote | QuoteRefused> {
    return bestQuote(this.#graph, await this.#reserves(), request);
  }

  /**
   * The response to `GET /prices/{tokenMint}`.
   *
   * @throws ServiceError `token_not_found`
   */
  async price(mintOrSymbol: string): Promise<OperationPayload<"prices.retrieve">> {
    const token = this.listed(mintOrSymbol);
    const { mint, symbol } = token;
    const price = this.#now(mint, await this.#reserves());
    const now = this.options.clock.now();
    const before = this.#prices.at(token, now - DAY_MS);
    const supply = Number(token.supply);
    const openingCap = this.opening(mint) * supply;
    return {
      mint,
      symbol,
      price,
      change24h: before > 0 ? rounded((price / before - 1) * 100, 6) : 0,
      volume24h: rounded(this.#volumes.day(token, openingCap, now), 2),
      marketCap: rounded(price * supply, 2),
      lastUpdated: new Date(now).toISOString(),
    };
  }

  /** Price per token in USD; undefined for a mint outside the world. */
  async usdPrice(mint: string): Promise<number | undefined> {
    if (!this.tokens.ofMint(mint)) return undefined;
    return this.#now(mint, await this.#reserves());
  }

  /** Value of base units in USD; 0 for a mint outside the world, which has no price. */
  async usdValue(mint: string, baseUnits: bigint): Promise<number> {
    const token = this.tokens.ofMint(mint);
    return token ? usdOf(token, baseUnits, this.#now(mint, await this.#reserves())) : 0;
  }

  /**
   * Value of base units in USD at the last recorded price. For a swap that has just landed, this is the price before
   * the swap, because the new price is not recorded yet. The daily volume uses the same value.
   */
  usdValueRecorded(mint: string, baseUnits: bigint): number {
    const token = this.tokens.ofMint(mint);
    return token ? usdOf(token, baseUnits, this.#prices.last(mint)) : 0;
  }

  /** All pools with their current balances, except pools with a missing vault. */
  async pools(): Promise<readonly OpenPool[]> {
    const reserves = await this.#reserves();
    return this.options.world.pools.flatMap((pool) => {
      const reserveA = reserves.get(pool.vaultA);
      const reserveB = reserves.get(pool.vaultB);
      return reserveA === undefined || reserveB === undefined ? [] : [{ ...pool, reserveA, reserveB }];
    });
  }

  /** The price of a token at the world's start, in USD. */
  opening(mint: string): number {
    return this.#opening.get(mint) ?? 0;
  }

  /** Lets the arbitrage bot align a token's pools again after a fault has moved them. */
  release(mint: string): void {
    for (const { address } of this.#graph.holding(mint)) this.#movedPools.delete(address);
  }

  /** The pools with their current balances, by address, except those that a fault has moved. */
  async unmoved(): Promise<ReadonlyMap<string, OpenPool>> {
    const pools = await this.pools();
    return new Map(
      pools.flatMap((pool) => (this.#movedPools.get(pool.address) ? [] : [[pool.address, pool] as const])),
    );
  }

  /**
   * A token's prices between two times. Prices before the world's start come from the seed's series. Later prices are
   * recorded when they change, and are kept for a day.
   */
  priceHistory(token: Token, from: number, to: number, points: number): readonly PricePoint[] {
    const step = (to - from) / Math.max(1, points - 1);
    return Array.from({ length: points }, (_, index) => {
      const at = Math.round(from + step * index);
      return { at: new Date(at).toISOString(), usd: this.#prices.at(token, at) };
    });
  }

  /** Finds a pool by address or pair (`SOL-USDC`, in either order and any case), with the pair's first mint. */
  pool(addressOrPair: string): NamedPool | undefined {
    return findPool(this.options.world.pools, this.tokens, addressOrPair);
  }

  /**
   * Moves a pool's price, for the `moved-pool` fault: its base rises by `percent` against the other token. The arbitrage
   * bot then skips the pool, because it would undo the fault in the next slot.
   *
   * @throws RangeError if the price cannot move that far
   */
  async movePool(found: NamedPool, percent: number, ledger: ControlledLedger): Promise<void> {
    await movePoolBy(ledger, found, percent);
    const now = this.options.clock.now();
    this.#movedPools.put(found.pool.address, { at: now });
    this.#recordPrices(await this.#reserves(), now);
  }

  /** Checks that a pool's price can move by `percent`. Does nothing on a validator. @throws RangeError if it cannot */
  refuseMove(found: NamedPool, percent: number): void {
    if (this.#recorded) refuseMove(this.#recorded, found, percent);
  }

  /** Records the prices and volumes after a landed transaction. */
  landed(landed: Landed): void {
    const swapped = swappedAmounts(landed, this.options.world.pools);
    if (!swapped) return;
    const now = this.options.clock.now();
    for (const [mint, amount] of swapped) {
      this.#volumes.record(mint, this.usdValueRecorded(mint, amount), now);
    }
    if (this.#recorded) {
      this.#recordPrices(this.#recorded, now);
      return;
    }
    // If the ledger cannot be read, no price is recorded. The next request reports the error.
    this.#reserves()
      .then((read) => this.#recordPrices(read, now))
      .catch(() => undefined);
  }

  /** The spot price, or the last recorded price if the token's pools are missing or empty. */
  #now(mint: string, reserves: Reserves): number {
    const price = this.#spot.of(mint, reserves);
    if (price === undefined) return this.#prices.last(mint);
    // On a validator, other clients swap too, so a new price is recorded when it is first read.
    this.#prices.record(mint, price, this.options.clock.now());
    return price;
  }

  #recordPrices(reserves: Reserves, now: number): void {
    for (const { mint } of this.tokens.tokens) {
      const price = this.#spot.of(mint, reserves);
      if (price !== undefined) this.#prices.record(mint, price, now);
    }
  }
}

function usdOf({ decimals }: Token, baseUnits: bigint, price: number): number {
  return significant((Number(baseUnits) / 10 ** decimals) * price);
}

/** Rounds to a number of decimals; never returns -0. */
function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals)) + 0;
}
