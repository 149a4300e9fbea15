import type { PoolView } from "../../../../mock-server/src/control/commands/views.js";
import { tokenOf } from "../../server/world.js";

export interface Side {
  readonly mint: string;
  readonly symbol: string;
  readonly decimals: number;
  /** Base units. */
  readonly reserve: bigint;
}

/** A pool's two sides. Its price is the base token's price in the quote token. */
export interface Pair {
  readonly view: PoolView;
  readonly base: Side;
  readonly quote: Side;
}

function sideOf(mint: string, reserve: string): Side {
  const { symbol = mint.slice(0, 6), decimals = 0 } = tokenOf(mint) ?? {};
  return { mint, symbol, decimals, reserve: BigInt(reserve) };
}

/** A pool with its sides in the order of its label. */
export function pairOf(view: PoolView): Pair {
  const a = sideOf(view.mintA, view.reserveA);
  const b = sideOf(view.mintB, view.reserveB);
  const reversed = view.label === `${b.symbol}-${a.symbol}`;
  return reversed ? { view, base: b, quote: a } : { view, base: a, quote: b };
}

/** The base token's price in the quote token. A float, for display only. */
export function priceOf({ base, quote }: Pair): number {
  return Number(quote.reserve) / 10 ** quote.decimals / (Number(base.reserve) / 10 ** base.decimals);
}

const SMALL = new Intl.NumberFormat("en", { maximumSignificantDigits: 6 });

/** A price with six significant digits. */
export const shownPrice = (price: number): string => SMALL.format(price);

/** A reserve rounded down to whole tokens, for a list; a pool's page shows it exactly. */
export const shownReserve = ({ reserve, decimals, symbol }: Side): string =>
  `${(reserve / 10n ** BigInt(decimals)).toLocaleString("en")} ${symbol}`;
