import { type QuotePool, quoteExactIn } from "../chain/amm/formula.js";
import { BPS } from "../chain/base-units.js";
import { EMPTIEST, type OpenPool } from "../world/pools.js";
import { squareRoot } from "./cycles.js";

/** Converts with thirty decimals, so that every double up to 10^21 is exact enough. */
const exact = (usd: number) => BigInt(usd.toFixed(30).replace(".", ""));

/** Differences up to a billionth are ignored, so that rounded prices cause no trades. */
const FINEST = 1_000_000_000n;

export interface TokenPrice {
  readonly usd: number;
  readonly decimals: number;
}

/** The swap that moves a pool to a rate. */
export interface SwapToPrice {
  readonly pool: OpenPool;
  readonly mintIn: string;
  readonly mintOut: string;
  readonly amountIn: bigint;
}

/**
 * The swap after which a pool's rate equals the ratio of two prices; undefined if they already differ by at most
 * `slackBps`.
 *
 * @throws RangeError if the pool's balances cannot express the rate
 */
export function swapToPrice(
  pool: OpenPool,
  [a, b]: readonly TokenPrice[],
  slackBps: number,
): SwapToPrice | undefined {
  const { mintA, mintB, reserveA, reserveB, feeBps } = pool;
  if (!a?.usd || !b?.usd) return undefined;
  // Value of each side at the two prices, in a common unit.
  const valueA = exact(a.usd) * 10n ** BigInt(b.decimals);
  const valueB = exact(b.usd) * 10n ** BigInt(a.decimals);
  const buysA = reserveA * valueA > reserveB * valueB;
  const [mintIn, mintOut] = buysA ? [mintB, mintA] : [mintA, mintB];
  const [reserveIn, reserveOut] = buysA ? [reserveB, reserveA] : [reserveA, reserveB];
  const [valueIn, valueOut] = buysA ? [valueB, valueA] : [valueA, valueB];
  const square = reserveIn * reserveIn;
  // (in + x)(in + kept·x) = in·out·rate, where in + x and the pool's output are the balances after the swap.
  const wanted = (reserveIn * reserveOut * valueOut) / valueIn;
  if ((wanted - square) * FINEST <= square * BigInt(slackBps * 100_000 + 1)) return undefined;
  const kept = BPS - BigInt(feeBps);
  const half = (BPS + kept) * reserveIn;
  const amountIn = (squareRoot(half * half + 4n * kept * BPS * (wanted - square)) - half) / (2n * kept);
  const leg: QuotePool = { reserveIn, reserveOut, feeBps };
  const quoted = amountIn > 0n && quoteExactIn(amountIn, leg);
  if (!quoted || (!quoted.ok && quoted.refusal === "zero_output")) return undefined;
  if (quoted.ok && reserveOut - quoted.amountOut >= EMPTIEST) return { pool, mintIn, mintOut, amountIn };
  throw new RangeError(`${pool.label} cannot express that price: its balances would not fit`);
}
