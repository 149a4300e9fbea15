import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openPools, type PoolSpec } from "../../mock-server/src/fixtures/pools.js";
import { TOKENS, type Token } from "../../mock-server/src/fixtures/tokens.js";
import {
  type QuotePool,
  quoteRouteExactIn,
  quoteRouteExactOut,
} from "../../mock-server/src/formats/amm/formula.js";
import { PROGRAMS } from "../../mock-server/src/formats/programs.js";
import { Random } from "../../mock-server/src/kernel/random.js";
import { PriceBook, PriceSeries } from "../../mock-server/src/market/price-book.js";
import { PoolGraph, type Reserves } from "../../mock-server/src/market/reserves.js";
import { bestQuote, type Quote } from "../../mock-server/src/market/routing.js";
import { State } from "../../mock-server/src/state/state.js";
import { forAll, forAllAsync } from "../for-all.js";
import { clientOf, lab, rpc } from "../server/lab.js";

const MINTS = ["A", "B", "C", "D", "E"];
const PAIRS = MINTS.flatMap((a, index) => MINTS.slice(index + 1).map((b) => [a, b] as const));
const U64_MAX = (1n << 64n) - 1n;
const reserve = fc
  .tuple(fc.bigInt({ min: 1n << 59n, max: (1n << 60n) - 1n }), fc.integer({ min: 0, max: 50 }))
  .map(([n, shift]) => n >> BigInt(shift));
const pool = fc.option(fc.record({ a: reserve, b: reserve, feeBps: fc.constantFrom(0, 1, 5, 25, 100) }), {
  freq: 3,
});

/** Some of the ten possible pools of five mints. */
const market = fc.array(pool, { minLength: PAIRS.length, maxLength: PAIRS.length }).map((drawn) => {
  const pools: PoolSpec[] = [];
  const reserves = new Map<string, bigint>();
  drawn.forEach((one, index) => {
    const [mintA, mintB] = PAIRS[index]!;
    if (!one) return;
    const label = `${mintA}-${mintB}`;
    const [vaultA, vaultB] = [`${label}:a`, `${label}:b`];
    pools.push({ address: label, bump: 255, mintA, mintB, vaultA, vaultB, feeBps: one.feeBps, label });
    reserves.set(vaultA, one.a).set(vaultB, one.b);
  });
  return { pools, reserves };
});
const ends = fc.shuffledSubarray(MINTS, { minLength: 2, maxLength: 2 }) as fc.Arbitrary<[string, string]>;
const amount = fc
  .tuple(fc.bigInt({ min: 1n << 62n, max: U64_MAX }), fc.integer({ min: 4, max: 62 }))
  .map(([n, shift]) => n >> BigInt(shift));

const seen = (one: PoolSpec, from: string, reserves: Reserves): QuotePool => {
  const [a, b] = [reserves.get(one.vaultA)!, reserves.get(one.vaultB)!];
  const [reserveIn, reserveOut] = one.mintA === from ? [a, b] : [b, a];
  return { reserveIn, reserveOut, feeBps: one.feeBps };
};

/** Every possible route over one or two pools. */
function allWays(pools: readonly PoolSpec[], reserves: Reserves, from: string, to: string): QuotePool[][] {
  const between = (x: string, y: string) =>
    pools.filter((one) => [one.mintA, one.mintB].includes(x) && [one.mintA, one.mintB].includes(y));
  const ways = between(from, to).map((one) => [seen(one, from, reserves)]);
  for (const middle of MINTS) {
    if (middle === from || middle === to) continue;
    for (const first of between(from, middle)) {
      for (const second of between(middle, to)) {
        ways.push([seen(first, from, reserves), seen(second, middle, reserves)]);
      }
    }
  }
  return ways;
}

const answered = (quote: ReturnType<typeof bestQuote>): quote is Quote => !("refused" in quote);

describe("the best quote", () => {
  test.each(["input", "output"] as const)("is the best of all routes over one or two pools (%s)", (side) => {
    let quoted = 0;
    forAll(2000, [market, ends, amount], ({ pools, reserves }, [inputMint, outputMint], sum) => {
      const answer = bestQuote(new PoolGraph(pools), reserves, {
        inputMint,
        outputMint,
        side,
        amount: sum,
      });
      const ways = allWays(pools, reserves, inputMint, outputMint);
      const all = ways.map((way) => (side === "input" ? quoteRouteExactIn : quoteRouteExactOut)(sum, way));
      const good = all.filter((one) => one.ok);
      if (good.length === 0) {
        const starved = all.some((one) => !one.ok && one.refusal !== "zero_output");
        const reason = starved ? "insufficient_liquidity" : "zero_output";
        expect(answer).toEqual({ refused: ways.length === 0 ? "no_route" : reason });
        return;
      }
      quoted++;
      expect(answered(answer)).toBe(true);
      if (!answered(answer)) return;
      const amounts = good.map((one) => (side === "input" ? one.amountOut : one.amountIn));
      const best = amounts.reduce((x, y) => ((side === "input" ? x > y : x < y) ? x : y));
      expect(side === "input" ? answer.outAmount : answer.inAmount).toBe(best);
      expect(side === "input" ? answer.inAmount : answer.outAmount).toBe(sum);
    });
    expect(quoted).toBeGreaterThan(800);
  });

  test("passes each hop's output to the next, and is never better than the pools' mid price", () => {
    forAll(1000, [market, ends, amount], ({ pools, reserves }, [inputMint, outputMint], sum) => {
      for (const side of ["input", "output"] as const) {
        const quote = bestQuote(new PoolGraph(pools), reserves, {
          inputMint,
          outputMint,
          side,
          amount: sum,
        });
        if (!answered(quote)) continue;
        const { hops } = quote;
        // The input of each hop is the output of the hop before.
        const into = hops.map(({ leg, amountIn }) => [leg.from, amountIn]);
        const out = hops.map(({ leg, amountOut }) => [leg.to, amountOut]);
        expect([...into, [outputMint, quote.outAmount]]).toEqual([[inputMint, quote.inAmount], ...out]);
        let [fair, got] = [quote.inAmount, quote.outAmount];
        for (const hop of hops) {
          const { reserveIn, reserveOut } = seen(hop.leg.pool, hop.leg.from, reserves);
          fair *= reserveOut;
          got *= reserveIn;
          expect(hop.fee >= 0n && hop.fee <= hop.amountIn).toBe(true);
        }
        expect(got <= fair).toBe(true);
        expect(quote.priceImpact >= 0 && quote.priceImpact <= 100).toBe(true);
        expect(quote.priceImpact).toBeCloseTo(Number(((fair - got) * 10n ** 12n) / fair) / 1e10, 7);
      }
    });
  });

  test("is refused from a token to itself, for zero, and for more than 64 bits", () => {
    forAll(200, [market, ends], ({ pools, reserves }, [inputMint, outputMint]) => {
      const graph = new PoolGraph(pools);
      const ask = (to: string, sum: bigint) =>
        bestQuote(graph, reserves, { inputMint, outputMint: to, side: "input", amount: sum });
      expect(ask(inputMint, 1000n)).toEqual({ refused: "no_route" });
      expect(ask(outputMint, 0n)).toEqual({ refused: "zero_output" });
      expect(ask(outputMint, -1n)).toEqual({ refused: "zero_output" });
      expect(answered(ask(outputMint, U64_MAX + 1n))).toBe(false);
    });
  });
});

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const token = fc.constantFrom(...TOKENS);
const seed = fc.string({ maxLength: 8 });
const age = fc.integer({ min: 0, max: 10 * DAY });

test("the price series before the server's start leads to the opening price without a jump", () => {
  forAll(500, [seed, token, age, fc.integer({ min: 1, max: 60_000 })], (drawn, one, at, step) => {
    const series = new PriceSeries(new Random(drawn));
    expect(series.multiple(one, 0)).toBe(1);
    const [here, there] = [series.multiple(one, at), series.multiple(one, at + step)];
    expect(Number.isFinite(here) && here > 0).toBe(true);
    // A price moves by at most 1.6% in an hour, and by at most 1/60 of that in a minute.
    expect(Math.abs(Math.log(here / there))).toBeLessThanOrEqual(0.016 * (step / HOUR) + 1e-12);
  });
});

test("stablecoins stay within 0.05% of their opening price, staked SOL follows SOL", () => {
  forAll(500, [seed, token, age], (drawn, one, at) => {
    const series = new PriceSeries(new Random(drawn));
    const { kind } = one.liquidity;
    const multiple = series.multiple(one, at);
    if (kind === "stable") expect(Math.abs(multiple - 1)).toBeLessThanOrEqual(0.000501);
    if (kind === "staked-sol") expect(multiple).toBe(series.multiple(TOKENS[0]!, at));
    expect(new PriceSeries(new Random(drawn)).multiple(one, at)).toBe(multiple);
  });
});

test("the price at a time is the last one recorded until then, even after pruning", () => {
  const prices = fc.array(fc.tuple(fc.integer({ min: 1, max: DAY }), fc.double({ min: 0.1, max: 10 })), {
    minLength: 1,
    maxLength: 30,
  });
  const sol = TOKENS[0] as Token;
  forAll(500, [prices, fc.integer({ min: 0, max: DAY })], (steps, back) => {
    const state = new State();
    state.begin(0);
    const opening = new Map([[sol.mint, 5]]);
    const book = new PriceBook({ environment: "live", state, random: new Random("1"), opening });
    const written: [number, number][] = [[0, 5]];
    let now = 0;
    for (const [step, usd] of steps) {
      now += step;
      book.record(sol.mint, usd, now);
      written.push([now, usd]);
    }
    const moment = now - back;
    if (moment < 0) return;
    const wanted = written.findLast(([at]) => at <= moment)?.[1];
    expect(book.at(sol, moment)).toBe(wanted);
    // After a restore, the book and a second one over the same State have the same prices.
    const saved = state.snapshot();
    book.record(sol.mint, 11, now);
    state.restore(saved);
    const restored = new State();
    restored.restore(saved);
    const again = new PriceBook({ environment: "live", state: restored, random: new Random("1"), opening });
    for (const one of [book, again])
      expect([one.at(sol, moment), one.last(sol.mint)]).toEqual([wanted, written.at(-1)?.[1]]);
  });
});

test("with any reserves and after any clock changes, every price and volume is a positive number", async () => {
  const step = fc.record({
    at: fc.nat(),
    amount: fc.bigInt({ min: 1n, max: 10n ** 15n }),
    wait: fc.integer({ min: 0, max: 2 * DAY }),
  });
  await forAllAsync(8, [fc.integer(), fc.array(step, { maxLength: 12 })], async (drawn, steps) => {
    const server = await lab({ seed: drawn, limits: "off", world: { arbitrage: false } });
    const pools = openPools(new Random(String(drawn)), TOKENS);
    for (const { at, amount, wait } of steps) {
      const { address, mintA } = pools[at % pools.length]!;
      const extended = TOKENS.some((one) => one.mint === mintA && one.program === "token-2022");
      const program = extended ? PROGRAMS.token2022 : PROGRAMS.token;
      const set = [address, mintA, { amount: Number(amount) }, program];
      expect(await rpc(server, "surfnet_setTokenAccount", set)).toHaveProperty("result");
      await server.clock.advance(wait);
    }
    // A number that is not finite would be null in JSON, which the client refuses.
    for (const { symbol } of TOKENS) {
      const { price, change24h, volume24h } = await clientOf(server).prices.retrieve(symbol);
      expect(price).toBeGreaterThan(0);
      expect(change24h).toBeGreaterThanOrEqual(-100);
      expect(volume24h).toBeGreaterThan(0);
    }
    await server.close();
  });
}, 60_000);
