import { describe, expect, test } from "vitest";
import {
  BUILT,
  clientWith,
  failure,
  INTENT,
  KEY_RECORD,
  PRICE,
  RECORD,
  SOL,
  USAGE,
  WALLET,
} from "../harness.js";

const SECRET = "svc_live_new_secret";
const request = { walletAddress: WALLET, command: "swap 1 SOL for USDC" };

describe("a secret shown once is not lost because another field is invalid", () => {
  const odd = {
    "null instead of absent fields": { ...KEY_RECORD, key: SECRET, expiresAt: null, lastUsedAt: null },
    "no environment": { ...KEY_RECORD, key: SECRET, environment: undefined },
    "fields of other types": { ...KEY_RECORD, key: SECRET, createdAt: 1767225600, scopes: "admin", name: 7 },
    "only the secret and the key id": { keyId: KEY_RECORD.keyId, key: SECRET },
  };
  test.each(Object.entries(odd))("%s", async (_, json) => {
    const { client } = clientWith([{ status: 201, json }]);
    const created = await client.keys.create({ name: "n", scopes: ["admin"] });
    expect(created).toMatchObject({ keyId: KEY_RECORD.keyId, key: SECRET });
    expect(Object.values(created)).not.toContain(null);
    expect(await client.keys.rotate("key_1")).toMatchObject({ key: SECRET });
  });

  test("any object is taken, because the contract does not show the key's fields", async () => {
    const { client } = clientWith([{ json: { id: 7, secret: SECRET } }]);
    expect(await client.keys.rotate("key_1")).toEqual({ id: 7, secret: SECRET });
    expect(await client.keys.revoke("key_1")).toEqual({ id: 7, secret: SECRET });
  });
});

describe("an answer with an odd field", () => {
  const holding = { mint: SOL, symbol: "SOL", balance: 1, decimals: 9, uiAmount: 1e-9, usdValue: 1 };
  const portfolio = {
    walletAddress: WALLET,
    solBalance: 5,
    tokens: [holding],
    totalValue: 1,
    lastUpdated: "t",
  };

  test.each([null, undefined, "12", 7, {}])("has null where a field for display is %o", async (odd) => {
    const shown = { symbol: odd, change24h: odd, volume24h: odd, marketCap: odd, lastUpdated: odd };
    const { client } = clientWith([
      { json: { ...PRICE, ...shown } },
      { json: { ...portfolio, totalValue: odd, tokens: [{ ...holding, symbol: odd, usdValue: odd }] } },
      { json: { ...USAGE, requests: { ...USAGE.requests, percentage: odd } } },
    ]);
    const text = typeof odd === "string" ? odd : null;
    const number = typeof odd === "number" ? odd : null;
    expect(await client.prices.retrieve("SOL")).toEqual({
      ...PRICE,
      symbol: text,
      lastUpdated: text,
      change24h: number,
      volume24h: number,
      marketCap: number,
    });
    expect(await client.portfolio.retrieve(WALLET)).toMatchObject({
      solBalance: 5n,
      totalValue: number,
      tokens: [{ balance: 1n, symbol: text, usdValue: number }],
    });
    expect((await client.analytics.usage()).requests.percentage).toBe(number);
  });

  test("is refused where the field carries money, identity or a secret", async () => {
    const { client } = clientWith([
      { json: { ...PRICE, price: null } },
      { json: { ...portfolio, tokens: [{ ...holding, balance: "1.5" }] } },
      { status: 201, json: { ...KEY_RECORD, key: null } },
      { status: 201, json: { ...KEY_RECORD, key: 7 } },
    ]);
    const create = () => client.keys.create({ name: "n", scopes: ["admin"] });
    for (const [call, field] of [
      [() => client.prices.retrieve("SOL"), "price"],
      [() => client.portfolio.retrieve(WALLET), "tokens.0.balance"],
      [create, "key"],
      [create, "key"],
    ] as const)
      expect(await failure(call())).toMatchObject({ name: "ResponseValidationError", field });
  });

  test("is converted field by field with validateResponses: false", async () => {
    const odd = {
      ...portfolio,
      tokens: [{ ...holding, balance: "1.5", decimals: "9" }, holding],
      lastUpdated: 7,
    };
    const { client } = clientWith([{ json: odd }, { json: [1] }], { validateResponses: false });
    expect(await client.portfolio.retrieve(WALLET)).toEqual({
      ...portfolio,
      solBalance: 5n,
      lastUpdated: null,
      tokens: [
        { ...holding, balance: "1.5", decimals: "9" },
        { ...holding, balance: 1n },
      ],
    });
    expect(await client.portfolio.retrieve(WALLET)).toEqual([1]);
  });

  test("is a page with more exactly if it has a cursor, where hasMore is absent", async () => {
    const pages = [
      { before: "c1" },
      { nextCursor: "c2" },
      {},
      { hasMore: null },
      { hasMore: false, before: "c3" },
    ];
    const { client } = clientWith(pages.map((pagination) => ({ json: { data: [RECORD], pagination } })));
    const more: boolean[] = [];
    for (const _ of pages) more.push((await client.transactions.list(WALLET)).hasMore);
    expect(more).toEqual([true, true, false, false, false]);
  });
});

test("null in an optional response field means absent; in a required one it is an error", async () => {
  const { parameters } = INTENT;
  const answer = { ...INTENT, action: "transfer", route: null };
  const { client } = clientWith([
    { json: { ...answer, parameters: { ...parameters, outputToken: null, recipient: null } } },
    { json: { ...BUILT, simulation: null } },
    { json: { ...INTENT, confidence: null } },
  ]);
  const intent = await client.intents.parse(request);
  expect(intent.parameters).toStrictEqual({ inputToken: parameters.inputToken, amount: 1_000_000_000n });
  expect("route" in intent).toBe(false);
  const built = await client.transactions.build({ intentId: intent.intentId, walletAddress: WALLET });
  expect("simulation" in built).toBe(false);
  expect(await failure(client.intents.parse(request))).toMatchObject({ field: "confidence" });
});

test.each(["-5", "-18446744073709551615", '"-5"'])(
  "base units below zero are refused: %s",
  async (amount) => {
    const text = JSON.stringify(INTENT).replace('"amount":1000000000', `"amount":${amount}`);
    const { client } = clientWith([{ text }]);
    expect(await failure(client.intents.parse(request))).toMatchObject({
      name: "ResponseValidationError",
      field: "parameters.amount",
    });
  },
);
