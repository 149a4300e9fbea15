import { EXACT, type Pattern, SPENDABLE } from "../../orders/pattern.js";

/** Shapes of a swap in which both tokens stand together, and the amount or the verb apart from them. */
export const SWAP_PAIR_PATTERNS: readonly Pattern[] = [
  {
    id: "swap-pair",
    action: "swap",
    shape: "SWAP|SELL pair:T TO|INTO|FOR out:T amount? in:Q",
    kinds: SPENDABLE,
    rare: true,
    example: "swap SOL to USDC, 5 SOL",
  },
  {
    id: "swap-from-pair",
    action: "swap",
    shape: "SWAP from pair:T TO|INTO|FOR out:T amount? in:Q",
    kinds: SPENDABLE,
    rare: true,
    example: "swap from SOL to USDC, 5 SOL",
  },
  {
    id: "swap-slash",
    action: "swap",
    shape: "SWAP|SELL in:Q / out:T",
    kinds: EXACT,
    figureFirst: true,
    rare: true,
    example: "sell 2 SOL/USDC",
  },
  {
    id: "in-out-deal",
    action: "swap",
    shape: "in:Q TO|INTO out:T DEAL",
    kinds: EXACT,
    figureFirst: true,
    rare: true,
    example: "5 SOL to USDC swap please",
  },
  {
    id: "into-swap",
    action: "swap",
    shape: "INTO out:T SWAP|SELL in:Q",
    kinds: SPENDABLE,
    figureFirst: true,
    rare: true,
    example: "into SOL, swap 5 USDC",
  },
];
