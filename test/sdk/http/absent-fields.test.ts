import type { IntentTx } from "intent-tx";
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

  test.each([
    { id: 7, secret: SECRET },
    { ...KEY_RECORD, key: null },
    { ...KEY_RECORD, key: 7 },
  ])(
    "an issued key without a key as text is refused, and returned as it is with validateResponses: false: %o",
    async (json) => {
      const { client } = clientWith([{ status: 201, json }]);
      const lenient = clientWith([{ status: 201, json }], { validateResponses: false }).client;
      const kept = Object.fromEntries(Object.entries(json).filter(([, value]) => value !== null));
      for (const issue of [
        ({ keys }: IntentTx) => keys.create({ name: "n", scopes: ["admin"] }),
        ({ keys }: IntentTx) => keys.rotate("key_1"),
      ]) {
        const refused = { name: "ResponseValidationError", field: "key" };
        expect(await failure(issue(client))).toMatchObject(refused);
        expect(await issue(lenient)).toEqual(kept);
      }
      expect(await client.keys.revoke("key_1")).toEqual(kept);
    },
  );
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

  const swap = { ...INTENT, route: { ...INTENT.route, marketInfos: INTENT.route.marketInfos.slice(0, 1) } };
  const transfer = { ...INTENT, action: "transfer", parameters: { ...INTENT.parameters, recipient: WALLET } };
  const figures = { total: 1, swaps: 1, transfers: 0, successRate: 100 };
  const metrics = {
    period: { start: "t", end: "t", granularity: "day" },
    transactions: figures,
    volume: { totalUSD: 1, averagePerTransaction: 1 },
    intents: { total: 1, averageConfidence: 1, parseErrors: 0 },
  };
  /** Every answer, and its fields that carry money, identity or the transaction. All others are for display. */
  const answers: Record<string, [object, (client: IntentTx) => Promise<unknown>, string[]]> = {
    swap: [
      swap,
      (client) => client.intents.parse(request),
      ["intentId", "action", "parameters.inputToken", "parameters.outputToken", "parameters.amount"].concat(
        ["route.inAmount", "route.outAmount"],
        ["id", "inputMint", "outputMint", "inAmount", "outAmount"].map(
          (name) => `route.marketInfos.0.${name}`,
        ),
      ),
    ],
    transfer: [
      { ...transfer, route: undefined, parameters: { ...transfer.parameters, outputToken: undefined } },
      (client) => client.intents.parse(request),
      ["intentId", "action", "parameters.inputToken", "parameters.amount", "parameters.recipient"],
    ],
    built: [
      BUILT,
      (client) => client.transactions.build({ intentId: "i", walletAddress: WALLET }),
      ["transaction", "simulation.success", "expectedOutput.outputAmount", "expectedOutput.fee"],
    ],
    history: [
      { data: [RECORD], pagination: { hasMore: false } },
      (client) => client.transactions.list(WALLET),
      ["data.0.signature", "data.0.type", "data.0.status"],
    ],
    portfolio: [
      portfolio,
      (client) => client.portfolio.retrieve(WALLET),
      ["walletAddress", "solBalance", "tokens.0.mint", "tokens.0.balance", "tokens.0.decimals"],
    ],
    price: [PRICE, (client) => client.prices.retrieve("SOL"), ["mint", "price"]],
    metrics: [
      metrics,
      (client) => client.analytics.metrics({ startDate: "2026-01-01", endDate: "2026-02-01" }),
      [],
    ],
    usage: [USAGE, (client) => client.analytics.usage(), []],
  };

  /** The values of an answer that are not objects, and its list of log lines, by path. Records' details are open. */
  const leaves = (value: unknown, path = ""): string[] =>
    typeof value === "object" && value !== null && !/logs$|details$|pagination$/.test(path)
      ? Object.entries(value).flatMap(([name, inner]) =>
          leaves(inner, path && inner !== undefined ? `${path}.${name}` : name),
        )
      : [path];
  const rows = Object.entries(answers).flatMap(([name, [json, call, needed]]) =>
    leaves(JSON.parse(JSON.stringify(json)))
      .filter((path) => !/details$|pagination$/.test(path))
      .map((path) => [name, path, needed.includes(path), json, call] as const),
  );
  const put = (json: object, path: string, value: unknown) => {
    const copy = structuredClone(json) as Record<string, unknown>;
    const names = path.split(".");
    const last = names.pop() as string;
    const owner = names.reduce((one, name) => one[name] as Record<string, unknown>, copy);
    owner[last] = value;
    return copy;
  };
  const at = (json: unknown, path: string) =>
    path.split(".").reduce((one, name) => (one as Record<string, unknown>)[name], json);

  test.each(rows)("%s.%s is refused: %s", async (_, path, refused, json, call) => {
    for (const odd of [null, undefined, {}, true].filter(
      (one) => one !== true || !path.endsWith("success"),
    )) {
      const { client } = clientWith([{ json: put(json, path, odd) }]);
      const answer = call(client);
      if (refused)
        expect(await failure(answer)).toMatchObject({ name: "ResponseValidationError", field: path });
      else
        expect(at(await answer, path)).toBe(
          odd !== true && path.endsWith("limit") && odd == null ? Infinity : null,
        );
    }
  });
  test("every field that is refused is in an answer", () => {
    const refused = rows.filter(([, , one]) => one).map(([name, path]) => `${name}.${path}`);
    expect(refused).toEqual(
      expect.arrayContaining(
        Object.entries(answers).flatMap(([name, [, , all]]) => all.map((path) => `${name}.${path}`)),
      ),
    );
  });

  test("a swap without a route is refused, and a question without parameters is not", async () => {
    const query = { ...INTENT, action: "query", parameters: {}, route: null };
    const { client } = clientWith([{ json: { ...INTENT, route: null } }, { json: query }]);
    expect(await failure(client.intents.parse(request))).toMatchObject({ field: "route" });
    expect((await client.intents.parse(request)).parameters).toEqual({});
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
  const { client } = clientWith([
    {
      json: {
        ...INTENT,
        action: "query",
        route: null,
        parameters: { ...parameters, outputToken: null, recipient: null },
      },
    },
    { json: { ...BUILT, simulation: null } },
    { json: { ...INTENT, intentId: null } },
  ]);
  const intent = await client.intents.parse(request);
  expect(intent.parameters).toStrictEqual({ inputToken: parameters.inputToken, amount: 1_000_000_000n });
  expect("route" in intent).toBe(false);
  const built = await client.transactions.build({ intentId: intent.intentId, walletAddress: WALLET });
  expect("simulation" in built).toBe(false);
  expect(await failure(client.intents.parse(request))).toMatchObject({ field: "intentId" });
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
