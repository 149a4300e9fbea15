import { preview } from "intent-tx/solana";
import { describe, expect } from "vitest";
import { setup, test } from "./setup.js";

const POOL = "7EYnhQoR9YM3N7UoaKRoA44Uy8JeaZV3qyouov87awMs";
const USDC = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";

/** A world whose node reports these fees, newest last. */
async function paid(fees: readonly unknown[]) {
  const world = await setup();
  const asked: string[][] = [];
  const connection = world.changed({
    getRecentPrioritizationFees: async (config: { lockedWritableAccounts: { toBase58(): string }[] }) => {
      asked.push(config.lockedWritableAccounts.map((one) => one.toBase58()));
      return fees.map((prioritizationFee, slot) => ({ slot, prioritizationFee }));
    },
  });
  const { client, walletAddress, clock, server } = world;
  const show = (limits: object = {}) =>
    preview({
      client,
      walletAddress,
      clock,
      connection,
      command: "swap 0.5 SOL for USDC",
      priorityFee: "auto",
      ...limits,
    });
  const parsedWith = () =>
    server.requests.list({ path: "/v1/intents" }).map(({ body }) => Object(body).priorityFee);
  return { ...world, connection, asked, show, parsedWith };
}

describe("priorityFee auto", () => {
  test.for<[string, readonly unknown[], object, number]>([
    ["the 75th percentile", [9000, 1000, 4000, 2000], {}, 4000],
    ["of 150 slots", [...Array(50).fill(900_000), ...Array(150).fill(7000)], {}, 7000],
    ["within 100,000 lamports", [4_000_000], {}, 71_428],
    ["within maxFee less signature and rent", [4_000_000], { maxFee: 5_000 + 2 * 2_248_080 + 7_000 }, 5000],
    ["at most what the contract allows", [9_000_000], { maxFee: 10n ** 9n }, 5_000_000],
    ["1000 without data", [], {}, 1000],
    ["1000 where nothing was paid", [0, 0, 0, 0, 5], {}, 1000],
    ["1000 for what is no fee", [undefined, -1, 0.5, Number.NaN], {}, 1000],
  ])("is %s", async ([, fees, limits, expected]) => {
    const { show } = await paid(fees);
    expect((await show(limits)).priorityFee).toBe(expected);
  });

  test("asks about the wallet, its accounts and the pools before it parses", async () => {
    const { show, asked, walletAddress, parsedWith } = await paid([3000]);
    await show({ expect: { side: "input", amount: 500_000_000n, outputToken: USDC } });
    expect(asked).toEqual([[walletAddress, expect.stringMatching(/^\w{32,44}$/)]]);
    await show({ pools: [POOL] }).catch(() => undefined);
    expect(asked[1]).toEqual([walletAddress, POOL]);
    expect(parsedWith()).toEqual([3000, 3000]);
  });

  test("is the number that the payment is verified with", async () => {
    const { pay, connection, parsedWith } = await paid([3000]);
    expect(await pay({ connection, priorityFee: "auto" })).toMatchObject({ attempts: 1 });
    expect(parsedWith()).toEqual([3000]);
  });

  test("is 1000 when the node fails, and needs a connection and a command", async ({ world }) => {
    const { pay, changed, client, walletAddress } = world;
    const fails = { getRecentPrioritizationFees: () => Promise.reject(new Error("Method not found")) };
    expect(await pay({ connection: changed(fails), priorityFee: "auto" })).toMatchObject({ attempts: 1 });
    const odd = { getRecentPrioritizationFees: async () => ({ fees: [1] }) };
    expect(await pay({ connection: changed(odd), priorityFee: "auto" })).toMatchObject({ attempts: 1 });
    const order = { client, walletAddress, priorityFee: "auto" } as const;
    await expect(preview({ ...order, command: "send 1 SOL to bob.sol" })).rejects.toThrow(
      "needs a connection",
    );
    const intent = await client.intents.parse({ walletAddress, command: "send 1 SOL to bob.sol" });
    await expect(pay({ command: undefined, intent, priorityFee: "auto" })).rejects.toThrow("needs command");
  });
});
