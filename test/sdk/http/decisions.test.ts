import { expect, test } from "vitest";
import {
  BASE,
  BUILT,
  clientWith,
  failure,
  INTENT,
  KEY,
  KEY_RECORD,
  PRICE,
  refused,
  SOL,
  USAGE,
  WALLET,
} from "../harness.js";
import { build, list, METRICS, PORTFOLIO, parse, RECORD } from "./decision-calls.js";

// Each cell "SDK accepts" of the contract decisions, by number. Rows 1 to 3 are in decisions-envelope, 4, 6, 9 in
// rate-limit, 35 in retries.

test("decision 11: any code with 401 is an AuthenticationError", async () => {
  const { client } = clientWith([
    refused(401, "unauthorized"),
    refused(401, "who_are_you"),
    { status: 401, text: "no" },
  ]);
  for (let i = 0; i < 3; i++)
    expect((await failure(client.prices.retrieve("SOL"))).name).toBe("AuthenticationError");
});

test("decision 12: any code with 403 is a PermissionError", async () => {
  const { client } = clientWith([
    refused(403, "insufficient_scope"),
    refused(403, "teapot"),
    { status: 403 },
  ]);
  for (let i = 0; i < 3; i++)
    expect((await failure(client.prices.retrieve("SOL"))).name).toBe("PermissionError");
});

test("decision 15: an unknown code is a plain ApiError of its status", async () => {
  const { client } = clientWith([refused(418, "teapot", { details: { size: "small" } })]);
  const error = await failure(client.prices.retrieve("SOL"));
  expect(error).toMatchObject({ name: "ApiError", status: 418, code: "teapot", details: { size: "small" } });
});

test("decision 18: any transaction status and type", async () => {
  const record = { ...RECORD, status: "half-done", type: "stake" };
  const { client } = clientWith([{ json: { data: [record], pagination: { hasMore: false } } }]);
  expect(await list(client)).toEqual([record]);
});

test.each([200, 201])("decisions 20 and 23: created and rotated keys come with %i", async (status) => {
  const { client } = clientWith([{ status, json: { ...KEY_RECORD, key: "svc_live_1" } }]);
  expect((await client.keys.create({ name: "n", scopes: ["admin"] })).key).toBe("svc_live_1");
  expect((await client.keys.rotate("key_1")).key).toBe("svc_live_1");
});

test("decision 21: unknown fields, scopes and states of a key record", async () => {
  const record = {
    ...KEY_RECORD,
    scopes: ["write:everything"],
    status: "dormant",
    environment: "staging",
    color: "red",
  };
  expect(await clientWith([{ json: record }]).client.keys.revoke("key_1")).toEqual(record);
});

test("decision 22: revoke answers 200 with the record, or 204 without a body", async () => {
  const { client } = clientWith([{ json: { ...KEY_RECORD, status: "revoked" } }, { status: 204 }]);
  expect((await client.keys.revoke("key_1"))?.status).toBe("revoked");
  expect(await client.keys.revoke("key_1")).toBeUndefined();
});

test("decision 27: base units are exact bigints, from a number or a string, at every size", async () => {
  for (const amount of [
    "0",
    "7",
    "9007199254740991",
    "9007199254740993",
    "18446744073709551615",
    "340282366920938463463374607431768211455",
  ])
    for (const written of [amount, `"${amount}"`]) {
      const text = JSON.stringify({ ...PORTFOLIO, solBalance: "@" }).replace('"@"', written);
      const { client } = clientWith([{ text }]);
      expect((await client.portfolio.retrieve(WALLET)).solBalance).toBe(BigInt(amount));
      const built = JSON.stringify({
        ...BUILT,
        expectedOutput: { outputAmount: "@", priceImpact: 0, fee: "@" },
      });
      const { expectedOutput } = await build(clientWith([{ text: built.replaceAll('"@"', written) }]).client);
      expect(expectedOutput).toMatchObject({ outputAmount: BigInt(amount), fee: BigInt(amount) });
    }
});

test.each(["1.5", '"1.5"', '"x"', "1e400", "-1.5", "null", '""'])(
  "decision 27: %s is not an amount, and is not rounded",
  async (written) => {
    const text = JSON.stringify({ ...PORTFOLIO, solBalance: "@" }).replace('"@"', written);
    expect(await failure(clientWith([{ text }]).client.portfolio.retrieve(WALLET))).toMatchObject({
      name: "ResponseValidationError",
      field: "solBalance",
    });
  },
);

test("decisions 28 and 29: any object as NFT or stake", async () => {
  const extra = { nfts: [{ id: 7, image: "x" }], staked: [{ pool: "y", amount: 3 }] };
  const { client, seen } = clientWith([{ json: { ...PORTFOLIO, ...extra } }]);
  expect(await client.portfolio.retrieve(WALLET, { includeNFTs: true, includeStaked: false })).toMatchObject(
    extra,
  );
  expect(seen[0]!.url.search).toBe("?includeNFTs=true&includeStaked=false");
});

test.each([-1, null, undefined])("decision 33: a limit of %s is Infinity", async (limit) => {
  const usage = { ...USAGE, transactions: { used: 3, limit, percentage: 0 } };
  expect((await clientWith([{ json: usage }]).client.analytics.usage()).transactions.limit).toBe(Infinity);
});

test("decisions 38 and 39: any object as details, or none", async () => {
  const { client } = clientWith([
    refused(422, "parsing_error", { details: { what: ["ever"] } }),
    refused(422, "parsing_error"),
    refused(422, "parsing_error", { details: "text" }),
  ]);
  expect(await failure(parse(client))).toMatchObject({ name: "ParsingError", details: { what: ["ever"] } });
  for (let i = 0; i < 2; i++)
    expect(await failure(parse(client))).toMatchObject({ name: "ParsingError", details: undefined });
});

test("decision 40: unknown fields are kept, at every depth", async () => {
  const intent = { ...INTENT, extra: 1, route: { ...INTENT.route, extra: { deep: true } } };
  const read = (await parse(clientWith([{ json: intent }]).client)) as unknown as {
    extra: number;
    route: { extra: unknown };
  };
  expect([read.extra, read.route.extra]).toEqual([1, { deep: true }]);
});

test("decision 41: parameters and route may be absent", async () => {
  const intent = { intentId: "i", action: "query", parameters: {}, confidence: 1 };
  expect(await parse(clientWith([{ json: intent }]).client)).toEqual(intent);
});

test("an action unknown to this version is refused, since it cannot be verified", async () => {
  const error = await failure(parse(clientWith([{ json: { ...INTENT, action: "stake" } }]).client));
  expect(error).toMatchObject({ name: "ResponseValidationError", field: "action" });
});

test.each([{}, { before: null, nextCursor: null }])("decision 46: %j is not a cursor", async (cursor) => {
  const { client } = clientWith([{ json: { data: [RECORD], pagination: { hasMore: false, ...cursor } } }]);
  const page = await client.transactions.list(WALLET);
  expect([page.hasMore, page.nextCursor]).toEqual([false, undefined]);
});

test("decision 48: any object as details of a transaction", async () => {
  const record = { ...RECORD, details: { note: "airdrop", amount: 2 } };
  const { client } = clientWith([{ json: { data: [record], pagination: { hasMore: false } } }]);
  expect(await list(client)).toEqual([record]);
});

test("a 2xx response with an error, or nothing, is refused", async () => {
  const { client } = clientWith([
    { json: { error: { code: "internal_error", message: "no" } } },
    { json: { data: PRICE, error: null } },
    { text: "" },
    { status: 204 },
    { json: [] },
  ]);
  const error = await failure(client.prices.retrieve("SOL"));
  expect(error).toMatchObject({
    name: "ResponseValidationError",
    message: expect.stringContaining("internal_error"),
  });
  expect(await client.prices.retrieve("SOL")).toEqual(PRICE);
  for (let i = 0; i < 3; i++)
    expect((await failure(client.prices.retrieve("SOL"))).name).toBe("ResponseValidationError");
});

test("validateResponses: false returns invalid responses unchanged, with a warning", async () => {
  const warnings: string[] = [];
  const logger = { debug() {}, info() {}, error() {}, warn: (text: string) => void warnings.push(text) };
  const odd = { ...PRICE, price: "142" };
  const { client } = clientWith([{ json: odd }, { json: INTENT }], { validateResponses: false, logger });
  expect(await client.prices.retrieve("SOL")).toEqual(odd);
  expect(warnings).toEqual([expect.stringContaining("price must be a number")]);
  expect((await parse(client)).parameters.amount).toBe(1_000_000_000n);
});

test("requests follow the contract: paths, queries, bodies, dates", async () => {
  const { client, seen } = clientWith([
    { json: METRICS },
    { json: { ...KEY_RECORD, key: "k" } },
    { json: PRICE },
  ]);
  await client.analytics.metrics({
    startDate: new Date("2026-01-01"),
    endDate: "2026-01-02T00:00:00+01:00",
    granularity: "day",
  });
  await client.keys.create({ name: "n", scopes: ["admin"], expiresAt: new Date("2027-01-01") });
  await client.prices.retrieve(SOL);
  expect(Object.fromEntries(seen[0]!.url.searchParams)).toEqual({
    startDate: "2026-01-01T00:00:00.000Z",
    endDate: "2026-01-02T00:00:00+01:00",
    granularity: "day",
  });
  expect(seen[1]!.body).toEqual({ name: "n", scopes: ["admin"], expiresAt: "2027-01-01T00:00:00.000Z" });
  expect(seen[1]!.headers.get("content-type")).toBe("application/json");
  expect(seen[0]!.headers.get("content-type")).toBeNull();
  expect(seen[2]!.url.href).toBe(`${BASE}/prices/${SOL}`);
  expect(seen[2]!.headers.get("authorization")).toBe(`Bearer ${KEY}`);
});
