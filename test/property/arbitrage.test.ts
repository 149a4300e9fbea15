import fc from "fast-check";
import { expect, test } from "vitest";
import { makeWorld } from "../../mock-server/src/fixtures/make-world.js";
import { type OpenPool, trianglesOf, USDC_MINT } from "../../mock-server/src/fixtures/pools.js";
import { TOKENS, type Token } from "../../mock-server/src/fixtures/tokens.js";
import { quoteExactIn } from "../../mock-server/src/formats/amm/formula.js";
import { Random } from "../../mock-server/src/kernel/random.js";
import { bestCycle, type Cycle } from "../../mock-server/src/market/cycles.js";
import { forAll } from "../for-all.js";
import { discords } from "../server/market/arbitrage-market.js";

type Pools = Map<string, OpenPool>;

/** Swaps in one pool by the program's formula, and returns the output. */
function swap(pools: Pools, address: string, mintIn: string, amount: bigint): bigint {
  const pool = pools.get(address)!;
  const { mintA, reserveA, reserveB, feeBps } = pool;
  const forward = mintA === mintIn;
  const [reserveIn, reserveOut] = forward ? [reserveA, reserveB] : [reserveB, reserveA];
  const quoted = quoteExactIn(amount, { reserveIn, reserveOut, feeBps });
  if (!quoted.ok) return 0n;
  const [into, out] = [reserveIn + amount, reserveOut - quoted.amountOut];
  pools.set(address, { ...pool, reserveA: forward ? into : out, reserveB: forward ? out : into });
  return quoted.amountOut;
}

/** Trades around a cycle, and returns the final amount of USDC. */
function goRound(pools: Pools, { triangle, heldLast, amountIn }: Cycle): bigint {
  const { middle, held, across, middlePool, heldPool } = triangle;
  const way = heldLast
    ? [[middlePool, USDC_MINT] as const, [across, middle] as const, [heldPool, held] as const]
    : [[heldPool, USDC_MINT] as const, [across, held] as const, [middlePool, middle] as const];
  return way.reduce((amount, [pool, mintIn]) => swap(pools, pool.address, mintIn, amount), amountIn);
}

const extra = fc.record({
  decimals: fc.integer({ min: 4, max: 9 }),
  priceUsd: fc.constantFrom("0.0003", "1", "17.5", "2400"),
  partner: fc.constantFrom("SOL", "ETH", "BONK", "USDT"),
  sideUsd: fc.integer({ min: 200_000, max: 5_000_000 }),
  feeBps: fc.constantFrom(0, 1, 5, 30, 100),
});
const trade = fc.record({
  pool: fc.nat(),
  forward: fc.boolean(),
  /** The input, as a percentage of the pool's reserve of the input token. */
  share: fc.integer({ min: 1, max: 2_000 }),
});

/** The maximum supply of a mint. No trade may bring a pool above it. */
const U64_MAX = 2n ** 64n - 1n;

/** A pool that holds nearly the maximum supply, and trades that ask for more. */
const FULL = {
  added: { decimals: 9, priceUsd: "0.0003", partner: "BONK", sideUsd: 4_999_997, feeBps: 30 } as const,
  trades: [
    { pool: 443_944_927, forward: false, share: 55 },
    { pool: 255_970_126, forward: true, share: 1_898 },
  ],
};

test("after any trades, prices and small quotes of every pair agree within the route's fees", () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 6 }),
      fc.option(extra),
      fc.array(trade, { minLength: 1, maxLength: 8 }),
      (seed, added, trades) => {
        const random = new Random(seed);
        const option = added && {
          tokens: [{ symbol: "ACME", decimals: added.decimals, priceUsd: added.priceUsd }],
          pools: [{ pair: ["ACME", added.partner] as const, sideUsd: added.sideUsd, feeBps: added.feeBps }],
        };
        const world = makeWorld(random, option ?? undefined);
        const pools: Pools = new Map(world.pools.map((pool) => [pool.address, pool]));
        for (const { pool, forward, share } of trades) {
          const { address, mintA, mintB } = world.pools[pool % world.pools.length]!;
          const { reserveA, reserveB } = pools.get(address)!;
          const [mintIn, reserve] = forward ? [mintA, reserveA] : [mintB, reserveB];
          const [wanted, room] = [(reserve * BigInt(share)) / 100n, U64_MAX - reserve];
          swap(pools, address, mintIn, wanted < room ? wanted : room);
        }
        const triangles = trianglesOf(world.pools);
        let rounds = 0;
        for (;;) {
          const cycle = bestCycle(triangles, pools, 10n ** 15n);
          if (!cycle) break;
          expect(cycle.amountOut).toBeGreaterThan(cycle.amountIn);
          expect(goRound(pools, cycle)).toBe(cycle.amountOut);
          rounds++;
          expect(rounds).toBeLessThan(1_000);
        }
        const tokens: readonly Token[] = world.tokens;
        expect(discords([...pools.values()], tokens)).toEqual([]);
      },
    ),
    // Shrinking a market is slow, and the first failing market is informative enough.
    { numRuns: 15, endOnFailure: true, examples: [["T/", FULL.added, FULL.trades]] },
  );
});

test("a new world's pools offer no arbitrage, with any seed", () => {
  forAll(15, [fc.string()], (seed) => {
    const { pools } = makeWorld(new Random(seed));
    const open = new Map(pools.map((pool) => [pool.address, pool]));
    expect(bestCycle(trianglesOf(pools), open, 10n ** 18n)).toBeUndefined();
    expect(discords(pools, TOKENS)).toEqual([]);
  });
});

test("no cycle spends more than the available balance", () => {
  const { pools } = makeWorld(new Random("1"));
  const open: Pools = new Map(pools.map((pool) => [pool.address, pool]));
  const pool = pools.find(({ label }) => label === "SOL-USDC")!;
  swap(open, pool.address, USDC_MINT, 10n ** 13n);
  forAll(100, [fc.bigInt({ min: 0n, max: 10n ** 14n })], (purse) => {
    const cycle = bestCycle(trianglesOf(pools), open, purse);
    expect((cycle?.amountIn ?? 0n) <= purse).toBe(true);
  });
});
