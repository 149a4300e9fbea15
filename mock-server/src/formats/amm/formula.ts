import { BPS, U64_MAX } from "../base-units.js";
/** A pool's reserves and fee, in the swap's direction. */
export interface QuotePool {
  /** Input token reserve before the swap, in base units. */
  readonly reserveIn: bigint;
  /** Output token reserve before the swap, in base units. */
  readonly reserveOut: bigint;
  /** Pool fee in basis points of the input, 0 to 9,999. */
  readonly feeBps: number;
}

/** The program's reasons to reject an amount, named like its errors. */
export type QuoteRefusal = "zero_output" | "insufficient_liquidity" | "overflow";

/** One hop, exact to the base unit: input, output, and the pool's fee in the input token. */
export interface HopQuote {
  readonly ok: true;
  readonly amountIn: bigint;
  readonly amountOut: bigint;
  /** Base units of the input that were not exchanged, including rounding. */
  readonly fee: bigint;
}

/** A swap over one or two pools; `hops` are in swap order. */
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

/** Callers make sure that the divisor is not zero. */
function divideUp(numerator: bigint, divisor: bigint): bigint {
  return (numerator + divisor - 1n) / divisor;
}

/** Checks a quote's input and returns the share of it that is left after the fee. @throws RangeError */
function shareAfterFee(amount: bigint, { reserveIn, reserveOut, feeBps }: QuotePool): bigint {
  // Negative or too large if one of them is.
  const bits = amount | reserveIn | reserveOut;
  if (bits < 0n || bits > U64_MAX)
    throw new RangeError(`The amount ${amount} or a reserve does not fit in an unsigned 64-bit integer.`);
  if (!Number.isInteger(feeBps) || feeBps < 0 || feeBps > 9_999) {
    throw new RangeError(`feeBps must be an integer from 0 to 9999, not ${feeBps}.`);
  }
  return BPS - BigInt(feeBps);
}

/**
 * Quotes the output that the swap program pays for exactly `amountIn` base units, with the program's integer steps and
 * its order of errors. `programs/amm/math.h` has the same code in C; change both together.
 *
 * @throws RangeError if an amount is not a u64 or the fee is 100% or more: the caller's mistake, not a market error.
 * @example quoteExactIn(1_000_000n, { reserveIn: 10n ** 12n, reserveOut: 10n ** 12n, feeBps: 30 })
 */
export function quoteExactIn(amountIn: bigint, pool: QuotePool): HopQuote | RefusedQuote {
  const { reserveIn, reserveOut } = pool;
  const share = shareAfterFee(amountIn, pool);
  if (amountIn === 0n) return refused("zero_output");
  if (reserveIn === 0n || reserveOut === 0n) return refused("insufficient_liquidity");
  if (reserveIn + amountIn > U64_MAX) return refused("overflow");
  const effective = (amountIn * share) / BPS;
  const amountOut = (reserveOut * effective) / (reserveIn + effective);
  if (amountOut === 0n) return refused("zero_output");
  return { ok: true, amountIn, amountOut, fee: amountIn - effective };
}

/**
 * Quotes the input that the swap program requires for exactly `amountOut` base units.
 *
 * @throws RangeError as {@link quoteExactIn} does.
 */
export function quoteExactOut(amountOut: bigint, pool: QuotePool): HopQuote | RefusedQuote {
  const { reserveIn, reserveOut } = pool;
  const share = shareAfterFee(amountOut, pool);
  if (amountOut === 0n) return refused("zero_output");
  if (reserveIn === 0n || amountOut >= reserveOut) return refused("insufficient_liquidity");
  const effective = divideUp(reserveIn * amountOut, reserveOut - amountOut);
  if (effective > U64_MAX) return refused("overflow");
  const amountIn = divideUp(effective * BPS, share);
  if (reserveIn + amountIn > U64_MAX) return refused("overflow");
  return { ok: true, amountIn, amountOut, fee: amountIn - effective };
}

/**
 * Quotes consecutive pools in swap order: each hop's output is the next hop's input.
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
 * Like {@link quoteRouteExactIn}, but for an exact output. Quotes from the last pool to the first, as the program does.
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
