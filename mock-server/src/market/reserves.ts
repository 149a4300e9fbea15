import { type OpenPool, type PoolSpec, USDC_MINT } from "../fixtures/pools.js";
import type { Token } from "../fixtures/tokens.js";
import type { QuotePool } from "../formats/amm/formula.js";
import { decodeTokenAccount } from "../formats/token-layout.js";
import type { ChainAccount, Ledger } from "../ledger/ledger.js";
import { accountOfRow } from "../ledger/log/recorded-accounts.js";
import type { LedgerAccountRow } from "../state/rows.js";
import type { Table } from "../state/table.js";

/** Base units by vault address. A missing vault has none, and its pool is ignored. */
export type Reserves = Pick<ReadonlyMap<string, bigint>, "get">;

/** A vault's balance; undefined for any other account. */
export function vaultAmount(account: Omit<ChainAccount, "address"> | undefined): bigint | undefined {
  return account && decodeTokenAccount(account.owner, account.data)?.amount;
}

export function openingReserves(pools: readonly OpenPool[]): Map<string, bigint> {
  return new Map(
    pools.flatMap((pool) => [[pool.vaultA, pool.reserveA] as const, [pool.vaultB, pool.reserveB] as const]),
  );
}

/**
 * Reserves of an in-process ledger: the balances in State's rows of changed accounts, otherwise the opening balances.
 * The ledger is never read, so prices do not depend on whether it is open.
 */
export function recordedReserves(
  pools: readonly OpenPool[],
  changed: Pick<Table<LedgerAccountRow>, "get">,
): Reserves {
  const opening = openingReserves(pools);
  return {
    get: (vault) => {
      const row = changed.get(vault);
      return row ? vaultAmount(accountOfRow(vault, row)) : opening.get(vault);
    },
  };
}

/** Reserves on a validator, read at each call because other clients also swap there. */
export async function validatorReserves(pools: readonly OpenPool[], ledger: Ledger): Promise<Reserves> {
  const vaults = [...openingReserves(pools).keys()];
  const accounts = await ledger.accounts(vaults);
  const amounts = new Map(vaults.map((vault, at) => [vault, vaultAmount(accounts[at])]));
  return { get: (vault) => amounts.get(vault) };
}

/** A pool in the swap's direction: `from` goes in, `to` comes out. */
export interface Leg extends QuotePool {
  readonly pool: PoolSpec;
  readonly from: string;
  readonly to: string;
}

/** The pools of each mint. Pools never change, so this is built once. */
export class PoolGraph {
  readonly #byMint = new Map<string, PoolSpec[]>();

  constructor(readonly pools: readonly PoolSpec[]) {
    for (const pool of pools) {
      for (const mint of [pool.mintA, pool.mintB]) {
        const there = this.#byMint.get(mint);
        if (there) there.push(pool);
        else this.#byMint.set(mint, [pool]);
      }
    }
  }

  /** A mint's pools, in the world's order. */
  holding(mint: string): readonly PoolSpec[] {
    return this.#byMint.get(mint) ?? [];
  }
}

/** A pool in the direction of its input token; undefined if a vault is missing. */
export function legOf(pool: PoolSpec, from: string, reserves: Reserves): Leg | undefined {
  const a = reserves.get(pool.vaultA);
  const b = reserves.get(pool.vaultB);
  if (a === undefined || b === undefined) return undefined;
  const { feeBps } = pool;
  return pool.mintA === from
    ? { pool, from, to: pool.mintB, reserveIn: a, reserveOut: b, feeBps }
    : { pool, from, to: pool.mintA, reserveIn: b, reserveOut: a, feeBps };
}

/** Rounds to twelve significant digits: enough for a price, and without binary rounding errors. */
export function significant(value: number): number {
  return Number(value.toPrecision(12));
}

/** Spot prices in USD, from the pools' balances (decision 34). */
export class SpotPrices {
  readonly #decimals: ReadonlyMap<string, number>;

  constructor(
    private readonly graph: PoolGraph,
    tokens: readonly Token[],
  ) {
    this.#decimals = new Map(tokens.map((token) => [token.mint, token.decimals]));
  }

  /**
   * USD per token: from its pool with USDC, otherwise from its deepest pool with a token that has a pool with USDC.
   * Undefined without such pools.
   */
  of(mint: string, reserves: Reserves): number | undefined {
    if (mint === USDC_MINT) return 1;
    const price = this.#direct(mint, reserves) ?? this.#overOneHop(mint, reserves);
    return price === undefined ? undefined : significant(price);
  }

  #direct(mint: string, reserves: Reserves): number | undefined {
    for (const pool of this.graph.holding(mint)) {
      if (pool.mintA !== USDC_MINT && pool.mintB !== USDC_MINT) continue;
      const leg = legOf(pool, mint, reserves);
      const price = leg && this.#rate(mint, leg.reserveIn, USDC_MINT, leg.reserveOut);
      if (price !== undefined) return price;
    }
    return undefined;
  }

  #overOneHop(mint: string, reserves: Reserves): number | undefined {
    let deepest = 0;
    let price: number | undefined;
    for (const pool of this.graph.holding(mint)) {
      const leg = legOf(pool, mint, reserves);
      const otherUsd = leg && this.#direct(leg.to, reserves);
      if (!leg || otherUsd === undefined) continue;
      const rate = this.#rate(mint, leg.reserveIn, leg.to, leg.reserveOut);
      const depth = otherUsd * (Number(leg.reserveOut) / 10 ** (this.#decimals.get(leg.to) ?? 0));
      if (rate === undefined || depth <= deepest) continue;
      deepest = depth;
      price = rate * otherUsd;
    }
    return price;
  }

  /** Tokens of `other` per token of `mint`; undefined for an empty pool. */
  #rate(mint: string, own: bigint, other: string, reserve: bigint): number | undefined {
    const [ownDecimals, otherDecimals] = [this.#decimals.get(mint), this.#decimals.get(other)];
    if (own <= 0n || reserve <= 0n || ownDecimals === undefined || otherDecimals === undefined)
      return undefined;
    return (Number(reserve) / Number(own)) * 10 ** (ownDecimals - otherDecimals);
  }
}
