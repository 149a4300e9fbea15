import { PROGRAM_IDS } from "intent-tx/contract";
import type { PoolSpec } from "../fixtures/pools.js";
import type { Execution, Landed, TokenChange } from "../ledger/ledger.js";
import { priceImpact } from "./routing.js";

/**
 * Balance changes of a transaction's token accounts, by address. The lists of balances before and after the transaction
 * each omit accounts that do not exist at that point.
 */
export function tokenChanges(landed: Execution): Map<string, TokenChange> {
  const changes = new Map<string, TokenChange>();
  for (const balance of landed.postTokenBalances) {
    const address = landed.accountKeys[balance.accountIndex];
    if (address !== undefined) changes.set(address, { before: 0n, after: balance.amount });
  }
  for (const balance of landed.preTokenBalances) {
    const address = landed.accountKeys[balance.accountIndex];
    const known = address === undefined ? undefined : changes.get(address);
    if (address !== undefined && known) changes.set(address, { ...known, before: balance.amount });
  }
  return changes;
}

const UNCHANGED: TokenChange = { before: 0n, after: 0n };

/** A swap's amounts in base units and its price impact in percent, from the balance changes of its vaults. */
export function swapOutcome(
  vaults: readonly (readonly [vaultIn: string, vaultOut: string])[],
  changes: ReadonlyMap<string, TokenChange>,
) {
  const of = (vault = "") => changes.get(vault) ?? UNCHANGED;
  const [first, last] = [of(vaults[0]?.[0]), of(vaults.at(-1)?.[1])];
  const [inAmount, outAmount] = [first.after - first.before, last.before - last.after];
  const pools = vaults.map(([vaultIn, vaultOut]) => ({
    reserveIn: of(vaultIn).before,
    reserveOut: of(vaultOut).before,
  }));
  return { inAmount, outAmount, priceImpact: priceImpact(inAmount, outAmount, pools) };
}

/**
 * Base units that a landed transaction swapped, by mint. A token in the middle of a route is counted once. Undefined if
 * the transaction failed or did not touch a pool.
 */
export function swappedAmounts(
  landed: Landed,
  pools: readonly PoolSpec[],
): ReadonlyMap<string, bigint> | undefined {
  if (landed.err !== null) return undefined;
  const changes = tokenChanges(landed);
  let touched = false;
  const into = new Map<string, bigint>();
  const outOf = new Map<string, bigint>();
  const swaps = landed.accountKeys.includes(PROGRAM_IDS.swap);
  for (const pool of pools) {
    const [a, b] = [changes.get(pool.vaultA), changes.get(pool.vaultB)];
    touched ||= a !== undefined || b !== undefined;
    if (!swaps || !a || !b) continue;
    const [gainA, gainB] = [a.after - a.before, b.after - b.before];
    // In a swap, one vault gains and the other loses. A plain transfer to a vault changes the price, but is not a swap.
    if (gainA > 0n === gainB > 0n || gainA === 0n || gainB === 0n) continue;
    for (const [mint, gain] of [
      [pool.mintA, gainA],
      [pool.mintB, gainB],
    ] as const) {
      if (gain > 0n) add(into, mint, gain);
      else add(outOf, mint, -gain);
    }
  }
  if (!touched) return undefined;
  const swapped = new Map(into);
  for (const [mint, amount] of outOf) {
    if (amount > (swapped.get(mint) ?? 0n)) swapped.set(mint, amount);
  }
  return swapped;
}

function add(sums: Map<string, bigint>, mint: string, amount: bigint): void {
  sums.set(mint, (sums.get(mint) ?? 0n) + amount);
}
