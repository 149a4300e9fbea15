import { type QuotePool, quoteRouteExactIn, quoteRouteExactOut } from "../chain/amm/formula.js";
import type { Ledger, Trial } from "../ledger/ledger.js";
import { priceImpact } from "../market/routing.js";
import type { IntentRow } from "../state/rows.js";
import { Facts } from "./facts.js";
import type { RoutePool } from "./plan.js";

/** A transaction's outcome without its fee. */
export interface Outcome {
  /** Base units. */
  readonly outputAmount: bigint;
  /** Percent. */
  readonly priceImpact: number;
}

/** The route's vaults: their balance changes show a simulation's outcome. */
export function outcomeAccounts(route: readonly RoutePool[]): string[] {
  return route.flatMap(({ vaultIn, vaultOut }) => [vaultIn, vaultOut]);
}

/** The pools in the swap's direction, with vault balances from `amountOf`. */
function reserves(route: readonly RoutePool[], amountOf: (vault: string) => bigint): QuotePool[] {
  return route.map(({ vaultIn, vaultOut, feeBps }) => ({
    reserveIn: amountOf(vaultIn),
    reserveOut: amountOf(vaultOut),
    feeBps,
  }));
}

/** The outcome at the pools' current balances (decision 49), or the intent's quote if the pools cannot fill it now. */
export async function quotedOutcome(
  intent: IntentRow,
  route: readonly RoutePool[],
  ledger: Ledger,
): Promise<Outcome> {
  if (intent.action !== "swap" || !intent.route) return transferOutcome(intent);
  const facts = await Facts.read(ledger, outcomeAccounts(route));
  const pools = reserves(route, (vault) => facts.tokens(vault));
  const quote =
    intent.side === "exact-out"
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
  { changes }: Pick<Trial, "changes">,
): Outcome {
  const [first, last] = [route[0], route.at(-1)];
  if (!first || !last) return transferOutcome(intent);
  const gained = (vault: string) => (changes.get(vault)?.after ?? 0n) - (changes.get(vault)?.before ?? 0n);
  const amountIn = gained(first.vaultIn);
  const amountOut = -gained(last.vaultOut);
  const pools = reserves(route, (vault) => changes.get(vault)?.before ?? 0n);
  return { outputAmount: amountOut, priceImpact: priceImpact(amountIn, amountOut, pools) };
}

function transferOutcome(intent: IntentRow): Outcome {
  return { outputAmount: BigInt(intent.amount ?? 0), priceImpact: 0 };
}
