import { ConfigurationError, Page, PaginationError } from "intent-tx";
import { describe, expect, test } from "vitest";
import { clientWith, failure, RECORD, refused, type Seen, WALLET } from "../harness.js";

const record = (i: number) => ({ ...RECORD, signature: `s${i}` });

/** A client of a service that has `total` records. The service refuses the requests in `failAt`, counted from 1. */
function history(total: number, size = 3, failAt: number[] = []) {
  let requests = 0;
  const answer = ({ url }: Seen) => {
    if (failAt.includes(++requests)) return refused(418, "teapot");
    const before = url.searchParams.get("before");
    const from = before === null ? 0 : Number(before.slice(1)) + 1;
    const data = Array.from({ length: Math.max(0, Math.min(size, total - from)) }, (_, i) =>
      record(from + i),
    );
    const hasMore = from + size < total;
    return {
      json: { data, pagination: hasMore ? { hasMore, before: data.at(-1)?.signature } : { hasMore } },
    };
  };
  return clientWith([answer]);
}
const ids = (records: { signature: string }[]) => records.map(({ signature }) => signature).join(" ");

test("awaiting gives a page, iterating (also from that page) gives every record, pages() gives pages", async () => {
  const { client } = history(7);
  const page = await client.transactions.list(WALLET);
  expect(page).toBeInstanceOf(Page);
  expect([ids(page.data), page.hasMore, page.nextCursor]).toEqual(["s0 s1 s2", true, "s2"]);
  const next = await page.nextPage();
  expect([ids(next.data), (await next.nextPage()).hasMore]).toEqual(["s3 s4 s5", false]);
  for (const records of [client.transactions.list(WALLET), page]) {
    const all = [];
    for await (const one of records) all.push(one);
    expect(ids(all)).toBe("s0 s1 s2 s3 s4 s5 s6");
  }
  const sizes = [];
  for await (const { data } of client.transactions.list(WALLET).pages()) sizes.push(data.length);
  expect(sizes).toEqual([3, 3, 1]);
});

test("iterating makes one request per page, and none after a break", async () => {
  const { client, seen } = history(7);
  await client.transactions.list(WALLET).toArray({ max: Infinity });
  expect(seen).toHaveLength(3);
  for await (const _ of client.transactions.list(WALLET)) break;
  expect(seen).toHaveLength(4);
});

test("toArray collects at most max records, and requires max", async () => {
  const { client, seen } = history(70);
  expect(ids(await client.transactions.list(WALLET).toArray({ max: 4 }))).toBe("s0 s1 s2 s3");
  expect(seen).toHaveLength(2);
  expect(await client.transactions.list(WALLET).toArray({ max: 0 })).toEqual([]);
  for (const options of [{}, { max: -1 }, { max: Number.NaN }])
    expect(await failure(client.transactions.list(WALLET).toArray(options as never))).toBeInstanceOf(
      ConfigurationError,
    );
});

test("iterating resumes from nextCursor, also in another client", async () => {
  const { nextCursor } = await history(7).client.transactions.list(WALLET);
  const rest = await history(7).client.transactions.list(WALLET, { cursor: nextCursor }).toArray({ max: 99 });
  expect(ids(rest)).toBe("s3 s4 s5 s6");
});

test("the query is sent with every page", async () => {
  const { client, seen } = history(7);
  await client.transactions.list(WALLET, { limit: 3, type: "swap" }).toArray({ max: 99 });
  expect(seen.map(({ url }) => url.search)).toEqual([
    "?limit=3&type=swap",
    "?limit=3&type=swap&before=s2",
    "?limit=3&type=swap&before=s5",
  ]);
});

test("an iterator resumes where it failed, and returns every record once", async () => {
  for (const failAt of [[1], [2], [3], [1, 2, 4]]) {
    const { client } = history(7, 3, failAt);
    const iterator = client.transactions.list(WALLET)[Symbol.asyncIterator]();
    const got: { signature: string }[] = [];
    let failures = 0;
    for (let i = 0; i < 20; i++) {
      try {
        const { done, value } = await iterator.next();
        if (done) break;
        got.push(value);
      } catch {
        failures++;
      }
    }
    expect([ids(got), failures]).toEqual(["s0 s1 s2 s3 s4 s5 s6", failAt.length]);
  }
});

test("calls of next() that overlap get one record each, in order", async () => {
  const { client, seen } = history(7);
  const iterator = client.transactions.list(WALLET)[Symbol.asyncIterator]();
  const results = await Promise.all(Array.from({ length: 9 }, () => iterator.next()));
  expect(results.map(({ done, value }) => (done ? "-" : value.signature)).join(" ")).toBe(
    "s0 s1 s2 s3 s4 s5 s6 - -",
  );
  expect(seen).toHaveLength(3);
});

test("an empty page in the middle is legal", async () => {
  const { client } = clientWith([
    { json: { data: [record(0)], pagination: { hasMore: true, before: "a" } } },
    { json: { data: [], pagination: { hasMore: true, before: "b" } } },
    { json: { data: [record(1)], pagination: { hasMore: false } } },
  ]);
  expect(ids(await client.transactions.list(WALLET).toArray({ max: 9 }))).toBe("s0 s1");
});

describe("endless pagination is an error", () => {
  const page = (cursor: object) => ({
    json: { data: [record(0)], pagination: { hasMore: true, ...cursor } },
  });

  test("a repeated cursor, also after others", async () => {
    const { client, seen } = clientWith([
      page({ before: "a" }),
      page({ before: "b" }),
      page({ before: "a" }),
    ]);
    const error = await failure(client.transactions.list(WALLET).toArray({ max: 99 }));
    expect(error).toBeInstanceOf(PaginationError);
    expect(seen).toHaveLength(3);
  });

  test.each([{}, { before: null }, { before: "" }, { nextCursor: "" }])(
    "hasMore with the cursor %j",
    async (cursor) => {
      const { client, seen } = clientWith([page(cursor)]);
      expect(await failure(client.transactions.list(WALLET).toArray({ max: 99 }))).toBeInstanceOf(
        PaginationError,
      );
      expect(seen).toHaveLength(1);
    },
  );

  test("the cursor from which the list was resumed", async () => {
    const { client, seen } = clientWith([page({ before: "a" })]);
    const error = await failure(client.transactions.list(WALLET, { cursor: "a" }).toArray({ max: 99 }));
    expect(error).toBeInstanceOf(PaginationError);
    expect(seen).toHaveLength(1);
  });
});

test("withResponse gives the first page with its response data", async () => {
  const { client } = clientWith([
    { json: { data: [record(0)], pagination: { hasMore: false } }, headers: { "X-Request-Id": "req_p" } },
  ]);
  const { data, requestId, response } = await client.transactions.list(WALLET).withResponse();
  expect([ids(data.data), requestId, response.status]).toEqual(["s0", "req_p", 200]);
  const last = await client.transactions.list(WALLET);
  expect(await failure(last.nextPage())).toBeInstanceOf(PaginationError);
});
