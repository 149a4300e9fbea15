import type { SwapHop } from "../chain/amm/instruction.js";
import { mintsInOrder, poolAddress } from "../chain/amm/pool.js";
import { associatedTokenAddress } from "../chain/program-addresses.js";
import { tokenProgramId } from "../chain/token-layout.js";
import type { Random } from "../kernel/random.js";
import { KNOWN_POOLS, type PoolPlace } from "./pool-addresses.js";
import { feeBpsOf, inEveryWorld, liquidityOf, NATIVE_MINT, openingPrice, type Token } from "./tokens.js";

/** The constant data of a pool. */
export interface PoolSpec extends PoolPlace {
  /** Fee in basis points of the input, which stays in the pool. */
  readonly feeBps: number;
  /** The pair's usual name: `SOL-USDC`. */
  readonly label: string;
}

/** A pool with its opening balances in base units. */
export interface OpenPool extends PoolSpec {
  readonly reserveA: bigint;
  readonly reserveB: bigint;
}

/** A pool in addition to a World's own pools. */
export interface PoolRequest {
  readonly base: Token;
  readonly quote: Token;
  /** Whole US dollars on each side. Default 1,000,000. */
  readonly sideUsd?: number;
  /** Basis points, 0 to 9,999. The default depends on the kinds of the two tokens. */
  readonly feeBps?: number;
}

/** USDC's mint. Every token has a pool with USDC, which is worth 1 USD by definition. */
export const USDC_MINT = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";

const MILLION = 1_000_000n;
/** Maximum balance of a vault. With this maximum, orders of any 64-bit amount cannot overflow. */
const FULLEST = 1n << 60n;
/** Minimum balance of a vault. A smaller balance cannot express a price to 0.1%. */
export const EMPTIEST = 10_000n;

/**
 * A World's opening pools. Each token has a pool with USDC, and liquid tokens also have a pool with SOL. Two hops
 * therefore connect any two tokens, and most pairs have several routes. The seed affects only balances.
 *
 * @throws RangeError if USDC is not among the tokens, or a token's price and decimals do not fit a pool
 */
export function openPools(random: Random, tokens: readonly Token[]): OpenPool[] {
  const usdc = tokens.find((token) => token.mint === USDC_MINT);
  if (usdc === undefined) throw new RangeError("A world needs USDC: it is the unit of every price.");
  const sol = tokens.find((token) => token.mint === NATIVE_MINT);
  const pools: OpenPool[] = [];
  for (const token of tokens) {
    if (token === usdc) continue;
    const { usdc: withUsdc, sol: withSol } = liquidityOf(token);
    pools.push(openPool(random, { base: token, quote: usdc, sideUsd: withUsdc }));
    if (sol && withSol) pools.push(openPool(random, { base: token, quote: sol, sideUsd: withSol }));
  }
  return pools;
}

/**
 * Adds a pool.
 *
 * @throws RangeError if the pair already has a pool (its address derives from the pair), or both tokens are the same
 * @example addPool(openPools(random, tokens), random, { base: acme, quote: sol, sideUsd: 50_000 })
 */
export function addPool(pools: readonly OpenPool[], random: Random, request: PoolRequest): OpenPool[] {
  const pool = openPool(random, request);
  if (pools.some((known) => known.address === pool.address)) {
    throw new RangeError(`${pool.label} already has a pool; each pair can have only one.`);
  }
  return [...pools, pool];
}

function openPool(random: Random, { base, quote, sideUsd = 1_000_000, feeBps }: PoolRequest): OpenPool {
  if (base.mint === quote.mint)
    throw new RangeError(`A pool needs two different tokens, not ${base.symbol} twice.`);
  const spec = { ...placeOf(base, quote), feeBps: feeBps ?? feeBpsOf(base, quote) };
  const [a, b] = spec.mintA === base.mint ? [base, quote] : [quote, base];
  // The depth varies by 8%. The pool's rate differs from the tokens' prices by at most 0.003%. This is less than the
  // lowest fee, so a small order never profits from a detour through another pool.
  const deep = BigInt(sideUsd) * varied(random, "pool", spec.address, 80_000);
  const skew = [a, b].every(inEveryWorld) ? varied(random, "pool-skew", spec.address, 30) : MILLION;
  const skewed = (deep * skew) / MILLION;
  let reserveA = unitsWorth(random, a, deep);
  let reserveB = unitsWorth(random, b, skewed);
  // A very cheap token with many decimals would not fit 64 bits, so its pool is smaller.
  const most = reserveA > reserveB ? reserveA : reserveB;
  if (most > FULLEST) {
    reserveA = (reserveA * FULLEST) / most;
    reserveB = (reserveB * FULLEST) / most;
  }
  if (reserveA < EMPTIEST || reserveB < EMPTIEST) {
    throw new RangeError(
      `${spec.label}: ${sideUsd} USD per side is too little for these prices and decimals; increase sideUsd.`,
    );
  }
  return { ...spec, reserveA, reserveB };
}

/** A random factor around one, in millionths. */
function varied(random: Random, purpose: string, key: string, spread: number): bigint {
  return MILLION + BigInt(Math.round((random.fraction(purpose, key) * 2 - 1) * spread));
}

/** Base units of a token for an amount in millionths of a dollar. */
function unitsWorth(random: Random, token: Token, microUsd: bigint): bigint {
  const price = openingPrice(random, token);
  return (microUsd * 10n ** BigInt(token.decimals) * price.divisor) / (price.numerator * MILLION);
}

/** Addresses of a pair's pool and vaults. Deriving them takes 0.5 ms, so those of the default tokens are stored. */
function placeOf(base: Token, quote: Token): Omit<PoolSpec, "feeBps"> {
  const label = `${base.symbol}-${quote.symbol}`;
  const known = KNOWN_POOLS.get(label);
  if (known && [known.mintA, known.mintB].every((mint) => mint === base.mint || mint === quote.mint)) {
    return { ...known, label };
  }
  return { ...derivePool(base, quote), label };
}

/** Derives a pair's pool address, bump, ordered mints and vaults. */
function derivePool(one: Token, other: Token): Omit<PoolSpec, "feeBps" | "label"> {
  const [a, b] = mintsInOrder(one.mint, other.mint) ? [one, other] : [other, one];
  const { address, bump } = poolAddress(a.mint, b.mint);
  return {
    address,
    bump,
    mintA: a.mint,
    mintB: b.mint,
    vaultA: associatedTokenAddress(address, a.mint, tokenProgramId(a.program)),
    vaultB: associatedTokenAddress(address, b.mint, tokenProgramId(b.program)),
  };
}

/** A pool in the direction of a swap with output `mintOut`. */
export function swapHop(pool: PoolSpec, mintOut: string, tokenProgramOut: string): SwapHop {
  const [vaultIn, vaultOut] =
    pool.mintA === mintOut ? [pool.vaultB, pool.vaultA] : [pool.vaultA, pool.vaultB];
  return { pool: pool.address, vaultIn, vaultOut, mintOut, tokenProgramOut };
}

/** Three pools from USDC back to USDC: a pool between two other tokens, and each token's pool with USDC. */
export interface Triangle {
  /** The intermediate token of the instruction that swaps through two pools. */
  readonly middle: string;
  /** The token that the trader has between the two instructions: SOL, if one of the two tokens is SOL. */
  readonly held: string;
  /** The pool between `middle` and `held`. */
  readonly across: PoolSpec;
  readonly middlePool: PoolSpec;
  readonly heldPool: PoolSpec;
}

/**
 * All triangles of a market. Each token's price is set by its pool with USDC. As long as no triangle is profitable,
 * every pool's rate equals the ratio of its tokens' prices, within the fees of three pools.
 */
export function trianglesOf(pools: readonly PoolSpec[]): Triangle[] {
  const withUsdc = new Map<string, PoolSpec>();
  for (const pool of pools) {
    if (pool.mintA === USDC_MINT) withUsdc.set(pool.mintB, pool);
    if (pool.mintB === USDC_MINT) withUsdc.set(pool.mintA, pool);
  }
  return pools.flatMap((across) => {
    const { mintA, mintB } = across;
    if (mintA === USDC_MINT || mintB === USDC_MINT) return [];
    const [held, middle] = mintB === NATIVE_MINT ? [mintB, mintA] : [mintA, mintB];
    const [middlePool, heldPool] = [withUsdc.get(middle), withUsdc.get(held)];
    return middlePool && heldPool ? [{ middle, held, across, middlePool, heldPool }] : [];
  });
}
