import { expect, test } from "vitest";
import { clientOf, lab, send, signedOf } from "../lab.js";

test("a swap has the same value in metrics and in volume, at the price before the swap", async () => {
  const server = await lab();
  const client = clientOf(server);
  for (const amount of [50, 20]) {
    const range = { startDate: server.clock.now() - 1000, endDate: server.clock.now() + 1000 };
    const of = async () => {
      const { volume } = await client.analytics.metrics({
        startDate: new Date(range.startDate),
        endDate: new Date(range.endDate),
      });
      return { price: await client.prices.retrieve("SOL"), usd: volume.totalUSD };
    };
    const before = await of();
    const { wire, signature } = await signedOf(server, `swap ${amount} SOL for USDC`);
    expect(await send(server, wire)).toMatchObject({ result: signature });
    const after = await of();
    // Later swaps may go through other pools; the first one uses the pool of the price.
    if (amount === 50) expect(after.price.price).toBeLessThan(before.price.price);
    const value = after.usd - before.usd;
    expect(value).toBeCloseTo(amount * before.price.price, 4);
    expect(after.price.volume24h - before.price.volume24h).toBeCloseTo(value, 1);
  }
});
