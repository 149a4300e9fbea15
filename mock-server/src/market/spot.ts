import { USDC_MINT } from "../world/pools.js";
import type { Token } from "../world/tokens.js";
import type { Reserves } from "./reserves.js";
import { legOf, type PoolGraph } from "./routing.js";

/** A number to twelve significant digits: all that a price is good for, and free of binary noise. */
export function significant(value: number): number {
  return Number(value.toPrecision(12));
}

/** Spot prices in USD of all tokens that pools price, from what the pools hold (decision 34). */
export class SpotPrices {
  readonly #graph: PoolGraph;
  readonly #decimals: ReadonlyMap<string, number>;

  constructor(graph: PoolGraph, tokens: readonly Token[]) {
    this.#graph = graph;
    this.#decimals = new Map(tokens.map((token) => [token.mint, token.decimals]));
  }

  /** USD of one whole token: by its pool with USDC, or else over the deepest pool of a token that has one; undefined if none prices it. */
  of(mint: string, reserves: Reserves): number | undefined {
    if (mint === USDC_MINT) return 1;
    const price = this.#direct(mint, reserves) ?? this.#overOneHop(mint, reserves);
    return price === undefined ? undefined : significant(price);
  }

  #direct(mint: string, reserves: Reserves): number | undefined {
    for (const pool of this.#graph.holding(mint)) {
      if (pool.mintA !== USDC_MINT && pool.mintB !== USDC_MINT) continue;
      const leg = legOf(pool, mint, reserves);
      const price = leg && this.#rate(mint, leg.reserveIn, USDC_MINT, leg.reserveOut);
      if (price !== undefined) return price;
    }
    return undefined;
  }

  #overOneHop(mint: string, reserves: Reserves): number | undefined {
    let deepest = 0;
    let price: number | undefined;
    for (const pool of this.#graph.holding(mint)) {
      const leg = legOf(pool, mint, reserves);
      const otherUsd = leg && this.#direct(leg.to, reserves);
      if (!leg || otherUsd === undefined) continue;
      const rate = this.#rate(mint, leg.reserveIn, leg.to, leg.reserveOut);
      const depth = otherUsd * (Number(leg.reserveOut) / 10 ** (this.#decimals.get(leg.to) ?? 0));
      if (rate === undefined || depth <= deepest) continue;
      deepest = depth;
      price = rate * otherUsd;
    }
    return price;
  }

  /** Whole tokens of `other` for one whole token of `mint`; undefined for an empty pool. */
  #rate(mint: string, own: bigint, other: string, reserve: bigint): number | undefined {
    const [ownDecimals, otherDecimals] = [this.#decimals.get(mint), this.#decimals.get(other)];
    if (own <= 0n || reserve <= 0n || ownDecimals === undefined || otherDecimals === undefined)
      return undefined;
    return (Number(reserve) / Number(own)) * 10 ** (ownDecimals - otherDecimals);
  }
}
