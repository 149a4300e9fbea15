import { describe, expect, test } from "vitest";
import { MarketBench } from "./harness.js";

describe("the moved-pool fault", () => {
  test.each([
    ["SOL-USDC", "SOL", 10],
    ["sol-usdc", "SOL", -10],
    ["USDC-SOL", "SOL", 25],
  ])("%s moves by a percentage", async (pair, symbol, percent) => {
    const bench = new MarketBench();
    const before = (await bench.market.price(symbol)).price;
    await bench.market.movePool(pair, percent, bench.open());
    const factor = (await bench.market.price(symbol)).price / before;
    expect(factor).toBeCloseTo(pair.startsWith("USDC") ? 1 / (1 + percent / 100) : 1 + percent / 100, 6);
  });

  test("a pool can be named by its address; the lamports of wrapped SOL change with the tokens", async () => {
    const bench = new MarketBench();
    const pool = bench.pool("BONK-SOL");
    const vault = pool.mintA === bench.mint("SOL") ? pool.vaultA : pool.vaultB;
    const before = bench.open().held.get(vault)!.lamports - bench.vault(vault);
    const amount = bench.vault(vault);
    await bench.market.movePool(pool.address, 50, bench.open());
    expect(bench.vault(vault)).toBe(amount + amount / 2n);
    expect(bench.open().held.get(vault)!.lamports - bench.vault(vault)).toBe(before);
  });

  test.each([-100, -250, Number.NaN, Number.POSITIVE_INFINITY])("%d %% is refused", async (percent) => {
    const bench = new MarketBench();
    await expect(bench.market.movePool("SOL-USDC", percent, bench.open())).rejects.toThrow(RangeError);
  });

  test.each(["SOL", "SOL-SOL", "W-MEW", "", "SOL-USDC-USDT"])("no pool is called %j", async (pair) => {
    const bench = new MarketBench();
    await expect(bench.market.movePool(pair, 1, bench.open())).rejects.toThrow(/No pool/);
  });
});
