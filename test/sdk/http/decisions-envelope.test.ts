import type { IntentTx } from "intent-tx";
import { describe, expect, test } from "vitest";
import { BUILT, clientWith, failure, INTENT, KEY_RECORD, PRICE, refused, WALLET } from "../harness.js";
import { build, list, parse, RECORD } from "./decision-calls.js";

// Rows 1 to 3 of the contract decisions: envelope, request id, cursor.

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
    const { client } = clientWith([
      { json: payload },
      { json: { ...payload, meta } },
      { json: { data: payload, meta } },
    ]);
    for (let i = 0; i < 3; i++) expect(await list(client)).toEqual([RECORD]);
  });

  test("a payload with an unknown field `data` is no envelope", async () => {
    const odd = { ...PRICE, data: { price: 1 } };
    expect(await clientWith([{ json: odd }]).client.prices.retrieve("SOL")).toEqual(odd);
  });

  test("errors are read with and without meta", async () => {
    const { client } = clientWith([
      refused(404, "token_not_found"),
      { status: 404, json: { error: { code: "token_not_found", message: "m" } } },
    ]);
    expect(await failure(client.prices.retrieve("X"))).toMatchObject({
      name: "TokenNotFoundError",
      requestId: "req_1",
    });
    expect(await failure(client.prices.retrieve("X"))).toMatchObject({
      name: "TokenNotFoundError",
      requestId: undefined,
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

  test("a walk resumes under a service that knows either name", async () => {
    const { client, seen } = clientWith([{ json: { data: [], pagination: { hasMore: false } } }]);
    await client.transactions.list(WALLET, { before: "c7" });
    expect(Object.fromEntries(seen[0]!.url.searchParams)).toEqual({ before: "c7", cursor: "c7" });
  });
});
