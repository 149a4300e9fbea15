import { EMPTIEST, type OpenPool } from "../fixtures/pools.js";
import { quoteExactIn } from "../formats/amm/formula.js";
import { BPS } from "../formats/base-units.js";
import { legFrom, squareRoot } from "./cycles.js";

/** Differences up to a billionth are ignored, so that rounded prices cause no trades. */
const FINEST = 1_000_000_000n;

/** The swap that moves a pool to a rate. */
export interface SwapToPrice {
  readonly pool: OpenPool;
  readonly mintIn: string;
  readonly mintOut: string;
  readonly amountIn: bigint;
}

/** The value of one base unit of a token, on a scale that all tokens share. */
export function unitValue(usd: number, decimals: number): bigint {
  if (!(usd < 1e21)) throw new RangeError(`${usd} USD is too high a price for any pool`);
  return BigInt(usd.toFixed(30).replace(".", "")) * 10n ** BigInt(18 - decimals);
}

/**
 * The swap after which a pool's rate equals the ratio of its tokens' values; undefined if the rate differs by at most
 * `slackBps`.
 *
 * @throws RangeError if the pool's balances cannot express the rate
 */
export function swapToPrice(
  pool: OpenPool,
  [valueA = 0n, valueB = 0n]: readonly bigint[],
  slackBps: number,
): SwapToPrice | undefined {
  const { mintA, mintB, feeBps, label } = pool;
  if (valueA === 0n || valueB === 0n) return undefined;
  const buysA = pool.reserveA * valueA > pool.reserveB * valueB;
  const [mintIn, mintOut] = buysA ? [mintB, mintA] : [mintA, mintB];
  const [valueIn, valueOut] = buysA ? [valueB, valueA] : [valueA, valueB];
  const leg = legFrom(pool, mintIn);
  const { reserveIn, reserveOut } = leg;
  const square = reserveIn * reserveIn;
  // The input x solves (in + x)(in + share·x) = in·out·rate, where in and out are the reserves before the swap.
  const missing = (reserveIn * reserveOut * valueOut) / valueIn - square;
  if (missing * FINEST <= square * BigInt(slackBps * 100_000 + 1)) return undefined;
  const share = BPS - BigInt(feeBps);
  const half = (BPS + share) * reserveIn;
  const amountIn = (squareRoot(half * half + 4n * share * BPS * missing) - half) / (2n * share);
  const quoted = quoteExactIn(amountIn, leg);
  if (!quoted.ok && quoted.refusal === "zero_output") return undefined;
  if (quoted.ok && reserveOut - quoted.amountOut >= EMPTIEST) return { pool, mintIn, mintOut, amountIn };
  throw new RangeError(`${label} cannot reach this price: its balances would not fit in 64 bits`);
}
