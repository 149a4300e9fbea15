// Orders from base units, through the service and back: `expect` accepts exactly what the parser read.
import { swapOrder, transferOrder } from "intent-tx";
import { type PreviewOptions, preview } from "intent-tx/solana";
import { expect } from "vitest";
import { TOKENS } from "../../../mock-server/src/fixtures/tokens.js";
import { test } from "../../sdk/pay/setup.js";

const USDC = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";

test("every token is sent, sold and bought exactly", async ({ world }) => {
  const { client, walletAddress, server } = world;
  const million = TOKENS.map(({ symbol, priceUsd, decimals }) => [
    symbol,
    (1e6 / +priceUsd).toFixed(decimals),
  ]);
  await server.fund(walletAddress, Object.fromEntries(million), { environment: "live" });
  const show = async (order: { command: string; expect: NonNullable<PreviewOptions["expect"]> }) =>
    (await preview({ client, walletAddress, ...order })).effects;
  for (const { mint, decimals, priceUsd } of TOKENS) {
    const dollar = BigInt(Math.ceil(10 ** decimals / +priceUsd));
    for (const amount of [1n, 99_999n * dollar - 1n]) {
      const order = transferOrder({ token: mint, amount, recipient: server.wallets.bob.address });
      expect((await show(order)).spendAtMost).toEqual([{ mint, amount }]);
    }
    const token = mint === USDC ? (TOKENS[0]?.mint ?? "") : USDC;
    const terms = { amount: 9n * dollar + 1n, slippageBps: 200 };
    const sold = swapOrder({ input: mint, output: token, side: "input", ...terms });
    expect((await show(sold)).spendAtMost).toEqual([{ mint, amount: terms.amount }]);
    const bought = swapOrder({ input: token, output: mint, side: "output", ...terms });
    expect((await show(bought)).receiveAtLeast).toEqual([{ mint, amount: terms.amount }]);
  }
  const order = transferOrder({ token: USDC, amount: 5n, recipient: server.wallets.bob.address });
  const other = { ...order, expect: { ...order.expect, amount: 6n } };
  await expect(show(other)).rejects.toThrow("not 6 as expected");
});
