import fc from "fast-check";
import { expect, test } from "vitest";
import { liquidityOf } from "../../mock-server/src/fixtures/liquidity.js";
import { TOKENS, type Token } from "../../mock-server/src/fixtures/tokens.js";
import { Random } from "../../mock-server/src/kernel/random.js";
import { PriceBook, PriceSeries } from "../../mock-server/src/market/price-book.js";
import { State } from "../../mock-server/src/state/state.js";
import { MarketBench } from "../server/market/harness.js";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const token = fc.constantFrom(...TOKENS);
const seed = fc.string({ maxLength: 8 });
const age = fc.integer({ min: 0, max: 10 * DAY });

test("the price series before the server's start leads to the opening price without a jump", () => {
  fc.assert(
    fc.property(seed, token, age, fc.integer({ min: 1, max: 60_000 }), (drawn, one, at, step) => {
      const series = new PriceSeries(new Random(drawn));
      expect(series.multiple(one, 0)).toBe(1);
      const [here, there] = [series.multiple(one, at), series.multiple(one, at + step)];
      expect(Number.isFinite(here) && here > 0).toBe(true);
      // A price moves by at most 1.6% in an hour, and by at most 1/60 of that in a minute.
      expect(Math.abs(Math.log(here / there))).toBeLessThanOrEqual(0.016 * (step / HOUR) + 1e-12);
    }),
    { numRuns: 500 },
  );
});

test("stablecoins stay within 0.05% of their opening price, staked SOL follows SOL", () => {
  fc.assert(
    fc.property(seed, token, age, (drawn, one, at) => {
      const series = new PriceSeries(new Random(drawn));
      const { kind } = liquidityOf(one);
      const multiple = series.multiple(one, at);
      if (kind === "stable") expect(Math.abs(multiple - 1)).toBeLessThanOrEqual(0.000501);
      if (kind === "staked-sol") expect(multiple).toBe(series.multiple(TOKENS[0]!, at));
      expect(new PriceSeries(new Random(drawn)).multiple(one, at)).toBe(multiple);
    }),
    { numRuns: 500 },
  );
});

test("the price at a time is the last one recorded until then, even after pruning", () => {
  const prices = fc.array(fc.tuple(fc.integer({ min: 1, max: DAY }), fc.double({ min: 0.1, max: 10 })), {
    minLength: 1,
    maxLength: 30,
  });
  const sol = TOKENS[0] as Token;
  fc.assert(
    fc.property(prices, fc.integer({ min: 0, max: DAY }), (steps, back) => {
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
      // A second book over a restored state has the same prices.
      const restored = new State();
      restored.restore(state.snapshot());
      const again = new PriceBook({ environment: "live", state: restored, random: new Random("1"), opening });
      expect([again.at(sol, moment), again.last(sol.mint)]).toEqual([wanted, book.last(sol.mint)]);
    }),
    { numRuns: 500 },
  );
});

test("after any swaps and clock changes, every number in the responses is finite", async () => {
  const symbols = TOKENS.map(({ symbol }) => symbol);
  const step = fc.record({
    from: fc.constantFrom(...symbols),
    to: fc.constantFrom(...symbols),
    amount: fc.bigInt({ min: 1n, max: 10n ** 15n }),
    wait: fc.integer({ min: 0, max: 2 * DAY }),
  });
  await fc.assert(
    fc.asyncProperty(seed, fc.array(step, { maxLength: 12 }), async (drawn, steps) => {
      const bench = new MarketBench({ seed: drawn });
      for (const { from, to, amount, wait } of steps) {
        const request = { inputMint: bench.mint(from), outputMint: bench.mint(to), amount };
        const quote = await bench.market.quote({ ...request, side: "exact-in" });
        if (!("refused" in quote)) bench.land(quote);
        await bench.clock.advance(wait);
      }
      for (const { symbol } of TOKENS) {
        const { price, change24h, volume24h, marketCap } = await bench.market.price(symbol);
        expect([price, change24h, volume24h, marketCap].every(Number.isFinite)).toBe(true);
        expect(price).toBeGreaterThan(0);
        expect(change24h).toBeGreaterThanOrEqual(-100);
        expect(volume24h).toBeGreaterThan(0);
      }
    }),
    { numRuns: 40 },
  );
}, 60_000);
