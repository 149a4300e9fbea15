import { PublicKey } from "@solana/web3.js";
import { PROGRAM_IDS } from "intent-tx/contract";
import { describe, expect, test } from "vitest";
import { KNOWN_POOLS } from "../../../mock-server/src/fixtures/pool-addresses.js";
import { addPool, type OpenPool, openPools, USDC_MINT } from "../../../mock-server/src/fixtures/pools.js";
import { TOKENS, type Token } from "../../../mock-server/src/fixtures/tokens.js";
import { Random } from "../../../mock-server/src/kernel/random.js";
import { MarketBench } from "./harness.js";

const random = new Random("1");
const pools = openPools(random, TOKENS);
const token = (symbol: string): Token => TOKENS.find((one) => one.symbol === symbol)!;
const byMint = new Map(TOKENS.map((one) => [one.mint, one]));
const bytes = (address: string) => new PublicKey(address).toBuffer();
const ACME: Token = {
  ...token("BONK"),
  symbol: "ACME",
  mint: "HmqzoL7gTFDbXPEYXwsRKFnVq6M9uRKSHmF2LkTqQjTm",
  decimals: 9,
  priceUsd: "0.000000001",
};

/** USD of one whole token in one pool, given the price of the pool's other token. */
function priceIn(pool: OpenPool, mint: string, otherUsd: number): number {
  const [own, other] = pool.mintA === mint ? [pool.reserveA, pool.reserveB] : [pool.reserveB, pool.reserveA];
  const otherMint = pool.mintA === mint ? pool.mintB : pool.mintA;
  const whole = (units: bigint, at: string) => Number(units) / 10 ** byMint.get(at)!.decimals;
  return (whole(other, otherMint) * otherUsd) / whole(own, mint);
}

describe("addresses of pools", () => {
  test.each(pools.map((pool) => [pool.label, pool] as const))("%s derives from its mints", (_label, pool) => {
    expect(Buffer.compare(bytes(pool.mintA), bytes(pool.mintB))).toBe(-1);
    const seeds = [Buffer.from("pool"), bytes(pool.mintA), bytes(pool.mintB)];
    const [address, bump] = PublicKey.findProgramAddressSync(seeds, new PublicKey(PROGRAM_IDS.swap));
    expect({ address: address.toBase58(), bump }).toEqual({ address: pool.address, bump: pool.bump });
    const vault = (mint: string) => {
      const program = PROGRAM_IDS[byMint.get(mint)!.program === "token-2022" ? "token2022" : "token"];
      const owner = [address.toBuffer(), bytes(program), bytes(mint)];
      return PublicKey.findProgramAddressSync(
        owner,
        new PublicKey(PROGRAM_IDS.associatedToken),
      )[0].toBase58();
    };
    expect([pool.vaultA, pool.vaultB]).toEqual([vault(pool.mintA), vault(pool.mintB)]);
  });

  test("are stored for the world's tokens, so that a start derives none", () => {
    expect([...KNOWN_POOLS.keys()].sort()).toEqual(pools.map((pool) => pool.label).sort());
  });
});

describe("initial reserves of pools", () => {
  test("prices are near the tokens' reference prices, and differ by seed", () => {
    for (const pool of pools) {
      if (!pool.label.endsWith("-USDC")) continue;
      const mint = pool.mintA === USDC_MINT ? pool.mintB : pool.mintA;
      const ratio = priceIn(pool, mint, 1) / Number(byMint.get(mint)!.priceUsd);
      expect(Math.abs(ratio - 1), pool.label).toBeLessThan(0.04);
    }
    const other = openPools(new Random("2"), TOKENS);
    expect(other.map((pool) => pool.address)).toEqual(pools.map((pool) => pool.address));
    expect(other.map((pool) => pool.reserveA)).not.toEqual(pools.map((pool) => pool.reserveA));
    expect(openPools(new Random("1"), TOKENS)).toEqual(pools);
  });

  test("every side is worth at least half a million dollars", () => {
    for (const pool of pools) {
      const usd = (units: bigint, mint: string) =>
        (Number(units) / 10 ** byMint.get(mint)!.decimals) * Number(byMint.get(mint)!.priceUsd);
      expect(usd(pool.reserveA, pool.mintA)).toBeGreaterThan(500_000);
      expect(usd(pool.reserveB, pool.mintB)).toBeGreaterThan(500_000);
    }
  });
});

describe("pools of custom tokens", () => {
  test("a custom token gets a pool with USDC, whose reserves fit into 64 bits", () => {
    const open = openPools(random, [...TOKENS, ACME]);
    const acme = open.find((pool) => pool.label === "ACME-USDC")!;
    expect(acme.reserveA <= 1n << 60n && acme.reserveB <= 1n << 60n).toBe(true);
    expect(open.filter((pool) => pool !== acme)).toEqual(pools);
  });

  test("a pool can be added with its own depth and fee", () => {
    const request = { base: token("W"), quote: token("SOL"), sideUsd: 50_000, feeBps: 100 };
    const added = addPool(pools, random, request).at(-1)!;
    expect(added).toMatchObject({ label: "W-SOL", feeBps: 100 });
    expect(pools.every((pool) => pool.address !== added.address)).toBe(true);
  });

  test("a pair has only one pool", () => {
    expect(() => addPool(pools, random, { base: token("USDC"), quote: token("SOL") })).toThrow(/has a pool/);
    expect(() => addPool(pools, random, { base: token("SOL"), quote: token("SOL") })).toThrow(
      /two different tokens/,
    );
  });

  test("a world without USDC, and an invalid price, are refused", () => {
    expect(() => openPools(random, [token("SOL")])).toThrow(/USDC/);
    expect(() => openPools(random, [token("USDC"), { ...ACME, priceUsd: "-1" }])).toThrow(/priceUsd/);
  });
});

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
