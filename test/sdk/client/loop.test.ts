import { expect, test } from "vitest";
import { BUILT, clientWith, INTENT, PRICE, WALLET } from "../harness.js";

test("parse, build and price through an injected fetch", async () => {
  const { client, seen } = clientWith([
    { json: INTENT },
    { json: BUILT },
    { json: { data: PRICE, meta: { requestId: "r" } } },
  ]);
  const intent = await client.intents.parse({ walletAddress: WALLET, command: "swap 1 SOL for USDC" });
  expect(intent.parameters.amount).toBe(1_000_000_000n);
  expect(intent.route?.outAmount).toBe(142_500_000n);
  const built = await client.transactions.build({ intentId: intent.intentId, walletAddress: WALLET });
  expect(built.expectedOutput).toEqual({ outputAmount: 142_500_000n, priceImpact: 0.1, fee: 5042n });
  expect(await client.prices.retrieve("SOL")).toEqual(PRICE);
  expect(seen.map(({ method, url }) => `${method} ${url.pathname}`)).toEqual([
    "POST /v1/intents",
    "POST /v1/transactions/build",
    "GET /v1/prices/SOL",
  ]);
});
