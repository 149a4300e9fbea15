import { describe, expect, test } from "vitest";
import { TOKENS } from "../../../mock-server/src/fixtures/tokens.js";
import { MarketBench } from "./harness.js";

const SOL = 1_000_000_000n;

describe("quotes over the world's pools", () => {
  test("half a SOL for USDC uses the pair's pool directly, near the price", async () => {
    for (const seed of ["1", "2", "3", "4", "5"]) {
      const bench = new MarketBench({ seed });
      const quote = await bench.quote("SOL", "USDC", SOL / 2n);
      expect(quote.hops.map(({ pool }) => pool.label)).toEqual(["SOL-USDC"]);
      const { price } = await bench.market.price("SOL");
      expect(Number(quote.outAmount) / 1e6 / (price / 2)).toBeCloseTo(1, 2);
      expect(quote.priceImpact).toBeGreaterThan(0);
      expect(quote.priceImpact).toBeLessThan(0.1);
    }
  });

  test("any two tokens can be swapped in at most two hops", async () => {
    const bench = new MarketBench();
    for (const from of TOKENS) {
      for (const to of TOKENS) {
        if (from === to) continue;
        // A thousand whole tokens, which are worth two cents for the cheapest token.
        const amount = 1000n * 10n ** BigInt(from.decimals);
        const quote = await bench.quote(from.symbol, to.symbol, amount);
        expect(quote.hops.length).toBeLessThanOrEqual(2);
      }
    }
  });
});

describe("values in USD", () => {
  test("are the price times whole tokens, and 0 for an unknown mint", async () => {
    const { market, world } = new MarketBench();
    const { price } = await market.price("SOL");
    expect(await market.usdValue(world.tokens[0]!.mint, 5n * SOL)).toBeCloseTo(5 * price, 6);
    expect(await market.usdPrice(world.tokens[0]!.mint)).toBe(price);
    expect(await market.usdValue("nothing", 5n)).toBe(0);
    expect(await market.usdPrice("nothing")).toBeUndefined();
  });
});
