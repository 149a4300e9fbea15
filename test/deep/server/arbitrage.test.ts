import { createMockServer, type MockServer } from "@intent-tx/mock-server";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { arbitrageur, poolsOf, sellMuch, tradesOf } from "../../server/arbitrage-chain.js";
import { discords } from "../../server/arbitrage-market.js";
import { clientOf } from "../../server/lab.js";

afterEach(() => {
  vi.restoreAllMocks();
});

/** A chain on which nobody trades by himself, in the place of a validator, and a server over it. */
async function overAChain(arbitrage = true) {
  const chain = await createMockServer({ seed: 1, world: { arbitrage: false } });
  onTestFinished(() => chain.close());
  await chain.listen();
  const server = await createMockServer({ seed: 1, rpcUrl: chain.rpc.live, world: { arbitrage } });
  onTestFinished(() => server.close());
  return { chain, server };
}

const inLine = async (server: MockServer) => discords(await poolsOf(server)).length === 0;

test("over another chain it trades after a sale was seen to land, until pools are in line", async () => {
  const { chain, server } = await overAChain();
  await sellMuch(server, "3000");
  expect(await inLine(chain)).toBe(false);
  await expect.poll(() => inLine(chain), { timeout: 40_000, interval: 100 }).toBe(true);
  const trades = await tradesOf(chain);
  expect(trades.length).toBeGreaterThan(2);
  expect(trades.every(({ err }) => err === null)).toBe(true);
  // It never loses, and its trades are in the service's history of its wallet.
  const { tokens } = await clientOf(server).portfolio.retrieve(arbitrageur);
  expect(tokens.find(({ symbol }) => symbol === "USDC")!.balance).toBeGreaterThan(10n ** 15n);
}, 60_000);

test("world.arbitrage: false leaves the pools of another chain alone", async () => {
  const { chain, server } = await overAChain(false);
  await sellMuch(server, "60000");
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(await tradesOf(chain)).toEqual([]);
  expect(await inLine(chain)).toBe(false);
});

test("a server that is closed sends nothing more", async () => {
  const { chain, server } = await overAChain();
  const log = vi.spyOn(console, "error");
  await sellMuch(server, "60000");
  await expect.poll(async () => (await tradesOf(chain)).length, { interval: 5 }).toBeGreaterThan(0);
  await server.close();
  // One that was under way lands.
  await new Promise((resolve) => setTimeout(resolve, 300));
  const { length } = await tradesOf(chain);
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(await tradesOf(chain)).toHaveLength(length);
  expect(await inLine(chain)).toBe(false);
  expect(log).not.toHaveBeenCalled();
});
