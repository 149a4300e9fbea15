import { BPS, U64_MAX } from "../base-units.js";
/** The reserves and the fee of a pool, seen in the direction of the swap. */
export interface QuotePool {
  /** Base units of the token that goes in, as held by the pool before the swap. */
  readonly reserveIn: bigint;
  /** Base units of the token that comes out, as held by the pool before the swap. */
  readonly reserveOut: bigint;
  /** The pool's fee in basis points of the input, 0 to 9,999. */
  readonly feeBps: number;
}

/** The program's reasons to refuse an amount, under the names of its errors. */
export type QuoteRefusal = "zero_output" | "insufficient_liquidity" | "overflow";

/** One hop, exact to the base unit: what goes in, what comes out, and how much of the input the pool keeps as its fee. */
export interface HopQuote {
  readonly ok: true;
  readonly amountIn: bigint;
  readonly amountOut: bigint;
  /** Base units of the hop's input that did not take part in the exchange, rounding included. */
  readonly fee: bigint;
}

/** A swap over one or two pools; `hops` in the order in which tokens flow. */
export interface RouteQuote {
  readonly ok: true;
  readonly amountIn: bigint;
  readonly amountOut: bigint;
  readonly hops: readonly HopQuote[];
}

export interface RefusedQuote {
  readonly ok: false;
  readonly refusal: QuoteRefusal;
}

const refused = (refusal: QuoteRefusal): RefusedQuote => ({ ok: false, refusal });

/** The divisor is never zero here: both callers refuse empty reserves before. */
function divideUp(numerator: bigint, divisor: bigint): bigint {
  return (numerator + divisor - 1n) / divisor;
}

function keptShare(feeBps: number): bigint {
  if (!Number.isInteger(feeBps) || feeBps < 0 || feeBps > 9_999) {
    throw new RangeError(`feeBps must be an integer from 0 to 9999, not ${feeBps}.`);
  }
  return BPS - BigInt(feeBps);
}

function checkU64(amount: bigint, name: string): void {
  if (amount < 0n || amount > U64_MAX)
    throw new RangeError(`${name} must fit an unsigned 64-bit integer, not ${amount}.`);
}

function checkPool(pool: QuotePool): void {
  checkU64(pool.reserveIn, "reserveIn");
  checkU64(pool.reserveOut, "reserveOut");
}

/**
 * Quotes the output that the swap program pays for exactly `amountIn` base units, by the same integer steps
 * and with the same order of refusals. `programs/amm/math.h` is the same code in C; change both or neither.
 *
 * @throws RangeError if an amount is no u64 or the fee is not below 100 %: the caller's mistake, not the
 * market's refusal.
 * @example quoteExactIn(1_000_000n, { reserveIn: 10n ** 12n, reserveOut: 10n ** 12n, feeBps: 30 })
 */
export function quoteExactIn(amountIn: bigint, pool: QuotePool): HopQuote | RefusedQuote {
  checkU64(amountIn, "amountIn");
  checkPool(pool);
  const kept = keptShare(pool.feeBps);
  if (amountIn === 0n) return refused("zero_output");
  if (pool.reserveIn === 0n || pool.reserveOut === 0n) return refused("insufficient_liquidity");
  if (pool.reserveIn + amountIn > U64_MAX) return refused("overflow");
  const effective = (amountIn * kept) / BPS;
  const amountOut = (pool.reserveOut * effective) / (pool.reserveIn + effective);
  if (amountOut === 0n) return refused("zero_output");
  return { ok: true, amountIn, amountOut, fee: amountIn - effective };
}

/**
 * Quotes the input that the swap program takes for exactly `amountOut` base units.
 *
 * @throws RangeError as {@link quoteExactIn} does.
 */
export function quoteExactOut(amountOut: bigint, pool: QuotePool): HopQuote | RefusedQuote {
  checkU64(amountOut, "amountOut");
  checkPool(pool);
  const kept = keptShare(pool.feeBps);
  if (amountOut === 0n) return refused("zero_output");
  if (pool.reserveIn === 0n || amountOut >= pool.reserveOut) return refused("insufficient_liquidity");
  const effective = divideUp(pool.reserveIn * amountOut, pool.reserveOut - amountOut);
  if (effective > U64_MAX) return refused("overflow");
  const amountIn = divideUp(effective * BPS, kept);
  if (pool.reserveIn + amountIn > U64_MAX) return refused("overflow");
  return { ok: true, amountIn, amountOut, fee: amountIn - effective };
}

/**
 * Quotes pools one behind the other, in the order in which tokens flow; each hop's output is the next one's input.
 *
 * @throws RangeError as {@link quoteExactIn} does.
 */
export function quoteRouteExactIn(amountIn: bigint, pools: readonly QuotePool[]): RouteQuote | RefusedQuote {
  const hops: HopQuote[] = [];
  let amount = amountIn;
  for (const pool of pools) {
    const hop = quoteExactIn(amount, pool);
    if (!hop.ok) return hop;
    hops.push(hop);
    amount = hop.amountOut;
  }
  return { ok: true, amountIn, amountOut: amount, hops };
}

/**
 * As {@link quoteRouteExactIn}, but for an exact output: worked out from the last pool backwards, as the program does.
 *
 * @throws RangeError as {@link quoteExactIn} does.
 */
export function quoteRouteExactOut(
  amountOut: bigint,
  pools: readonly QuotePool[],
): RouteQuote | RefusedQuote {
  const hops: HopQuote[] = [];
  let amount = amountOut;
  for (const pool of [...pools].reverse()) {
    const hop = quoteExactOut(amount, pool);
    if (!hop.ok) return hop;
    hops.unshift(hop);
    amount = hop.amountIn;
  }
  return { ok: true, amountIn: amount, amountOut, hops };
}
