import { createFakeClient } from "@intent-tx/mock-server/testing";
import { createFakeClient as fromVitest } from "@intent-tx/mock-server/vitest";
import {
  ConfigurationError,
  IntentTx,
  type IntentTxClient,
  type TokenPrice,
  WalletNotFoundError,
} from "intent-tx";
import { expect, test } from "vitest";
import { failureOf } from "../lab.js";

const WALLET = "6Px1aSgHPb5dJ8pyyWVYabEbmcXWU6LZuVcqhD3XPrXj";
const PRICE: TokenPrice = {
  mint: "So11111111111111111111111111111111111111112",
  symbol: "SOL",
  price: 150,
  change24h: 0,
  volume24h: 1,
  marketCap: 1,
  lastUpdated: "2026-01-01T00:00:00.000Z",
};

test("a fake answers values, functions of the input, and errors, and remembers its calls", async () => {
  const client = createFakeClient({
    "prices.retrieve": ({ params }) => ({ ...PRICE, symbol: params.tokenMint }),
    "portfolio.retrieve": new WalletNotFoundError("no such wallet"),
  });
  expect((await client.prices.retrieve("USDC")).symbol).toBe("USDC");
  expect((await client.prices.retrieve("SOL").withResponse()).data).toEqual(PRICE);
  expect(await failureOf(client.portfolio.retrieve(WALLET))).toBeInstanceOf(WalletNotFoundError);
  expect(client.calls.map(({ operation }) => operation)).toEqual([
    "prices.retrieve",
    "prices.retrieve",
    "portfolio.retrieve",
  ]);
  client.answer("prices.retrieve", { ...PRICE, price: 1 });
  expect((await client.prices.retrieve("SOL")).price).toBe(1);
});

test("lists of a fake are read page by page", async () => {
  const details = { token: "SOL", amount: 1, recipient: WALLET };
  const record = (signature: string) =>
    ({
      signature,
      type: "transfer",
      timestamp: "2026-01-01T00:00:00Z",
      status: "confirmed",
      details,
    }) as const;
  const client = createFakeClient({
    "transactions.list": ({ query }) =>
      query?.before
        ? { data: [record("b")], pagination: { hasMore: false } }
        : { data: [record("a")], pagination: { hasMore: true, before: "a" } },
  });
  const all = await client.transactions.list(WALLET).toArray({ max: 9 });
  expect(all.map(({ signature }) => signature)).toEqual(["a", "b"]);
});

test("an answer to an operation that does not exist is refused", () => {
  const message = "The operation price.retrieve is unknown; did you mean prices.retrieve? Use one of";
  expect(() => createFakeClient({ "price.retrieve": {} } as never)).toThrow(message);
  expect(() => createFakeClient().answer("price.retrieve" as never, {} as never)).toThrow(message);
});

test("a missing or impossible answer is reported, not invented", async () => {
  const client = createFakeClient({ "prices.retrieve": { ...PRICE, price: "150" } as never });
  expect(await failureOf(client.analytics.usage())).toMatchObject({
    name: "ConfigurationError",
    message: expect.stringContaining("analytics.usage"),
  });
  const wrong = await failureOf(client.prices.retrieve("SOL"));
  expect(wrong).toBeInstanceOf(ConfigurationError);
  expect((wrong as Error).message).toContain("violates the contract at price");
});

test("a fake is a client, to types and to instanceof; so is a custom class", async () => {
  const client: IntentTxClient = fromVitest({ "prices.retrieve": PRICE });
  expect(client).toBeInstanceOf(IntentTx);
  expect((await client.withOptions({}).prices.retrieve("SOL")).price).toBe(150);
  class Prices implements Pick<IntentTxClient, "prices"> {
    prices: IntentTxClient["prices"] = {
      retrieve: () =>
        Object.assign(Promise.resolve(PRICE), {
          asResponse: async () => Response.json(PRICE),
          withResponse: async () => ({
            data: PRICE,
            response: new Response(),
            requestId: undefined,
            rateLimit: undefined,
          }),
        }),
    };
  }
  expect(await new Prices().prices.retrieve("SOL")).toEqual(PRICE);
});
