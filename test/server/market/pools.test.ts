import type { MockServer } from "@intent-tx/mock-server";
import { PublicKey } from "@solana/web3.js";
import { PROGRAM_IDS } from "intent-tx/contract";
import { describe, expect } from "vitest";
import { KNOWN_POOLS } from "../../../mock-server/src/fixtures/pool-addresses.js";
import { addPool, type OpenPool, openPools, USDC_MINT } from "../../../mock-server/src/fixtures/pools.js";
import { TOKENS, type Token, UNLISTED } from "../../../mock-server/src/fixtures/tokens.js";
import { Random } from "../../../mock-server/src/kernel/random.js";
import { openingReserves, PoolGraph } from "../../../mock-server/src/market/reserves.js";
import { bestQuote } from "../../../mock-server/src/market/routing.js";
import { clientOf, control, lab, rpc, test } from "../lab.js";
import { priceOf } from "./arbitrage-chain.js";

const random = new Random("1");
const pools = openPools(random, TOKENS);
const token = (symbol: string): Token => TOKENS.find((one) => one.symbol === symbol)!;
const byMint = new Map(TOKENS.map((one) => [one.mint, one]));
const bytes = (address: string) => new PublicKey(address).toBuffer();
const ACME: Token = {
  ...token("BONK"),
  liquidity: UNLISTED,
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

  test("a world without USDC is refused", () => {
    expect(() => openPools(random, [token("SOL")])).toThrow(/USDC/);
  });
});

describe("quotes over the world's pools", () => {
  test.for([1, 2, 3, 4, 5])(
    "half a SOL for USDC uses the pair's pool, near the price (seed %i)",
    async (seed) => {
      const server = await lab({ seed });
      const order = { walletAddress: server.wallets.alice.address, command: "swap 0.5 SOL for USDC" };
      const { marketInfos, outAmount, priceImpact } = (await clientOf(server).intents.parse(order)).route!;
      const own = pools.find(({ label }) => label === "SOL-USDC");
      expect(marketInfos.map(({ id }) => id)).toEqual([own?.address]);
      expect(Number(outAmount) / 1e6 / ((await priceOf(server, "SOL")) / 2)).toBeCloseTo(1, 2);
      expect(priceImpact).toBeGreaterThan(0);
      expect(priceImpact).toBeLessThan(0.1);
    },
  );

  test("any two tokens can be swapped in at most two hops", () => {
    const [graph, reserves] = [new PoolGraph(pools), openingReserves(pools)];
    for (const from of TOKENS) {
      for (const to of TOKENS) {
        if (from === to) continue;
        // A thousand whole tokens, which are worth two cents for the cheapest token.
        const amount = 1000n * 10n ** BigInt(from.decimals);
        const ends = { inputMint: from.mint, outputMint: to.mint };
        expect(bestQuote(graph, reserves, { ...ends, side: "input", amount })).toHaveProperty("hops");
      }
    }
  });
});

describe("the moved-pool fault", () => {
  const move = (server: MockServer, pool: string, percent: number) =>
    server.faults.add({ fault: { kind: "moved-pool", pool, percent } });

  test.for([
    ["SOL-USDC", 10, 1.1],
    ["sol-usdc", -10, 0.9],
    ["USDC-SOL", 25, 1 / 1.25],
  ] as const)("of %s by %d %% moves the price of SOL", async ([pair, percent, factor], { server }) => {
    const before = await priceOf(server, "SOL");
    move(server, pair, percent);
    expect((await priceOf(server, "SOL")) / before).toBeCloseTo(factor, 6);
  });

  test("is recorded when it happens", async ({ server, client }) => {
    move(server, "SOL-USDC", 10);
    await server.clock.advance(86_400_000);
    expect((await client.prices.retrieve("SOL")).change24h).toBe(0);
  });

  test("can name a pool by its address; the lamports of wrapped SOL change with the tokens", async ({
    server,
  }) => {
    const { address, mintA, vaultA, vaultB } = pools.find(({ label }) => label === "BONK-SOL")!;
    const vault = mintA === token("SOL").mint ? vaultA : vaultB;
    const held = async () => {
      const config = { encoding: "jsonParsed", commitment: "confirmed" };
      const { lamports, data } = (await rpc(server, "getAccountInfo", [vault, config])).result.value;
      const amount = Number(data.parsed.info.tokenAmount.amount);
      return { amount, rest: lamports - amount };
    };
    const before = await held();
    move(server, address, 50);
    const after = await held();
    expect(after.amount).toBe(before.amount + Math.floor(before.amount / 2));
    expect(after.rest).toBe(before.rest);
  });

  test.for([-100, -250, Number.NaN, Number.POSITIVE_INFINITY])(
    "of %d %% is refused",
    (percent, { server }) => {
      expect(() => move(server, "SOL-USDC", percent)).toThrow(
        expect.objectContaining({ field: "fault.percent" }),
      );
    },
  );

  test.for(["SOL", "SOL-SOL", "W-MEW", "", "SOL-USDC-USDT", "SOL-DOGE"])(
    "of the unknown pool %j is refused, and never counts as fired",
    async (pool, { server }) => {
      const rule = { fault: { kind: "moved-pool", pool } } as const;
      const answer = await control(server, "POST", "/faults", rule);
      expect(answer).toMatchObject({ status: 400, body: { error: { field: "fault.pool" } } });
      expect(() => server.faults.add(rule)).toThrow(
        `fault.pool must be the address or pair of a pool; got ${JSON.stringify(pool)}`,
      );
      expect(server.faults.list()).toEqual([]);
    },
  );
});
