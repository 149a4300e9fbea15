import { PublicKey } from "@solana/web3.js";
import { PROGRAM_IDS } from "intent-tx/contract";
import { describe, expect, test } from "vitest";
import { KNOWN_POOLS } from "../../../mock-server/src/fixtures/pool-addresses.js";
import { addPool, type OpenPool, openPools, USDC_MINT } from "../../../mock-server/src/fixtures/pools.js";
import { NATIVE_MINT, TOKENS, type Token } from "../../../mock-server/src/fixtures/tokens.js";
import { Random } from "../../../mock-server/src/kernel/random.js";

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
  test.each(["1", "2", "another"])(
    "the pools of a token agree on its price within 0.1% (seed %s)",
    (seed) => {
      const open = openPools(new Random(seed), TOKENS);
      const withUsdc = (mint: string) =>
        open.find(
          (pool) => [pool.mintA, pool.mintB].includes(mint) && [pool.mintA, pool.mintB].includes(USDC_MINT),
        )!;
      const sol = priceIn(withUsdc(NATIVE_MINT), NATIVE_MINT, 1);
      for (const pool of open) {
        if (!pool.label.endsWith("-SOL")) continue;
        const mint = pool.mintA === NATIVE_MINT ? pool.mintB : pool.mintA;
        const ratio = priceIn(pool, mint, sol) / priceIn(withUsdc(mint), mint, 1);
        expect(Math.abs(ratio - 1), pool.label).toBeLessThan(0.001);
      }
    },
  );

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
