import type { Simulated } from "../ledger/ledger.js";
import { type QuotePool, quoteRouteExactIn, quoteRouteExactOut } from "../market/formula.js";
import { priceImpact } from "../market/routing.js";
import type { IntentRow } from "../state/rows-intents.js";
import type { Facts } from "./facts.js";
import type { RoutePool } from "./plan-swap.js";
import { vaultDelta } from "./vault-delta.js";

/** What a transaction brings, without its fee. */
export interface Outcome {
  /** Base units. */
  readonly outputAmount: bigint;
  /** Percent. */
  readonly priceImpact: number;
}

function vaultsOf({ pool, mintIn }: RoutePool): readonly [vaultIn: string, vaultOut: string] {
  return pool.mintA === mintIn ? [pool.vaultA, pool.vaultB] : [pool.vaultB, pool.vaultA];
}

/** The pools as they stand on the ledger, in the direction of the swap. */
function reserves(route: readonly RoutePool[], facts: Facts): QuotePool[] {
  return route.map((hop) => {
    const [vaultIn, vaultOut] = vaultsOf(hop);
    return {
      reserveIn: facts.tokens(vaultIn),
      reserveOut: facts.tokens(vaultOut),
      feeBps: hop.pool.feeBps,
    };
  });
}

/** What a swap would bring now, over the intent's own pools (decision 49); the intent's quote if they no longer can. */
export function quotedOutcome(intent: IntentRow, route: readonly RoutePool[], facts: Facts): Outcome {
  if (intent.action !== "swap" || !intent.route) return transferOutcome(intent);
  const pools = reserves(route, facts);
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

/** What the simulation of a swap brought: what left the last vault. */
export function simulatedOutcome(
  intent: IntentRow,
  route: readonly RoutePool[],
  facts: Facts,
  simulated: Simulated,
): Outcome {
  const [first, last] = [route[0], route.at(-1)];
  if (!first || !last) return transferOutcome(intent);
  const [vaultIn] = vaultsOf(first);
  const [, vaultOut] = vaultsOf(last);
  const amountIn = vaultDelta(simulated, vaultIn);
  const amountOut = -vaultDelta(simulated, vaultOut);
  return { outputAmount: amountOut, priceImpact: priceImpact(amountIn, amountOut, reserves(route, facts)) };
}

function transferOutcome(intent: IntentRow): Outcome {
  return { outputAmount: BigInt(intent.amount ?? 0), priceImpact: 0 };
}
