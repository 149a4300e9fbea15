import type { MockServerOptions } from "@intent-tx/mock-server";
import { createMockServer } from "@intent-tx/mock-server";
import { describe, expect } from "vitest";
import { readServerFlags } from "../../../mock-server/src/cli/server-flags.js";
import { clientOf, control, failureOf, lab, test } from "../lab.js";
import { execute, movePool, poolsOf, priceOf, tradesOf } from "./arbitrage-chain.js";
import { discords } from "./arbitrage-market.js";

type Models = NonNullable<NonNullable<MockServerOptions["world"]>["market"]>;

const moving = (market: Models) => lab({ world: { market } });
const JUP_PATH: Models = {
  JUP: {
    path: [
      { at: "1h", usd: 2 },
      { at: "2h", usd: 1 },
    ],
  },
};

describe("a path", () => {
  test("is followed linearly, and the last price stays", async () => {
    const server = await moving(JUP_PATH);
    const opening = await priceOf(server, "JUP");
    const seen: number[] = [];
    for (const by of ["9m", "21m", "30m", "30m", "30m", "24h"] as const) {
      await server.clock.advance(by);
      seen.push(await priceOf(server, "JUP"));
    }
    const expected = [opening, (opening + 2) / 2, 2, 1.5, 1, 1];
    expect(seen.map((usd) => usd.toFixed(6))).toEqual(expected.map((usd) => usd.toFixed(6)));
  });

  test("shows in change24h, in quotes and in the chart", async () => {
    const server = await moving(JUP_PATH);
    const opening = await priceOf(server, "JUP");
    await server.clock.advance("2h");
    const { change24h } = await clientOf(server).prices.retrieve("JUP");
    const before = (await control(server, "GET", "/prices/JUP?points=2")).body.data[0].usd;
    expect(change24h).toBeCloseTo((1 / before - 1) * 100, 4);
    const from = new Date(server.clock.now() - 7_200_000).toISOString();
    const { data } = (await control(server, "GET", `/prices/JUP?from=${from}&points=5`)).body;
    const usd = data.map((point: { usd: number }) => point.usd.toFixed(6));
    const half = [(opening + 2) / 2, 1.5].map((price) => price.toFixed(6));
    expect(usd).toEqual([opening.toFixed(6), half[0], "2.000000", half[1], "1.000000"]);
    const request = { walletAddress: server.wallets.alice.address, command: "swap 100 JUP for USDC" };
    const { route } = await clientOf(server).intents.parse(request);
    expect(Number(route!.outAmount) / 100e6).toBeCloseTo(0.9975, 3);
  });

  test("brings a price back that a trade has moved", async () => {
    const server = await moving({ SOL: { path: [{ at: "1m", usd: 100 }] } });
    await server.clock.advance("10m");
    await execute(server, "swap 90 SOL for USDC");
    const fallen = await priceOf(server, "SOL");
    expect(fallen).toBeLessThan(99.99);
    await server.clock.advance("10m");
    expect(await priceOf(server, "SOL")).toBeCloseTo(100, 6);
  });

  test("to a price that no pool can express ends at the price before", async () => {
    const path = [
      { at: "10m", usd: 0.001 },
      { at: "20m", usd: 1e12 },
    ] as const;
    const server = await moving({ BONK: { path } });
    await server.clock.advance("1h");
    expect(await priceOf(server, "BONK")).toBeCloseTo(0.001, 9);
  });
});

describe("a random walk", () => {
  test("consists of real swaps of the arbitrageur that leave all pools in line, on both networks", async () => {
    const server = await moving({ SOL: { volatility: 4 } });
    const opening = { SOL: await priceOf(server, "SOL"), JUP: await priceOf(server, "JUP") };
    await server.clock.advance("2h");
    const trades = await tradesOf(server);
    expect(trades.length).toBeGreaterThan(24);
    expect(trades.every(({ err }) => err === null)).toBe(true);
    expect(discords(await poolsOf(server))).toEqual([]);
    const price = await priceOf(server, "SOL");
    expect(Math.abs(price / opening.SOL - 1)).toBeGreaterThan(0.001);
    expect((await clientOf(server, "test").prices.retrieve("SOL")).price).toBeCloseTo(price, 6);
    // Other tokens keep their prices.
    expect(await priceOf(server, "JUP")).toBe(opening.JUP);
  });

  test("without volatility is only its drift", async () => {
    const server = await moving({ BONK: { drift: -20, every: "6h" } });
    const opening = await priceOf(server, "BONK");
    await server.clock.advance("48h");
    expect((await priceOf(server, "BONK")) / opening).toBeCloseTo(0.64, 6);
    expect((await clientOf(server).prices.retrieve("BONK")).change24h).toBeCloseTo(-20, 4);
  });

  test("also moves staked SOL, unless that token has its own model", async () => {
    const own = { path: [{ at: "1m", usd: 500 }] } as const;
    const server = await moving({ SOL: { drift: 300, every: "1h" }, bSOL: own });
    const ratios = async () => (await priceOf(server, "jitoSOL")) / (await priceOf(server, "SOL"));
    const before = await ratios();
    await server.clock.advance("3h");
    expect((await ratios()) / before).toBeCloseTo(1, 6);
    expect(await priceOf(server, "bSOL")).toBeCloseTo(500, 6);
  });

  test("differs by seed and by token", async () => {
    const walk = async (seed: number, symbol: string) => {
      const server = await lab({ seed, world: { market: { [symbol]: { volatility: 10, every: "1h" } } } });
      const opening = await priceOf(server, symbol);
      await server.clock.advance("1h");
      return ((await priceOf(server, symbol)) / opening).toFixed(6);
    };
    const walks = [await walk(1, "WIF"), await walk(2, "WIF"), await walk(1, "JTO"), await walk(1, "WIF")];
    expect(new Set(walks).size).toBe(3);
    expect(walks[3]).toBe(walks[0]);
  });
});

describe("a set price", () => {
  test("holds in every pool of the token, and no arbitrage undoes it", async ({ server }) => {
    const others = [await priceOf(server, "JUP"), await priceOf(server, "ETH")];
    for (const usd of [150, 15, 1500]) {
      const answer = await server.prices.set("sol", usd);
      expect(answer).toMatchObject({ environment: "live", symbol: "SOL" });
      expect(answer.usd / usd).toBeCloseTo(1, 8);
      await server.clock.advance("1m");
      expect((await priceOf(server, "SOL")) / usd).toBeCloseTo(1, 8);
      expect(discords(await poolsOf(server))).toEqual([]);
      expect([await priceOf(server, "JUP"), await priceOf(server, "ETH")]).toEqual(others);
    }
    expect((await clientOf(server, "test").prices.retrieve("SOL")).price).not.toBeCloseTo(1500, 0);
  });

  test("is where the token's model continues", async () => {
    const server = await moving(JUP_PATH);
    await server.clock.advance("1h");
    await server.prices.set("JUP", 4);
    await server.clock.advance("30m");
    expect(await priceOf(server, "JUP")).toBeCloseTo(3, 6);
  });

  test("ends the effect of a moved-pool fault", async ({ server }) => {
    const opening = await priceOf(server, "SOL");
    await movePool(server);
    expect((await priceOf(server, "SOL")) / opening).toBeCloseTo(0.6, 2);
    // A refused price changes nothing: the fault still holds the pool.
    await failureOf(server.prices.set("SOL", 1e12));
    await server.clock.advance("1m");
    expect((await priceOf(server, "SOL")) / opening).toBeCloseTo(0.6, 2);
    await server.prices.set("SOL", opening);
    expect((await priceOf(server, "SOL")) / opening).toBeCloseTo(1, 8);
    expect(discords(await poolsOf(server))).toEqual([]);
  });

  test("a model does not move a pool that a fault has moved", async () => {
    const server = await moving({ SOL: { path: [{ at: "1m", usd: 100 }] } });
    await movePool(server);
    const moved = await priceOf(server, "SOL");
    await server.clock.advance("1h");
    expect(await priceOf(server, "SOL")).toBe(moved);
  });

  test.for<[string, unknown, RegExp, string]>([
    ["SLO", 150, /^token is unknown; did you mean SOL\? Use one of SOL, USDC, /, "token"],
    ["", 150, /^token must not be empty/, "token"],
    ["USDC", 2, /^token must not be USDC/, "token"],
    ["SOL", 0, /^usd must be a price in USD, from 1e-12 to 1e12/, "usd"],
    ["SOL", -1, /^usd must be a price in USD/, "usd"],
    ["SOL", Number.NaN, /^usd must be a price in USD/, "usd"],
    ["SOL", "150", /^usd must be a price in USD/, "usd"],
    ["SOL", 1e12, /^usd cannot be set to 1000000000000 with swaps: .*fit/, "usd"],
    ["BONK", 1e-12, /^usd cannot be set to 1e-12 with swaps: .*fit/, "usd"],
  ])("%s at %s is refused, and nothing moves", async ([token, usd, message, field], { server }) => {
    const before = await poolsOf(server);
    const error = await failureOf(server.prices.set(token, usd as number));
    expect(error).toMatchObject({ status: 400, field });
    expect(error.message).toMatch(message);
    expect(await poolsOf(server)).toEqual(before);
    expect(await tradesOf(server)).toEqual([]);
  });
});

describe("over a validator", () => {
  const rpcUrl = "http://127.0.0.1:9";

  test("setting a price is 409 with the reason; it works on the network without a validator", async () => {
    const server = await lab({ rpcUrl });
    const reason = "The server cannot set prices there. This network runs on a validator";
    const error = await failureOf(server.prices.set("SOL", 150));
    expect([error.name, error.message]).toEqual(["NotOnValidatorError", expect.stringContaining(reason)]);
    const price = { environment: "live", token: "SOL", usd: 150 };
    expect(await control(server, "POST", "/prices", price)).toMatchObject({
      status: 409,
      body: { error: { code: "conflict", message: expect.stringContaining(reason) } },
    });
    const moved = await server.prices.set("SOL", 150, { environment: "test" });
    expect(moved.usd).toBeCloseTo(150, 6);
  });

  test("a server with a moving market is not created", async () => {
    const made = createMockServer({ rpcUrl, world: { market: { SOL: { volatility: 1 } } } });
    expect(await failureOf(made)).toMatchObject({
      option: "world.market",
      message: "world.market cannot change prices, because live runs on a validator",
    });
  });
});

test.each<[string, unknown, string]>([
  ["SLO", { volatility: 1 }, "world.market.SLO is unknown; did you mean SOL? Use one of SOL, USDC, "],
  ["USDC", { volatility: 1 }, "world.market.USDC cannot move, because USDC is always 1 USD"],
  ["SOL", {}, "world.market.SOL must have either path, or volatility and drift"],
  [
    "SOL",
    { path: [{ at: "1h", usd: 1 }], drift: 1 },
    "world.market.SOL must have either path, or volatility",
  ],
  ["SOL", { path: [] }, "world.market.SOL.path must have at least one point"],
  [
    "SOL",
    {
      path: [
        { at: "1h", usd: 1 },
        { at: "60m", usd: 2 },
      ],
    },
    "world.market.SOL.path must be in chronological order",
  ],
  ["SOL", { path: [{ at: 0, usd: 1 }] }, "world.market.SOL.path[0].at must be a positive number"],
  ["SOL", { path: [{ at: "1h", usd: 0 }] }, "world.market.SOL.path[0].usd must be a price in USD"],
  ["SOL", { path: [{ at: "1h", usd: Number.NaN }] }, "world.market.SOL.path[0].usd must be a price in USD"],
  ["SOL", { volatility: -1 }, "world.market.SOL.volatility must be a percentage per day, from 0 to 1000"],
  ["SOL", { drift: -100 }, "world.market.SOL.drift must be a percentage per day, from -99 to 1000"],
  ["SOL", { drift: Number.POSITIVE_INFINITY }, "world.market.SOL.drift must be a percentage per day"],
  ["SOL", { volatility: 1, every: "10ms" }, "world.market.SOL.every must be at least a second"],
])("the model %s: %j is refused", async (symbol, model, message) => {
  const error = await failureOf(createMockServer({ world: { market: { [symbol]: model } as Models } }));
  expect(error.message).toContain(message);
});

test("a token can have only one model", async () => {
  const market = { SOL: { drift: 1 }, sol: { drift: 2 } };
  const error = await failureOf(createMockServer({ world: { market } }));
  expect(error.message).toBe("world.market.sol must not repeat a token");
});

test("--market starts random walks", async () => {
  const { options } = readServerFlags(["--market", "SOL=4,-1.5", "--market", "JUP=10"]);
  expect(options.world?.market).toEqual({
    SOL: { volatility: 4, drift: -1.5 },
    JUP: { volatility: 10, drift: 0 },
  });
  expect(() => readServerFlags(["--market", "SOL"])).toThrow("--market SOL: must be SYMBOL=VOLATILITY");
  const wrong = lab(readServerFlags(["--market", "SLO=4"]).options);
  expect((await failureOf(wrong)).message).toMatch(/^world\.market\.SLO is unknown; did you mean SOL/);
});
