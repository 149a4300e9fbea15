import type { SwapAmounts } from "../chain/amm/instruction.js";
import { BPS, U64_MAX } from "../chain/base-units.js";

/**
 * The bounds of a swap: for exact-in the amount paid and the minimum received, for exact-out the amount
 * received and the maximum paid.
 */
export type SwapBounds = SwapAmounts;

/**
 * The bounds that the quote of an intent sets (decision 43), rounded in the user's favour: the minimum up, the maximum
 * down.
 */
export function boundsOf(
  side: "exact-in" | "exact-out",
  quote: { readonly inAmount: bigint; readonly outAmount: bigint },
  slippageBps: number,
): SwapBounds {
  const slippage = BigInt(slippageBps);
  if (side === "exact-in") {
    const minimumAmountOut = (quote.outAmount * (BPS - slippage) + BPS - 1n) / BPS;
    return { kind: "exactIn", amountIn: quote.inAmount, minimumAmountOut };
  }
  const maximum = (quote.inAmount * (BPS + slippage)) / BPS;
  const maximumAmountIn = maximum > U64_MAX ? U64_MAX : maximum;
  return { kind: "exactOut", amountOut: quote.outAmount, maximumAmountIn };
}
