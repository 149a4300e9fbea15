import type { OperationPayload } from "intent-tx/contract";
import { DAY_MS } from "../kernel/duration.js";
import { isPromise } from "../kernel/is-promise.js";
import { perObject } from "../kernel/memo.js";
import { ServiceError } from "../kernel/service-error.js";
import type { Landed, Ledger, LedgerControl, LedgerEvent } from "../ledger/ledger.js";
import type { MovedPoolRow } from "../state/rows-market.js";
import type { Table } from "../state/table.js";
import type { OpenPool } from "../world/pools.js";
import type { Token } from "../world/tokens.js";
import { marketChange } from "./landed-swap.js";
import type { MarketOptions } from "./market-options.js";
import { findPool, movePoolBy, type NamedPool, refuseMove } from "./move-pool.js";
import { PriceBook, type PricePoint } from "./price-book.js";
import { priceFigures } from "./price-figures.js";
import { Quotes } from "./quotes.js";
import {
  AskedReserves,
  openingReserves,
  PushedReserves,
  type Reserves,
  type ReservesSource,
} from "./reserves.js";
import { PoolGraph, type Quote, type QuoteRefused, type QuoteRequest } from "./routing.js";
import { SpotPrices, significant } from "./spot.js";
import { TokenList } from "./token-list.js";
import { VolumeBook } from "./volume-book.js";

/** Tokens, prices and quotes of one World and environment. Nothing but State and the ledger outlives it. */
export class Market {
  readonly tokens: TokenList;
  readonly #options: MarketOptions;
  readonly #quotes: Quotes;
  readonly #spot: SpotPrices;
  readonly #reserves: ReservesSource;
  readonly #prices: PriceBook;
  readonly #volumes: VolumeBook;
  readonly #opening: ReadonlyMap<string, number>;
  readonly #figuresOf = perObject((token: Token) => priceFigures(token, this.#opening.get(token.mint) ?? 0));
  readonly #moved: Table<MovedPoolRow>;
  readonly #stops: readonly (() => void)[];

  constructor(options: MarketOptions) {
    this.#options = options;
    const { world, state, ledger, environment, random } = options;
    this.tokens = new TokenList(world.tokens);
    const graph = new PoolGraph(world.pools);
    this.#quotes = new Quotes(graph);
    this.#spot = new SpotPrices(graph, world.tokens);
    const opening = openingReserves(world.pools);
    this.#opening = new Map(
      world.tokens.map((token) => [token.mint, this.#spot.of(token.mint, opening) ?? 0]),
    );
    this.#reserves = ledger.remote
      ? new AskedReserves(world.pools, ledger.remote)
      : new PushedReserves({ pools: world.pools, changed: ledger.changed });
    this.#prices = new PriceBook({ environment, state, random, opening: this.#opening });
    this.#volumes = new VolumeBook({ environment, state, random });
    this.#moved = state.openFor(environment, "movedPools");
    this.#stops = [
      ledger.subscribe((event) => this.#heard(event)),
      state.onRestore(() => this.#reserves.forget()),
    ];
  }

  /** The token of a mint, or of a symbol in any case. */
  token(mintOrSymbol: string): Token | undefined {
    return this.tokens.find(mintOrSymbol);
  }

  /** The best way through one or two pools as they stand now. */
  quote(request: QuoteRequest): Quote | QuoteRefused | Promise<Quote | QuoteRefused> {
    const reserves = this.#reserves.current();
    if (isPromise(reserves)) return reserves.then((read) => this.#quotes.best(read, request));
    return this.#quotes.best(reserves, request);
  }

  /**
   * The response to `GET /prices/{tokenMint}`.
   *
   * @throws ServiceError `token_not_found`
   */
  price(
    mintOrSymbol: string,
  ): OperationPayload<"prices.retrieve"> | Promise<OperationPayload<"prices.retrieve">> {
    const token = this.token(mintOrSymbol);
    if (!token) {
      throw new ServiceError("token_not_found", `No token has the mint or symbol "${mintOrSymbol}".`, {
        details: { resource: "token", id: mintOrSymbol },
      });
    }
    const reserves = this.#reserves.current();
    if (isPromise(reserves)) return reserves.then((read) => this.#priceOf(token, read));
    return this.#priceOf(token, reserves);
  }

  #priceOf(token: Token, reserves: Reserves): OperationPayload<"prices.retrieve"> {
    const price = this.#now(token.mint, reserves);
    const now = this.#options.clock.now();
    const before = this.#prices.at(token, now - DAY_MS);
    const { supply, openingCap, change, volume, cap } = this.#figuresOf(token);
    return {
      mint: token.mint,
      symbol: token.symbol,
      price,
      change24h: before > 0 ? change.of((price / before - 1) * 100) : 0,
      volume24h: volume.of(this.#volumes.day(token, openingCap, now)),
      marketCap: cap.of(price * supply),
      lastUpdated: this.#options.clock.written.iso(now),
    };
  }

  /** USD of one whole token now; undefined for a mint that is no token of the world. */
  async usdPrice(mint: string): Promise<number | undefined> {
    if (!this.tokens.ofMint(mint)) return undefined;
    const reserves = this.#reserves.current();
    return this.#now(mint, isPromise(reserves) ? await reserves : reserves);
  }

  /** USD that so many base units are worth now; 0 for a mint that is no token of the world, since nothing prices it. */
  async usdValue(mint: string, baseUnits: bigint): Promise<number> {
    const price = await this.usdPrice(mint);
    return price === undefined ? 0 : this.#worth(mint, baseUnits, price);
  }

  /**
   * USD that so many base units were worth when the price was written down last. While a swap is told of, that is the price that it
   * met: the pools have moved already. The volume of the day counts by it too, so that a swap has one value.
   */
  usdValueMet(mint: string, baseUnits: bigint): number {
    return this.tokens.ofMint(mint) ? this.#worth(mint, baseUnits, this.#prices.last(mint)) : 0;
  }

  /** Every pool with what it holds now; a pool whose vaults are gone is left out. */
  async pools(): Promise<readonly OpenPool[]> {
    const reserves = await this.#reserves.current();
    return this.#options.world.pools.flatMap((pool) => {
      const reserveA = reserves.get(pool.vaultA);
      const reserveB = reserves.get(pool.vaultB);
      return reserveA === undefined || reserveB === undefined ? [] : [{ ...pool, reserveA, reserveB }];
    });
  }

  /** The pools with what they hold now, by address, without those that a fault has moved. */
  async unmoved(): Promise<ReadonlyMap<string, OpenPool>> {
    const pools = await this.pools();
    return new Map(
      pools.flatMap((pool) => (this.#moved.get(pool.address) ? [] : [[pool.address, pool] as const])),
    );
  }

  /**
   * Prices of a token between two moments. Before the world's start they come from the seed's series, after
   * it from the recorded prices, which are kept for at most a day.
   */
  priceHistory(token: Token, from: number, to: number, points: number): readonly PricePoint[] {
    const step = (to - from) / Math.max(1, points - 1);
    return Array.from({ length: points }, (_, index) => {
      const at = Math.round(from + step * index);
      return { at: new Date(at).toISOString(), usd: this.#prices.at(token, at) };
    });
  }

  /** The pool of an address or of a pair (`SOL-USDC`, in either order and any case), and the pair's first mint. */
  pool(addressOrPair: string): NamedPool | undefined {
    return findPool(this.#options.world.pools, this.tokens, addressOrPair);
  }

  /**
   * Moves a pool's price, as the `moved-pool` fault asks: the pair's first token gets dearer by `percent` in the second. From then on the pool
   * stays out of arbitrage, or the fault would be undone in the next slot.
   *
   * @param of - the mint that gets dearer; without it the first of the pair
   * @throws RangeError if there is no such pool, or it cannot move by so much
   * @example await market.movePool("SOL-USDC", -10, ledger)
   */
  async movePool(
    addressOrPair: string,
    percent: number,
    ledger: Ledger & LedgerControl,
    of?: string,
  ): Promise<void> {
    const found = this.pool(addressOrPair);
    if (!found) throw new RangeError(`No pool has the address or pair "${addressOrPair}".`);
    const { vault, amount } = await movePoolBy(ledger, found.pool, of ?? found.base, percent);
    const now = this.#options.clock.now();
    this.#moved.put(found.pool.address, { at: now });
    this.#reserves.note(vault, amount);
    const reserves = this.#reserves.current();
    this.#recordPrices(isPromise(reserves) ? await reserves : reserves, now);
  }

  /** Looks whether a pool could move now; on a validator none does. @throws RangeError if it cannot move by so much */
  refuseMove(found: NamedPool, percent: number): void {
    const reserves = this.#reserves.current();
    if (!isPromise(reserves)) refuseMove(reserves, found, percent);
  }

  /** Stops listening to ledger and State. */
  close(): void {
    for (const stop of this.#stops) stop();
  }

  #heard(event: LedgerEvent): void {
    if (event.kind === "replaced") this.#reserves.forget();
    if (event.kind === "landed") this.#landed(event.transaction);
    if (event.kind === "account") this.#reserves.noteAccount(event.address, event.account);
  }

  #landed(landed: Landed): void {
    const change = marketChange(landed, this.#options.world.pools);
    if (!change) return;
    const now = this.#options.clock.now();
    for (const [mint, amount] of change.swapped) {
      this.#volumes.record(mint, this.usdValueMet(mint, amount), now);
    }
    for (const [vault, amount] of change.vaults) this.#reserves.note(vault, amount);
    const reserves = this.#reserves.current();
    if (isPromise(reserves)) {
      // A ledger that cannot be read has no price to write down; the next reader is told what is wrong with it.
      reserves.then((read) => this.#recordPrices(read, now)).catch(() => undefined);
    } else {
      this.#recordPrices(reserves, now);
    }
  }

  /** The spot price; what was recorded last for a token whose pools are missing or empty. */
  #now(mint: string, reserves: Reserves): number {
    const price = this.#spot.of(mint, reserves);
    if (price === undefined) return this.#prices.last(mint);
    // A swap that nobody told of (on a validator, by another program) is news when it is first seen.
    this.#prices.record(mint, price, this.#options.clock.now());
    return price;
  }

  #recordPrices(reserves: Reserves, now: number): void {
    for (const { mint } of this.#options.world.tokens) {
      const price = this.#spot.of(mint, reserves);
      if (price !== undefined) this.#prices.record(mint, price, now);
    }
  }

  #worth(mint: string, baseUnits: bigint, price: number): number {
    const decimals = this.tokens.ofMint(mint)?.decimals ?? 0;
    return significant((Number(baseUnits) / 10 ** decimals) * price);
  }
}
