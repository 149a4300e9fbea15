import { type PoolSpec, USDC_MINT } from "./pools.js";
import { NATIVE_MINT } from "./tokens.js";

/** Three pools that lead from USDC back to USDC: a pool between two other tokens, and the pool of each of them with USDC. */
export interface Triangle {
  /** The token between the two pools that one instruction swaps through. */
  readonly middle: string;
  /** The token that the trader holds between the two instructions: SOL where it is one of the two. */
  readonly held: string;
  /** Between `middle` and `held`. */
  readonly across: PoolSpec;
  readonly middlePool: PoolSpec;
  readonly heldPool: PoolSpec;
}

/**
 * Every triangle of a market. Each token has a pool with USDC, which gives it its price: while no triangle has anything to gain, the
 * rate of every pool is that of the two prices, within the fees of three pools.
 */
export function trianglesOf(pools: readonly PoolSpec[]): Triangle[] {
  const withUsdc = new Map<string, PoolSpec>();
  for (const pool of pools) {
    if (pool.mintA === USDC_MINT) withUsdc.set(pool.mintB, pool);
    if (pool.mintB === USDC_MINT) withUsdc.set(pool.mintA, pool);
  }
  return pools.flatMap((across) => {
    if (across.mintA === USDC_MINT || across.mintB === USDC_MINT) return [];
    const held = heldOf(across);
    const middle = across.mintA === held ? across.mintB : across.mintA;
    const [middlePool, heldPool] = [withUsdc.get(middle), withUsdc.get(held)];
    return middlePool && heldPool ? [{ middle, held, across, middlePool, heldPool }] : [];
  });
}

/** The token of a pool without USDC that whoever goes round its triangle holds in between. */
function heldOf({ mintA, mintB }: PoolSpec): string {
  return mintB === NATIVE_MINT ? mintB : mintA;
}
