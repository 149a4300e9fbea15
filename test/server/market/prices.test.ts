import { OPERATIONS } from "intent-tx/contract";
import { describe, expect, test } from "vitest";
import { MarketBench, START } from "./harness.js";

const DAY = 86_400_000;
const SOL = 1_000_000_000n;

describe("prices at the start", () => {
  test("every token has a price that the contract's schema accepts, without NaN", async () => {
    for (const seed of ["1", "2", "3"]) {
      const { market, world } = new MarketBench({ seed });
      for (const { symbol, priceUsd, supply } of world.tokens) {
        const answer = await market.price(symbol);
        OPERATIONS["prices.retrieve"].response.parse(answer);
        expect(
          Object.values(answer).every((value) => typeof value === "string" || Number.isFinite(value)),
        ).toBe(true);
        expect(Math.abs(answer.price / Number(priceUsd) - 1)).toBeLessThan(0.04);
        expect(answer.marketCap / (answer.price * Number(supply))).toBeCloseTo(1, 6);
        expect(answer.volume24h).toBeGreaterThan(0);
        expect(answer.lastUpdated).toBe("2026-01-01T00:00:00.000Z");
      }
    }
  });

  test("the change since the day before is small for stablecoins", async () => {
    const { market } = new MarketBench();
    const change = async (symbol: string) => Math.abs((await market.price(symbol)).change24h);
    expect(await change("SOL")).toBeGreaterThan(0);
    expect(await change("SOL")).toBeLessThan(30);
    expect(await change("USDT")).toBeLessThanOrEqual(0.11);
    expect(await change("PYUSD")).toBeLessThanOrEqual(0.11);
  });

  test("prices depend on the seed, and not on the time of the start", async () => {
    const read = async (options: { seed?: string; start?: number }) => {
      const { market, world } = new MarketBench(options);
      const answers = await Promise.all(world.tokens.map(async ({ symbol }) => market.price(symbol)));
      return answers.map(({ lastUpdated: _, ...answer }) => answer);
    };
    expect(await read({ seed: "1" })).toEqual(await read({ seed: "1" }));
    expect(await read({ seed: "1" })).not.toEqual(await read({ seed: "2" }));
    expect(await read({ start: START })).toEqual(await read({ start: START + 1234 * DAY + 77 }));
  });
});

describe("prices after the start", () => {
  test("a swap moves the price in its direction, and the change is relative to the price before", async () => {
    const bench = new MarketBench();
    const before = await bench.market.price("SOL");
    await bench.clock.advance(DAY);
    const quote = await bench.quote("SOL", "USDC", 5_000n * SOL);
    bench.land(quote);
    const after = await bench.market.price("SOL");
    expect(after.price).toBeLessThan(before.price);
    expect(after.change24h).toBeCloseTo((after.price / before.price - 1) * 100, 5);
    await bench.clock.advance(DAY - 1);
    expect((await bench.market.price("SOL")).change24h).toBe(after.change24h);
    await bench.clock.advance(1);
    expect((await bench.market.price("SOL")).change24h).toBe(0);
  });

  test("swapped dollars count in the volume for 24 hours, and once for an intermediate token", async () => {
    const bench = new MarketBench();
    const read = async (symbol: string) => (await bench.market.price(symbol)).volume24h;
    const symbols = ["PYTH", "USDC", "ORCA", "BONK"];
    const before = await Promise.all(symbols.map(read));
    const { price } = await bench.market.price("PYTH");
    const quote = await bench.swap("PYTH", "ORCA", 1_000_000_000n);
    expect(quote.hops).toHaveLength(2);
    const gains = (await Promise.all(symbols.map(read))).map((volume, index) => volume - before[index]!);
    expect(gains[0]).toBeCloseTo(price * 1000, 1);
    expect(gains[1]).toBeCloseTo(Number(quote.hops[0].outAmount) / 1e6, 1);
    expect(gains[2]! / (price * 1000)).toBeCloseTo(1, 1);
    expect(gains[3]).toBe(0);
    await bench.clock.advance(DAY);
    expect(await Promise.all(symbols.map(read))).toEqual(before);
  });

  test("a failed swap moves nothing", async () => {
    const bench = new MarketBench();
    const before = await bench.market.price("SOL");
    bench.land(await bench.quote("SOL", "USDC", SOL), { err: { InstructionError: [2, { Custom: 6001 }] } });
    expect(await bench.market.price("SOL")).toEqual(before);
    expect(bench.state.size("volumes")).toBe(0);
  });

  test("a plain transfer to a vault moves the price without volume", async () => {
    const bench = new MarketBench();
    const before = await bench.market.price("JUP");
    const pool = bench.pool("JUP-USDC");
    const vault = pool.mintA === bench.mint("USDC") ? pool.vaultA : pool.vaultB;
    bench.change(new Map([[vault, 1_000_000_000_000n]]), { swap: false });
    const after = await bench.market.price("JUP");
    expect(after.price).toBeGreaterThan(before.price);
    expect(after.volume24h).toBe(before.volume24h);
  });

  test("simultaneous swaps leave one row, and unreachable rows are pruned", async () => {
    const bench = new MarketBench();
    for (let swap = 0; swap < 5; swap++) await bench.swap("PYTH", "USDC", 1_000_000_000n);
    expect(bench.state.size("prices")).toBe(1);
    for (let day = 0; day < 5; day++) {
      await bench.clock.advance(DAY);
      await bench.swap("PYTH", "USDC", 1_000_000_000n);
    }
    expect(bench.state.size("prices")).toBe(2);
    expect(bench.state.size("volumes")).toBe(2);
  });

  test("before the ledger is opened, vault balances come from the State of an earlier run", async () => {
    const bench = new MarketBench();
    const { vaultA, vaultB, mintA } = bench.pool("SOL-USDC");
    const usdcVault = mintA === bench.mint("USDC") ? vaultA : vaultB;
    const before = await bench.market.price("SOL");
    await bench.swap("USDC", "SOL", 1_000_000_000_000n);
    const moved = await bench.market.price("SOL");
    const again = new MarketBench();
    for (const address of [vaultA, vaultB]) {
      const { lamports, owner, executable, data } = bench.open().held.get(address)!;
      const row = { lamports: `${lamports}`, owner, executable, data: Buffer.from(data).toString("base64") };
      again.rows.accounts.put(address, row);
    }
    expect(bench.vault(usdcVault)).toBeGreaterThan(1_000_000_000_000n);
    expect((await again.market.price("SOL")).price).toBe(moved.price);
    expect(moved.price).toBeGreaterThan(before.price);
  });
});
