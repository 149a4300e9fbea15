import { quoteRouteExactIn, quoteRouteExactOut } from "../formats/amm/formula.js";
import { Facts } from "../ledger/facts.js";
import type { Execution, Ledger } from "../ledger/ledger.js";
import { swapOutcome, tokenChanges } from "../market/landed-swap.js";
import { priceImpact } from "../market/routing.js";
import type { IntentRow } from "../state/rows.js";
import type { RoutePool } from "./plan.js";

/** A transaction's outcome without its fee. */
export interface BuildOutcome {
  /** Base units. */
  readonly outputAmount: bigint;
  /** Percent. */
  readonly priceImpact: number;
}

/** The outcome at the pools' current balances (decision 49), or the intent's quote if the pools cannot fill it now. */
export async function quotedOutcome(
  intent: IntentRow,
  route: readonly RoutePool[],
  ledger: Ledger,
): Promise<BuildOutcome> {
  if (intent.action !== "swap" || !intent.route) return transferOutcome(intent);
  const vaults = route.flatMap(({ vaultIn, vaultOut }) => [vaultIn, vaultOut]);
  const facts = await Facts.read(ledger, vaults);
  const pools = route.map(({ vaultIn, vaultOut, feeBps }) => ({
    reserveIn: facts.tokens(vaultIn),
    reserveOut: facts.tokens(vaultOut),
    feeBps,
  }));
  const quote =
    intent.side === "output"
      ? quoteRouteExactOut(BigInt(intent.route.outAmount), pools)
      : quoteRouteExactIn(BigInt(intent.route.inAmount), pools);
  if (!quote.ok) {
    return { outputAmount: BigInt(intent.route.outAmount), priceImpact: intent.route.priceImpact };
  }
  const { amountIn, amountOut } = quote;
  return { outputAmount: amountOut, priceImpact: priceImpact(amountIn, amountOut, pools) };
}

/** The outcome of a simulated swap. The output is the amount that left the last vault. */
export function simulatedOutcome(
  intent: IntentRow,
  route: readonly RoutePool[],
  simulated: Execution,
): BuildOutcome {
  if (route.length === 0) return transferOutcome(intent);
  const vaults = route.map(({ vaultIn, vaultOut }) => [vaultIn, vaultOut] as const);
  const { outAmount, priceImpact } = swapOutcome(vaults, tokenChanges(simulated));
  return { outputAmount: outAmount, priceImpact };
}

function transferOutcome(intent: IntentRow): BuildOutcome {
  return { outputAmount: BigInt(intent.amount ?? 0), priceImpact: 0 };
}
