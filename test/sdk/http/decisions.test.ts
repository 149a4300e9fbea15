import type { IntentTx } from "intent-tx";
import { describe, expect, test } from "vitest";
import { samplesOf } from "../contract/operation-samples.js";
import {
  BASE,
  BUILT,
  clientWith,
  failure,
  INTENT,
  KEY,
  KEY_RECORD,
  PRICE,
  RECORD,
  refused,
  SOL,
  USAGE,
  WALLET,
} from "../harness.js";

// Tests the column "the SDK also accepts" of docs/decisions.md by number. Decisions 4, 6 and 9 are in
// rate-limit.test.ts, decision 35 is in retries.test.ts.

const parse = (client: IntentTx) =>
  client.intents.parse({ walletAddress: WALLET, command: "swap 1 SOL for USDC" });
const build = (client: IntentTx) => client.transactions.build({ intentId: "i", walletAddress: WALLET });
const PORTFOLIO = samplesOf("portfolio.retrieve").response as { solBalance: unknown };
const list = (client: IntentTx) => client.transactions.list(WALLET).then(({ data }) => data);

const meta = { requestId: "req_meta", timestamp: "2026-01-01T00:00:00Z" };

describe("decision 1: an answer means the same with and without the envelope", () => {
  test.each<[string, (client: IntentTx) => PromiseLike<unknown>, object]>([
    ["a read", (client) => client.prices.retrieve("SOL"), PRICE],
    ["a parsed command", parse, INTENT],
    ["a built transaction", build, BUILT],
    ["a revoked key", (client) => client.keys.revoke("key_1"), KEY_RECORD],
  ])("%s", async (_, run, payload) => {
    const forms = [payload, { data: payload, meta }, { data: payload }].map((json) => ({ json }));
    const { client } = clientWith(forms);
    const bare = await run(client);
    for (let i = 1; i < forms.length; i++) expect(await run(client)).toEqual(bare);
  });

  test("transactions.list, in its three forms", async () => {
    const payload = { data: [RECORD], pagination: { hasMore: false } };
    const forms = [payload, { ...payload, meta }, { data: payload, meta }].map((json) => ({ json }));
    const { client } = clientWith(forms);
    for (const _ of forms) expect(await list(client)).toEqual([RECORD]);
  });

  test("a payload with an unknown field `data` is not an envelope", async () => {
    const odd = { ...PRICE, data: { price: 1 } };
    expect(await clientWith([{ json: odd }]).client.prices.retrieve("SOL")).toEqual(odd);
  });

  test("errors are read with and without meta", async () => {
    const { client } = clientWith([
      refused(404, "token_not_found"),
      { status: 404, json: { error: { code: "token_not_found", message: "m" } } },
    ]);
    for (const requestId of ["req_1", undefined])
      expect(await failure(client.prices.retrieve("X"))).toMatchObject({
        name: "TokenNotFoundError",
        requestId,
      });
  });
});

test("decision 2: the request id comes from the header, from meta, or not at all", async () => {
  const { client } = clientWith([
    { json: { data: PRICE, meta }, headers: { "X-Request-Id": "req_header" } },
    { json: { data: PRICE, meta } },
    { json: PRICE },
  ]);
  const ids = [];
  for (let i = 0; i < 3; i++) ids.push((await client.prices.retrieve("SOL").withResponse()).requestId);
  expect(ids).toEqual(["req_header", "req_meta", undefined]);
});

describe("decision 3: both names of the cursor", () => {
  test.each([
    ["before", "before", { before: "c1" }],
    ["nextCursor", "cursor", { nextCursor: "c1" }],
  ])("an answer with %s is continued with the query %s", async (_, name, cursor) => {
    const { client, seen } = clientWith([
      { json: { data: [RECORD], pagination: { hasMore: true, ...cursor } } },
      { json: { data: [RECORD], pagination: { hasMore: false } } },
    ]);
    expect(await client.transactions.list(WALLET, { limit: 1 }).toArray({ max: 9 })).toHaveLength(2);
    expect([...seen[1]!.url.searchParams]).toEqual([
      ["limit", "1"],
      [name, "c1"],
    ]);
  });

  test("a list resumes on a service that knows either name", async () => {
    const { client, seen } = clientWith([{ json: { data: [], pagination: { hasMore: false } } }]);
    await client.transactions.list(WALLET, { cursor: "c7" });
    expect(Object.fromEntries(seen[0]!.url.searchParams)).toEqual({ before: "c7", cursor: "c7" });
  });
});

test.each([
  ["11", 401, "unauthorized", "AuthenticationError"],
  ["12", 403, "insufficient_scope", "PermissionError"],
])("decision %s: %i with %s, another code or none is an error of class %s", async (_, status, code, name) => {
  const replies = [refused(status, code), refused(status, "teapot"), { status, text: "no" }, { status }];
  const { client } = clientWith(replies);
  for (const _ of replies) expect((await failure(client.prices.retrieve("SOL"))).name).toBe(name);
});

test("decision 15: an unknown code is a plain ApiError of its status", async () => {
  const { client } = clientWith([refused(418, "teapot", { details: { size: "small" } })]);
  const error = await failure(client.prices.retrieve("SOL"));
  expect(error).toMatchObject({ name: "ApiError", status: 418, code: "teapot", details: { size: "small" } });
});

test("decisions 18 and 48: any transaction status, type and details object are accepted", async () => {
  const details = { note: "airdrop", amount: 2 };
  const data = [
    { ...RECORD, status: "half-done", type: "stake" },
    { ...RECORD, details },
  ];
  const { client } = clientWith([{ json: { data, pagination: { hasMore: false } } }]);
  expect(await list(client)).toEqual(data);
});

test.each([200, 201])("decisions 20 and 23: created and rotated keys come with %i", async (status) => {
  const { client } = clientWith([{ status, json: { ...KEY_RECORD, key: "svc_live_1" } }]);
  expect((await client.keys.create({ name: "n", scopes: ["admin"] })).key).toBe("svc_live_1");
  expect((await client.keys.rotate("key_1")).key).toBe("svc_live_1");
});

test("decision 21: a key record may have unknown fields, scopes and states", async () => {
  const unknown = { status: "dormant", environment: "staging", color: "red" };
  const record = { ...KEY_RECORD, scopes: ["write:everything"], ...unknown };
  expect(await clientWith([{ json: record }]).client.keys.revoke("key_1")).toEqual(record);
});

test("decision 22: revoke answers with the record, without a body, or with any other JSON", async () => {
  const bodies = [{ status: 204 }, { text: "" }, { json: true }, { text: "null" }, { json: { data: [] } }];
  const { client } = clientWith([{ json: { ...KEY_RECORD, status: "revoked" } }, ...bodies, { text: "<p>" }]);
  expect((await client.keys.revoke("key_1"))?.status).toBe("revoked");
  for (const _ of bodies.slice(1)) expect(await client.keys.revoke("key_1")).toBeUndefined();
  expect(await client.keys.revoke("key_1")).toEqual({ data: [] });
  // A page of a proxy does not show that the key is revoked.
  expect((await failure(client.keys.revoke("key_1"))).message).toContain("its body is not JSON");
});

test("decision 27: base units are exact bigints, from a number or a string, at every size", async () => {
  const expectedOutput = { outputAmount: "@", priceImpact: 0, fee: "@" };
  const built = JSON.stringify({ ...BUILT, expectedOutput });
  for (const amount of [0n, 7n, 2n ** 53n - 1n, 2n ** 53n + 1n, 2n ** 64n - 1n, 2n ** 128n - 1n].map(String))
    for (const written of [amount, `"${amount}"`]) {
      const text = JSON.stringify({ ...PORTFOLIO, solBalance: "@" }).replace('"@"', written);
      const { client } = clientWith([{ text }]);
      expect((await client.portfolio.retrieve(WALLET)).solBalance).toBe(BigInt(amount));
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

test("decisions 28 and 29: any object is accepted as an NFT or stake", async () => {
  const extra = { nfts: [{ id: 7, image: "x" }], staked: [{ pool: "y", amount: 3 }] };
  const { client, seen } = clientWith([{ json: { ...PORTFOLIO, ...extra } }]);
  expect(await client.portfolio.retrieve(WALLET, { includeNFTs: true, includeStaked: false })).toMatchObject(
    extra,
  );
  expect(seen[0]!.url.search).toBe("?includeNFTs=true&includeStaked=false");
});

test.each([
  ["30000", 30_000n],
  ['"30000"', 30_000n],
  ["0.003", null],
  ["-2", null],
])("decision 42: a pool's fee of %s is base units, or null", async (written, fee) => {
  const marketInfos = INTENT.route.marketInfos.map((one) => ({ ...one, fee: "@" }));
  const route = { ...INTENT.route, marketInfos };
  const text = JSON.stringify({ ...INTENT, route }).replaceAll('"@"', written);
  const intent = await parse(clientWith([{ text }]).client);
  expect(intent.action === "swap" && intent.route?.marketInfos[0]?.fee).toBe(fee);
});

test("decision 33: the largest 64-bit integer is a limit", async () => {
  const usage = { ...USAGE, transactions: { used: 3, limit: "@", percentage: 0 } };
  const text = JSON.stringify(usage).replace('"@"', "9223372036854775807");
  expect((await clientWith([{ text }]).client.analytics.usage()).transactions.limit).toBe(2 ** 63);
});

test.each([-1, null, undefined])("decision 33: a limit of %s is Infinity", async (limit) => {
  const usage = { ...USAGE, transactions: { used: 3, limit, percentage: 0 } };
  expect((await clientWith([{ json: usage }]).client.analytics.usage()).transactions.limit).toBe(Infinity);
});

test("decisions 38 and 39: details may be any object or absent", async () => {
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

test("a 2xx response with an error, or nothing, is refused", async () => {
  const { client } = clientWith([
    { json: { error: { code: "internal_error", message: "no" } } },
    { json: { data: PRICE, error: null } },
    { json: { ...PRICE, error: false } },
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
  expect(await client.prices.retrieve("SOL")).toEqual({ ...PRICE, error: false });
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
    { json: samplesOf("analytics.metrics").response },
    { json: { ...KEY_RECORD, key: "k" } },
    { json: PRICE },
  ]);
  await client.analytics.metrics({
    startDate: new Date("2026-01-01"),
    // As a date of luxon or Temporal.
    endDate: { toJSON: () => "2026-01-02T00:00:00+01:00" } as unknown as Date,
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
