import {
  type HopQuote,
  quoteRouteExactIn,
  quoteRouteExactOut,
  type RouteQuote,
} from "../formats/amm/formula.js";
import { BPS, U64_MAX } from "../formats/base-units.js";
import { type Leg, legOf, type PoolGraph, type Reserves } from "./reserves.js";

/** A quote request. `amount` is in base units: of the input for `input`, of the output for `output`. */
export interface QuoteRequest {
  readonly inputMint: string;
  readonly outputMint: string;
  readonly side: "input" | "output";
  readonly amount: bigint;
}

/** The best route for a request. */
export interface Quote {
  readonly inAmount: bigint;
  readonly outAmount: bigint;
  /** Percentage by which the swap's price is worse than the pools' mid price. Includes fees; never negative. */
  readonly priceImpact: number;
  /** One or two pools in route order, each with its part of the quote. */
  readonly hops: readonly (HopQuote & { readonly leg: Leg })[];
}

export interface QuoteRefused {
  readonly refused: "no_route" | "insufficient_liquidity" | "zero_output";
}

type Path = readonly [Leg] | readonly [Leg, Leg];

/** All routes over one or two pools from one mint to another, direct routes first. */
function pathsOver(graph: PoolGraph, reserves: Reserves, from: string, to: string): Path[] {
  const direct: Path[] = [];
  const over: Path[] = [];
  for (const pool of graph.holding(from)) {
    const first = legOf(pool, from, reserves);
    if (!first) continue;
    if (first.to === to) {
      direct.push([first]);
      continue;
    }
    for (const next of graph.holding(first.to)) {
      if (next.mintA !== to && next.mintB !== to) continue;
      const second = legOf(next, first.to, reserves);
      if (second) over.push([first, second]);
    }
  }
  return from === to ? [] : [...direct, ...over];
}

/** The best quote over one or two pools: most output, or least input. Ties go to the route with fewer pools. */
export function bestQuote(graph: PoolGraph, reserves: Reserves, request: QuoteRequest): Quote | QuoteRefused {
  const { inputMint, outputMint, side, amount } = request;
  if (amount <= 0n) return { refused: "zero_output" };
  const paths = pathsOver(graph, reserves, inputMint, outputMint);
  if (paths.length === 0) return { refused: "no_route" };
  // A token account cannot contain more than a u64, even if the pools could pay it.
  if (amount > U64_MAX) return { refused: "insufficient_liquidity" };
  let best: { readonly path: Path; readonly answer: RouteQuote; readonly rate: number } | undefined;
  let starved = false;
  for (const path of paths) {
    if (best !== undefined && rateOf(path) < best.rate) continue;
    const answer = side === "input" ? quoteRouteExactIn(amount, path) : quoteRouteExactOut(amount, path);
    if (!answer.ok) {
      starved ||= answer.refusal !== "zero_output";
      continue;
    }
    const better =
      best === undefined ||
      (side === "input" ? answer.amountOut > best.answer.amountOut : answer.amountIn < best.answer.amountIn);
    const rate = Number(answer.amountOut) / Number(answer.amountIn);
    if (better) best = { path, answer, rate };
  }
  if (!best) return { refused: starved ? "insufficient_liquidity" : "zero_output" };
  const { path, answer } = best;
  return {
    inAmount: answer.amountIn,
    outAmount: answer.amountOut,
    priceImpact: priceImpact(answer.amountIn, answer.amountOut, path),
    hops: answer.hops.flatMap((hop, at) => (path[at] ? [{ ...hop, leg: path[at] }] : [])),
  };
}

/** Output per input before the price impact. A path never pays a better rate, so worse ones need no exact quote. */
function rateOf(path: Path): number {
  // Slightly more, because floating-point numbers are rounded.
  let rate = 1 + 1e-9;
  for (const { reserveIn, reserveOut, feeBps } of path)
    rate *= (Number(reserveOut) / Number(reserveIn)) * (1 - feeBps / Number(BPS));
  return rate;
}

/**
 * Percentage by which `amountOut` is less than the value of `amountIn` at the pools' mid prices. It includes fees and
 * rounding. Computed exactly and truncated to eight decimals.
 *
 * @example priceImpact(100n, 98n, [{ reserveIn: 10_000n, reserveOut: 10_000n }]) // 2
 */
export function priceImpact(
  amountIn: bigint,
  amountOut: bigint,
  pools: readonly { readonly reserveIn: bigint; readonly reserveOut: bigint }[],
): number {
  let fair = amountIn;
  let got = amountOut;
  for (const pool of pools) {
    fair *= pool.reserveOut;
    got *= pool.reserveIn;
  }
  if (fair <= got || fair <= 0n) return 0;
  return Number(((fair - got) * 10_000_000_000n) / fair) / 100_000_000;
}
