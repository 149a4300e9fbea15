import type { MockServer, MockServerOptions } from "@intent-tx/mock-server";
import { describe, expect } from "vitest";
import { USDC_MINT } from "../../../mock-server/src/fixtures/pools.js";
import { TOKENS } from "../../../mock-server/src/fixtures/tokens.js";
import { clientOf, control, failureOf, lab, rpc, send, signedOf, statusOf, test } from "../lab.js";
import { execute, poolsOf, priceOf } from "./arbitrage-chain.js";

const DAY = 86_400_000;

const read = (server: MockServer, symbol: string) => clientOf(server).prices.retrieve(symbol);
const volumeOf = async (server: MockServer, symbol: string) => (await read(server, symbol)).volume24h!;
const rowsOf = async (server: MockServer) => {
  const { prices = [], volumes = [] } = (await server.snapshot()).state;
  return [prices.length, volumes.length];
};

/** The pool of a token with USDC, and its number of dollars, in base units. */
async function poolWithUsdc(server: MockServer, symbol: string) {
  const pool = (await poolsOf(server)).find(({ label }) => label === `${symbol}-USDC`)!;
  return { ...pool, usdc: pool.mintA === USDC_MINT ? pool.reserveA : pool.reserveB };
}

/** Multiplies the dollars in the pool of a token with USDC, as by another program of the chain. */
async function refill(server: MockServer, symbol: string, factor: number) {
  const { address, usdc } = await poolWithUsdc(server, symbol);
  const update = { amount: Number(usdc) * factor };
  expect(await rpc(server, "surfnet_setTokenAccount", [address, USDC_MINT, update])).toHaveProperty("result");
}

describe("prices at the start", () => {
  test.for([1, 2, 3])("every token has a price near its reference price (seed %i)", async (seed) => {
    const server = await lab({ seed });
    for (const { symbol, priceUsd, supply } of TOKENS) {
      const answer = await read(server, symbol);
      expect(Math.abs(answer.price / Number(priceUsd) - 1)).toBeLessThan(0.04);
      expect(answer.marketCap! / (answer.price * Number(supply))).toBeCloseTo(1, 6);
      expect(answer.volume24h).toBeGreaterThan(0);
      expect(answer.lastUpdated).toBe("2026-01-01T12:00:00.000Z");
    }
  });

  test("the change since the day before is small for stablecoins", async ({ server }) => {
    const change = async (symbol: string) => Math.abs((await read(server, symbol)).change24h!);
    expect(await change("SOL")).toBeGreaterThan(0);
    expect(await change("SOL")).toBeLessThan(30);
    for (const stable of ["USDT", "PYUSD"]) expect(await change(stable)).toBeLessThanOrEqual(0.11);
  });

  test("prices depend on the seed, and not on the time of the start", async () => {
    const all = async (options: MockServerOptions) => {
      const server = await lab(options);
      const answers = await Promise.all(TOKENS.map(({ symbol }) => read(server, symbol)));
      return answers.map(({ lastUpdated: _, ...answer }) => answer);
    };
    const usual = await all({});
    expect(await all({ seed: 2 })).not.toEqual(usual);
    expect(await all({ clock: { now: "2029-05-17T12:00:00.077Z", mode: "frozen" } })).toEqual(usual);
  });
});

describe("prices after the start", () => {
  test("a swap moves the price in its direction, and the change is relative to the price before", async () => {
    const server = await lab();
    const before = await read(server, "SOL");
    await server.clock.advance(DAY);
    await execute(server, "swap 20 SOL for USDC");
    const after = await read(server, "SOL");
    expect(after.price).toBeLessThan(before.price);
    expect(after.change24h).toBeCloseTo((after.price / before.price - 1) * 100, 5);
    await server.clock.advance(DAY - 1);
    expect((await read(server, "SOL")).change24h).toBe(after.change24h);
    await server.clock.advance(1);
    expect((await read(server, "SOL")).change24h).toBe(0);
  });

  test("swapped dollars count in the volume for 24 hours, and once for an intermediate token", async () => {
    const server = await lab();
    await server.fund(server.wallets.alice.address, { PYTH: 1000 });
    const volumes = () =>
      Promise.all(["PYTH", "USDC", "ORCA", "BONK"].map((symbol) => volumeOf(server, symbol)));
    const [before, price] = [await volumes(), await priceOf(server, "PYTH")];
    const { wire, intent } = await signedOf(server, "swap 1000 PYTH for ORCA");
    await send(server, wire);
    const [first, second] = intent.route?.marketInfos ?? [];
    expect(second?.inAmount).toBe(first?.outAmount);
    const gains = (await volumes()).map((volume, index) => volume - before[index]!);
    expect(gains[0]).toBeCloseTo(price * 1000, 1);
    expect(gains[1]).toBeCloseTo(Number(first?.outAmount) / 1e6, 1);
    expect(gains[2]! / (price * 1000)).toBeCloseTo(1, 1);
    expect(gains[3]).toBe(0);
    await server.clock.advance(DAY);
    expect(await volumes()).toEqual(before);
  });

  test("a failed swap moves nothing", async ({ server }) => {
    const orders = [
      await signedOf(server, "swap 60 SOL for USDC"),
      await signedOf(server, "swap 61 SOL for USDC"),
    ];
    await send(server, orders[0]!.wire);
    const before = await read(server, "SOL");
    await send(server, orders[1]!.wire, { skipPreflight: true });
    expect((await statusOf(server, orders[1]!.signature)).err).not.toBeNull();
    expect(await read(server, "SOL")).toEqual(before);
  });

  test("tokens sent to a vault move the price without volume", async ({ server }) => {
    const before = await read(server, "JUP");
    await server.fund((await poolWithUsdc(server, "JUP")).address, { USDC: 1_000_000 });
    const after = await read(server, "JUP");
    expect(after.price).toBeGreaterThan(before.price);
    expect(after.volume24h).toBe(before.volume24h);
  });

  test("simultaneous swaps leave one row, swaps of a minute share a volume, and unreachable rows are pruned", async ({
    server,
  }) => {
    await server.fund(server.wallets.alice.address, { PYTH: 1000 });
    const before = await volumeOf(server, "PYTH");
    for (let swap = 1; swap <= 5; swap++) await execute(server, `swap ${swap} PYTH for USDC`);
    expect(await rowsOf(server)).toEqual([1, 2]);
    const traded = 15 * (await priceOf(server, "PYTH"));
    expect(((await volumeOf(server, "PYTH")) - before) / traded).toBeCloseTo(1, 2);
    for (const [wait, rows] of [
      [59_999, 2],
      [1, 4],
    ] as const) {
      await server.clock.advance(wait);
      await execute(server, "swap 6 PYTH for USDC");
      expect((await rowsOf(server))[1]).toBe(rows);
    }
    for (let day = 0; day < 5; day++) {
      await server.clock.advance(DAY);
      await execute(server, "swap 1 PYTH for USDC");
    }
    expect(await rowsOf(server)).toEqual([2, 2]);
  });
});

describe("the balances of a pool", () => {
  test("come from the state of an earlier run, before the ledger is opened", async ({ server }) => {
    await server.fund(server.wallets.alice.address, { USDC: 1_000_000 });
    await execute(server, "swap 1000000 USDC for SOL");
    const again = await lab();
    const before = await priceOf(again, "SOL");
    await again.restore(await server.snapshot());
    expect(await priceOf(again, "SOL")).toBe(await priceOf(server, "SOL"));
    expect(await priceOf(again, "SOL")).toBeGreaterThan(before);
    expect(await again.health()).toMatchObject({ ledgers: { live: false } });
  });

  test("are those of the chain at once, however they changed", async ({ server }) => {
    const before = await priceOf(server, "JTO");
    await refill(server, "JTO", 3);
    expect((await priceOf(server, "JTO")) / before).toBeCloseTo(3, 8);
  });
});

describe("over a validator", () => {
  async function setup() {
    const chain = await lab();
    await chain.listen();
    return { chain, server: await lab({ rpcUrl: chain.rpc.live }) };
  }

  test("a swap of another client is recorded when it is seen", async () => {
    const { chain, server } = await setup();
    const before = await priceOf(server, "SOL");
    await refill(chain, "SOL", 2);
    await server.clock.advance(DAY);
    const after = await read(server, "SOL");
    expect(after.price / before).toBeCloseTo(2, 8);
    expect(after.change24h).toBeCloseTo(100, 4);
    expect((await rowsOf(server))[0]).toBe(1);
  });

  test("the first price and the first quote are those of the chain", async () => {
    const { chain, server } = await setup();
    await refill(chain, "SOL", 2);
    const quote = async (of: MockServer) => {
      const order = { walletAddress: of.wallets.alice.address, command: "swap 1 SOL for USDC" };
      return (await clientOf(of).intents.parse(order)).route?.outAmount;
    };
    expect(await quote(server)).toBe(await quote(chain));
    const other = await lab({ rpcUrl: chain.rpc.live });
    expect(await priceOf(other, "SOL")).toBe(await priceOf(chain, "SOL"));
    expect(await priceOf(chain, "SOL")).not.toBe(await priceOf(await lab(), "SOL"));
  });

  test("a pool that is missing there is out of the market, and its token keeps its last price", async () => {
    const { chain, server } = await setup();
    const before = await priceOf(server, "W");
    const removed = { environment: "live", pubkey: (await poolWithUsdc(chain, "W")).vaultA, account: null };
    expect((await control(chain, "POST", "/chain-accounts", removed)).status).toBe(200);
    expect(await priceOf(server, "W")).toBe(before);
    const order = { walletAddress: server.wallets.alice.address, command: "swap 1 W for USDC" };
    const refused = await failureOf(clientOf(server).intents.parse(order));
    expect(refused).toMatchObject({ details: { reason: "no_route" } });
  });
});
