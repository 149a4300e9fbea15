import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type QuotePool,
  type QuoteRefusal,
  quoteRouteExactIn,
  quoteRouteExactOut,
} from "../../mock-server/src/formats/amm/formula.js";
import { swapInstruction } from "../../mock-server/src/formats/amm/instruction.js";
import {
  hopOf,
  named,
  pathOver,
  poolOf,
  SPL_TOKEN,
  SwapBench,
  seedPool,
  TOKEN_2022,
  type Token,
  U64_MAX,
} from "./swap-harness.js";

const CODE: Record<QuoteRefusal, number> = {
  zero_output: 6002,
  insufficient_liquidity: 6003,
  overflow: 6007,
};

// Numbers of all magnitudes. Uniform 64-bit numbers would nearly all be very large.
const magnitude = (least: number) =>
  fc
    .tuple(fc.bigInt({ min: 1n << 63n, max: U64_MAX }), fc.integer({ min: 0, max: 63 - least }))
    .map(([n, s]) => n >> BigInt(s));
const reserve = fc.oneof(
  { weight: 30, arbitrary: magnitude(16) },
  { weight: 1, arbitrary: magnitude(0) },
  { weight: 1, arbitrary: fc.constant(0n) },
);
const fee = fc.oneof(
  fc.constantFrom(0, 1, 25, 30, 100),
  fc.integer({ min: 0, max: 300 }),
  fc.constant(9_999),
);
const pool: fc.Arbitrary<QuotePool> = fc.record({
  reserveIn: reserve,
  reserveOut: reserve,
  feeBps: fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 0, max: 300 }) }, fee),
});
// Computes an amount from a pool's reserve as a share in units of 2^-32. Sometimes returns any amount instead.
const share = fc.oneof(
  {
    weight: 20,
    arbitrary: fc
      .integer({ min: 12, max: 32 })
      .map((bits) => (n: bigint) => (n * BigInt(2 ** bits - 1)) >> 32n),
  },
  { weight: 1, arbitrary: fc.oneof(magnitude(0), fc.constant(0n)).map((any) => () => any) },
);

const bench = new SwapBench();
const programs = [SPL_TOKEN, TOKEN_2022];
/** All eight assignments of the two token programs to three tokens, each with its pools. */
const worlds = Array.from({ length: 8 }, (_, i) => {
  const tokens = [0, 1, 2].map((k) =>
    bench.token(named(`mint ${(i * 7 + k * 5) % 24} of ${i}`), programs[(i >> k) & 1]!, k * 4),
  );
  const [a, b, c] = tokens as [Token, Token, Token];
  return { tokens: [a, b, c] as const, pools: [poolOf(a, b, 0), poolOf(b, c, 0)] as const };
});

const k = (reserves: readonly [bigint, bigint]) => reserves[0] * reserves[1];

function checkSwap(
  hops: number,
  exactOut: boolean,
  world: (typeof worlds)[number],
  state: QuotePool[],
  of: (n: bigint) => bigint,
): boolean {
  const tokens = world.tokens.slice(0, hops + 1);
  const pools = world.pools.slice(0, hops);
  const quotePools = state.slice(0, hops);
  pools.forEach((p, i) => {
    seedPool(bench, p, tokens[i]!, tokens[i + 1]!, quotePools[i]!);
  });
  const path = pathOver(bench, tokens, pools);
  bench.hold(path.source, tokens[0]!, bench.user, U64_MAX);
  bench.hold(path.destination, tokens[hops]!, bench.user, 0n);

  const amount = of(exactOut ? quotePools[hops - 1]!.reserveOut : quotePools[0]!.reserveIn);
  const quote = exactOut ? quoteRouteExactOut(amount, quotePools) : quoteRouteExactIn(amount, quotePools);
  const swap = (bound: bigint) =>
    bench.run([
      swapInstruction(
        path,
        exactOut
          ? { kind: "exactOut", amountOut: amount, maximumAmountIn: bound }
          : { kind: "exactIn", amountIn: amount, minimumAmountOut: bound },
      ),
    ]);
  if (!quote.ok) {
    const refused = swap(exactOut ? U64_MAX : 0n);
    expect({ code: refused.code, refusal: quote.refusal }).toEqual({
      code: CODE[quote.refusal],
      refusal: quote.refusal,
    });
    return false;
  }

  // A bound that is one base unit better than the quote is refused. The quote itself is accepted.
  const beyond = exactOut ? quote.amountIn - 1n : quote.amountOut + 1n;
  if (beyond >= 0n && beyond <= U64_MAX) expect(swap(beyond).code).toBe(6001);
  const done = swap(exactOut ? quote.amountIn : quote.amountOut);
  expect(done.error).toBeUndefined();
  expect(done.returned).toEqual({ amountIn: quote.amountIn, amountOut: quote.amountOut });
  expect(bench.balance(path.source)).toBe(U64_MAX - quote.amountIn);
  expect(bench.balance(path.destination)).toBe(quote.amountOut);
  pools.forEach((p, i) => {
    const hop = hopOf(p, tokens[i + 1]!);
    const before = quotePools[i]!;
    const after = [bench.balance(hop.vaultIn), bench.balance(hop.vaultOut)] as const;
    // With the user's balances above, this shows that no base unit of any token is created or lost.
    expect(after).toEqual([
      before.reserveIn + quote.hops[i]!.amountIn,
      before.reserveOut - quote.hops[i]!.amountOut,
    ]);
    expect(k(after) >= k([before.reserveIn, before.reserveOut])).toBe(true);
  });
  return true;
}

/** Tests `runs` random swaps for each number of hops. At least `executedAtLeast` of each must execute. */
export function swapFormulaSuite(runs: Readonly<Record<1 | 2, number>>, executedAtLeast: number): void {
  describe("the quote and the program agree to the base unit", () => {
    for (const hops of [1, 2] as const) {
      for (const exactOut of [false, true]) {
        test(`${hops} hop${hops > 1 ? "s" : ""}, exact ${exactOut ? "out" : "in"}, both token programs, ${runs[hops]} random swaps`, () => {
          let executed = 0;
          fc.assert(
            fc.property(fc.constantFrom(...worlds), fc.tuple(pool, pool), share, (world, state, of) => {
              if (checkSwap(hops, exactOut, world, state, of)) executed++;
            }),
            { numRuns: runs[hops], seed: 20_260_101 + hops },
          );
          expect(executed).toBeGreaterThanOrEqual(executedAtLeast);
        });
      }
    }
  });
}
