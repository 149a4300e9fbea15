import { quoteExactIn, quoteExactOut } from "../../../../mock-server/src/formats/amm/formula.js";
import { priceImpact } from "../../../../mock-server/src/market/routing.js";
import type { Pair, Side } from "./pool.js";

export interface PoolOrder {
  /** The input token: the pair's base or quote token. */
  readonly gives: "base" | "quote";
  /** Fixes the input or the output amount. */
  readonly side: "exact-in" | "exact-out";
  /** The fixed amount in base units. */
  readonly amount: bigint;
}

/** The result of an order on the pool, exact to the base unit: the amounts, or a refusal. */
export type Quoted =
  | {
      readonly ok: true;
      readonly amountIn: bigint;
      readonly amountOut: bigint;
      readonly fee: bigint;
      /** Percent, including the fee, as the service reports it. */
      readonly impact: number;
    }
  | { readonly ok: false; readonly refusal: string };

/** Input and output of an order. */
export function sidesOf({ base, quote }: Pair, { gives }: Pick<PoolOrder, "gives">): readonly [Side, Side] {
  return gives === "base" ? [base, quote] : [quote, base];
}

/** Quotes an order with the swap program's integer arithmetic. */
export function quoted(pair: Pair, order: PoolOrder): Quoted {
  const [input, output] = sidesOf(pair, order);
  const pool = { reserveIn: input.reserve, reserveOut: output.reserve, feeBps: pair.view.feeBps };
  try {
    const hop =
      order.side === "exact-in" ? quoteExactIn(order.amount, pool) : quoteExactOut(order.amount, pool);
    if (!hop.ok) return { ok: false, refusal: hop.refusal.replaceAll("_", " ") };
    const { amountIn, amountOut, fee } = hop;
    return { ok: true, amountIn, amountOut, fee, impact: priceImpact(amountIn, amountOut, [pool]) };
  } catch (error) {
    if (error instanceof RangeError) return { ok: false, refusal: error.message };
    throw error;
  }
}
