import type { SwapAmounts } from "../market/swap-instruction.js";

/** What a swap pays and the worst that it may bring. */
export type SwapBounds = SwapAmounts;

const BPS = 10_000n;
const U64_MAX = (1n << 64n) - 1n;

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
