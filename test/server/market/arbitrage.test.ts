import type { MockServer } from "@intent-tx/mock-server";
import { expect, onTestFinished, vi } from "vitest";
import { clientOf, control, lab, rpc, test } from "../lab.js";
import { execute, poolsOf, priceOf, sellMuch, tradesOf } from "./arbitrage-chain.js";
import { discords } from "./arbitrage-market.js";

const SLOT = 400;

/** Dollars for one SOL on the best route. */
async function dollarsForOne(server: MockServer): Promise<number> {
  const request = { walletAddress: server.wallets.alice.address, command: "swap 0.1 SOL for USDC" };
  return Number((await clientOf(server).intents.parse(request)).route!.outAmount) / 100_000;
}

test("neither the sale nor the trades after it are read at finalized before they are final", async () => {
  const server = await lab();
  const before = await poolsOf(server, "finalized");
  await sellMuch(server);
  await server.clock.advance(SLOT);
  expect(await tradesOf(server)).not.toEqual([]);
  expect(await poolsOf(server, "finalized")).toEqual(before);
  await server.clock.advance(40 * SLOT);
  expect(await poolsOf(server, "finalized")).toEqual(await poolsOf(server));
});

test("real transactions realign price and small quote in the slot after a large sale", async ({ server }) => {
  const before = await priceOf(server, "SOL");
  await sellMuch(server);
  const fallen = await priceOf(server, "SOL");
  expect(fallen).toBeLessThan(before * 0.2);
  expect(await dollarsForOne(server)).toBeGreaterThan(fallen * 2);
  expect(await tradesOf(server)).toEqual([]);

  await server.clock.advance(SLOT);
  const price = await priceOf(server, "SOL");
  expect(price).toBeGreaterThan(fallen * 1.5);
  expect(price).toBeLessThan(before * 0.95);
  expect(Math.abs((await dollarsForOne(server)) / price - 1)).toBeLessThan(0.0025);
  expect(discords(await poolsOf(server))).toEqual([]);

  const trades = await tradesOf(server);
  expect(trades.length).toBeGreaterThan(5);
  expect(trades.every(({ err }) => err === null)).toBe(true);
  expect(new Set(trades.map(({ slot }) => slot)).size).toBe(1);
  // No trades are pending: passing time does not move prices.
  await server.clock.advance("1h");
  expect(await priceOf(server, "SOL")).toBe(price);
  expect(await tradesOf(server)).toHaveLength(trades.length);
});

test("an ordinary swap leaves the pools in line, without arbitrage", async ({ server }) => {
  await execute(server, "swap 20 SOL for USDC");
  await server.clock.advance("1m");
  expect(await tradesOf(server)).toEqual([]);
});

test("world.arbitrage: false leaves the pools unaligned after trades", async () => {
  const server = await lab({ world: { arbitrage: false } });
  await sellMuch(server);
  const fallen = await priceOf(server, "SOL");
  await server.clock.advance("1h");
  expect(await priceOf(server, "SOL")).toBe(fallen);
  expect(await tradesOf(server)).toEqual([]);
  await expect(lab({ world: { arbitrage: "no" as never } })).rejects.toThrow("world.arbitrage");
});

test("the same seed and requests give the same trades, also over a snapshot between sale and trade", async () => {
  const run = async (between: (server: MockServer) => Promise<MockServer>) => {
    const first = await lab();
    await sellMuch(first);
    const server = await between(first);
    await server.clock.advance(SLOT);
    return JSON.stringify(await server.snapshot());
  };
  const plain = await run(async (server) => server);
  expect(await run(async (server) => server)).toBe(plain);
  const restored = await run(async (server) => {
    const other = await lab();
    await other.restore(await server.snapshot());
    return other;
  });
  expect(restored).toBe(plain);
});

test("a reset drops the sale, and the trades that would follow", async ({ server }) => {
  const before = await priceOf(server, "SOL");
  await sellMuch(server);
  await server.reset();
  await server.clock.advance("1m");
  expect(await priceOf(server, "SOL")).toBe(before);
  expect(await tradesOf(server)).toEqual([]);
});

test("a manual change of a vault is arbitraged away", async ({ server }) => {
  const before = await priceOf(server, "SOL");
  const [pool] = (await poolsOf(server)).filter(({ label }) => label === "JUP-USDC");
  const jup = pool!.mintA.startsWith("JUP") ? pool!.vaultA : pool!.vaultB;
  const { result } = await rpc(server, "getAccountInfo", [jup, { encoding: "base64" }]);
  const data = Buffer.from(result.value.data[0], "base64");
  data.writeBigUInt64LE(data.readBigUInt64LE(64) * 3n, 64);
  const account = { ...result.value, data: [data.toString("base64"), "base64"] };
  const set = await control(server, "POST", "/chain-accounts", { environment: "live", pubkey: jup, account });
  expect(set.status).toBe(200);
  await server.clock.advance(SLOT);
  expect(discords(await poolsOf(server))).toEqual([]);
  expect((await tradesOf(server)).length).toBeGreaterThan(0);
  expect(await priceOf(server, "SOL")).not.toBe(before);
});

test("a pool with an empty vault causes no error", async () => {
  const failed = vi.spyOn(console, "error").mockReturnValue();
  onTestFinished(() => failed.mockRestore());
  const server = await lab();
  const [pool] = (await control(server, "GET", "/pools?environment=live")).body.data;
  await rpc(server, "surfnet_setTokenAccount", [pool.address, pool.mintB, { amount: 0 }]);
  await server.clock.advance(SLOT);
  expect(failed).not.toHaveBeenCalled();
});

test("faults of the chain do not fire on the arbitrageur's trades", async ({ server }) => {
  await sellMuch(server);
  server.faults.add({ fault: { kind: "slow-confirm" } });
  server.faults.add({ fault: { kind: "drop-transaction" } });
  await server.clock.advance(SLOT);
  expect((await tradesOf(server)).length).toBeGreaterThan(5);
  expect(server.faults.list()).toMatchObject([{ fired: 0 }, { fired: 0 }]);
  expect(discords(await poolsOf(server))).toEqual([]);
});
