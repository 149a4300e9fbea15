import { type OpenPool, type Triangle, USDC_MINT } from "../fixtures/pools.js";
import { type QuotePool, quoteRouteExactIn } from "../formats/amm/formula.js";
import { BPS } from "../formats/base-units.js";

/** A profitable cycle over a triangle of pools: it ends with more USDC than it starts with. Amounts are base units. */
export interface Cycle {
  readonly triangle: Triangle;
  /** True if the triangle's `held` token is sold for USDC at the end; otherwise it is bought with USDC at the start. */
  readonly heldLast: boolean;
  readonly amountIn: bigint;
  /** Amount of the `held` token between the two instructions. */
  readonly heldAmount: bigint;
  readonly amountOut: bigint;
}

/**
 * The most profitable cycle of all triangles; undefined if the pools are aligned.
 *
 * @param pools the pools with their balances, by address; absent pools are ignored
 * @param budget USDC available as input, in base units
 */
export function bestCycle(
  triangles: readonly Triangle[],
  pools: ReadonlyMap<string, OpenPool>,
  budget: bigint,
): Cycle | undefined {
  let best: Cycle | undefined;
  for (const triangle of triangles) {
    for (const heldLast of [true, false]) {
      const cycle = cycleOf(triangle, heldLast, pools, budget);
      if (cycle && (!best || gainOf(cycle) > gainOf(best))) best = cycle;
    }
  }
  return best;
}

/** A cycle's profit in base units of USDC. */
function gainOf({ amountIn, amountOut }: Cycle): bigint {
  return amountOut - amountIn;
}

function cycleOf(
  triangle: Triangle,
  heldLast: boolean,
  pools: ReadonlyMap<string, OpenPool>,
  budget: bigint,
): Cycle | undefined {
  const { middle, held, across, middlePool, heldPool } = triangle;
  const [one, between, other] = [middlePool, across, heldPool].map(({ address }) => pools.get(address));
  if (!one || !between || !other) return undefined;
  const legs = heldLast
    ? ([legFrom(one, USDC_MINT), legFrom(between, middle), legFrom(other, held)] as const)
    : ([legFrom(other, USDC_MINT), legFrom(between, held), legFrom(one, middle)] as const);
  const wanted = bestInput(legs);
  const amountIn = wanted < budget ? wanted : budget;
  if (amountIn <= 0n) return undefined;
  const quoted = quoteRouteExactIn(amountIn, legs);
  if (!quoted.ok || quoted.amountOut <= amountIn) return undefined;
  const heldAmount = quoted.hops[heldLast ? 1 : 0]?.amountOut ?? 0n;
  return { triangle, heldLast, amountIn, heldAmount, amountOut: quoted.amountOut };
}

export function legFrom(pool: OpenPool, mintIn: string): QuotePool {
  const { mintA, reserveA, reserveB, feeBps } = pool;
  return mintA === mintIn
    ? { reserveIn: reserveA, reserveOut: reserveB, feeBps }
    : { reserveIn: reserveB, reserveOut: reserveA, feeBps };
}

/**
 * The most profitable input of a route that starts and ends with the same token; 0 or less if no input is profitable. A
 * sequence of pools returns `a·x / (b + c·x)` for an input of `x`. The profit is largest at `(√(a·b) − b) / c`.
 */
function bestInput(legs: readonly QuotePool[]): bigint {
  let [a, b, c] = [1n, 1n, 0n];
  for (const { reserveIn, reserveOut, feeBps } of legs) {
    const share = BPS - BigInt(feeBps);
    c = reserveIn * BPS * c + share * a;
    b = reserveIn * BPS * b;
    a = reserveOut * share * a;
  }
  return a > b && c > 0n ? (squareRoot(a * b) - b) / c : 0n;
}

/** The largest integer whose square is at most `value`. */
export function squareRoot(value: bigint): bigint {
  if (value === 0n) return 0n;
  let root = 1n << BigInt(Math.ceil(value.toString(2).length / 2));
  for (let next = (root + value / root) >> 1n; next < root; next = (root + value / root) >> 1n) root = next;
  return root;
}
