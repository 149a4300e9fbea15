import { describe, expect, test } from "vitest";
import { portfolioBench } from "./harness.js";

describe("a wallet is found", () => {
  test("by a token account that it owns, even an empty one", async () => {
    const { read, hold, market } = portfolioBench();
    await hold(market.mint("USDC"), 0n);
    expect(await read()).toMatchObject({ solBalance: 0n, tokens: [], totalValue: 0 });
  });
});

describe("tokens", () => {
  test("are listed by value with balance, decimals, human units and USD; SOL itself is the balance", async () => {
    const { read, hold, give, market } = portfolioBench();
    await give(2_500_000_000n);
    await hold(market.mint("BONK"), 123_456_789n);
    await hold(market.mint("USDC"), 250_500_000n);
    await hold(market.mint("PYUSD"), 10_000_000n, "token-2022");
    const answer = await read();
    expect(answer.solBalance).toBe(2_500_000_000n);
    expect(answer.tokens.map(({ symbol }) => symbol)).toEqual(["USDC", "PYUSD", "BONK"]);
    expect(answer.tokens[0]).toEqual({
      mint: market.mint("USDC"),
      symbol: "USDC",
      balance: 250_500_000n,
      decimals: 6,
      uiAmount: 250.5,
      usdValue: 250.5,
    });
    const { price } = await market.market.price("SOL");
    const tokens = answer.tokens.reduce((sum, { usdValue }) => sum + usdValue, 0);
    expect(answer.totalValue).toBeCloseTo(2.5 * price + tokens, 6);
    expect("nfts" in answer || "staked" in answer).toBe(false);
  });

  test("several accounts of a mint are one holding, and empty accounts are omitted", async () => {
    const { read, hold, market } = portfolioBench();
    await hold(market.mint("JUP"), 1n);
    await hold(market.mint("JUP"), 41n);
    await hold(market.mint("WIF"), 0n);
    expect((await read()).tokens).toMatchObject([{ symbol: "JUP", balance: 42n }]);
  });

  test("wrapped SOL is listed as the token SOL, at the price of SOL", async () => {
    const { read, hold, market } = portfolioBench();
    await hold(market.mint("SOL"), 1_000_000_000n);
    const answer = await read();
    const { price } = await market.market.price("SOL");
    expect(answer.tokens).toMatchObject([{ symbol: "SOL", usdValue: price }]);
    expect(answer).toMatchObject({ solBalance: 0n, totalValue: price });
  });

  test("an unknown mint is shown with its shortened address, its own decimals and no value", async () => {
    const { read, hold, makeMint } = portfolioBench();
    const mint = await makeMint("an unknown mint", 3, 5_000_000n);
    await hold(mint, 1_500n);
    const symbol = `${mint.slice(0, 4)}…${mint.slice(-4)}`;
    expect((await read()).tokens).toEqual([
      { mint, symbol, balance: 1_500n, decimals: 3, uiAmount: 1.5, usdValue: 0 },
    ]);
  });

  test("a balance over 2^53 is exact", async () => {
    const { read, hold, market } = portfolioBench();
    await hold(market.mint("BONK"), 9_007_199_254_740_993n);
    expect((await read()).tokens[0]?.balance).toBe(9_007_199_254_740_993n);
  });
});
