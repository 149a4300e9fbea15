import { setImmediate } from "node:timers/promises";
import { types } from "node:util";
import { ApiPromise, NotFoundError, PagePromise } from "intent-tx";
import { afterEach, beforeEach, expect, test } from "vitest";
import { clientWith, failure, PRICE, RECORD, WALLET } from "../harness.js";

const LIST = { data: [RECORD], pagination: { hasMore: false } };
const REFUSED = { status: 404, json: {} };

// Counts unhandled rejections; replaces vitest's listener, which would fail the run.
let unhandled: unknown[] = [];
let others: NodeJS.UnhandledRejectionListener[] = [];
const count = (reason: unknown) => unhandled.push(reason);
beforeEach(() => {
  unhandled = [];
  others = process.listeners("unhandledRejection");
  process.removeAllListeners("unhandledRejection").on("unhandledRejection", count);
});
afterEach(() => {
  process.removeAllListeners("unhandledRejection");
  for (const other of others) process.on("unhandledRejection", other);
});

const settled = async () => {
  for (let turn = 0; turn < 20; turn++) await setImmediate();
  return unhandled.length;
};

test("a method's result is recognised as a Promise by every tool", async () => {
  const price = clientWith([{ json: PRICE }]).client.prices.retrieve("SOL");
  const list = clientWith([{ json: LIST }]).client.transactions.list(WALLET);
  for (const promise of [price, list]) {
    expect(promise).toBeInstanceOf(Promise);
    expect(promise).toBeInstanceOf(ApiPromise);
    expect(types.isPromise(promise)).toBe(true);
    expect(Object.prototype.toString.call(promise)).toBe("[object Promise]");
    expect(Promise.resolve(promise).then(() => 1)).toBeInstanceOf(Promise);
  }
  expect(list).toBeInstanceOf(PagePromise);
  await expect(price).resolves.toEqual(PRICE);
  expect((await list).data).toEqual([RECORD]);
  expect(await Promise.race([price, new Promise(() => {})])).toEqual(PRICE);
  expect(await Promise.allSettled([price, list])).toHaveLength(2);
});

test("then, catch and finally return plain promises", async () => {
  const price = clientWith([{ json: PRICE }]).client.prices.retrieve("SOL");
  for (const next of [price.then(), price.catch(() => {}), price.finally(() => {})]) {
    expect(next.constructor).toBe(Promise);
    expect(await next).toEqual(PRICE);
  }
});

test("the request is sent once, at the call, however often the promise is used", async () => {
  const { client, seen } = clientWith([{ json: PRICE }]);
  const price = client.prices.retrieve("SOL");
  await settled();
  expect(seen).toHaveLength(1);
  await Promise.all([price, price.then(), price.withResponse(), price.withResponse()]);
  expect(seen).toHaveLength(1);
});

test.each<[string, (client: ReturnType<typeof clientWith>["client"]) => Promise<unknown>]>([
  ["await", (client) => failure(client.prices.retrieve("X"))],
  ["withResponse only", (client) => failure(client.prices.retrieve("X").withResponse())],
  ["finally", (client) => failure(client.prices.retrieve("X").finally(() => {}))],
  ["a list's withResponse", (client) => failure(client.transactions.list(WALLET).withResponse())],
  ["toArray", (client) => failure(client.transactions.list(WALLET).toArray({ max: 1 }))],
  ["next", (client) => failure(client.transactions.list(WALLET)[Symbol.asyncIterator]().next())],
  ["pages", (client) => failure(client.transactions.list(WALLET).pages().next())],
])("a failure that is handled by %s is not reported as unhandled", async (_, use) => {
  expect(await use(clientWith([REFUSED]).client)).toBeInstanceOf(NotFoundError);
  expect(await settled()).toBe(0);
});

test("a list whose toArray collects nothing, or refuses its options, reports no failure as unhandled", async () => {
  const { client } = clientWith([REFUSED]);
  expect(await client.transactions.list(WALLET).toArray({ max: 0 })).toEqual([]);
  await expect(client.transactions.list(WALLET).toArray({ max: Number.NaN })).rejects.toThrow("max");
  expect(await settled()).toBe(0);
});

test("failing async listeners and loggers do not end the process", async () => {
  // Listeners are not awaited, but an app may register an async one.
  const broken = (async () => {
    throw new Error("its own service is away");
  }) as () => void;
  const logger = { debug: broken, info: broken, warn: broken, error: broken };
  const { client } = clientWith([{ json: PRICE }], { logger, logLevel: "debug" });
  client.on("response", broken);
  await client.prices.retrieve("SOL");
  expect(await settled()).toBe(0);
});

test("an unhandled failure is reported once", async () => {
  void clientWith([REFUSED]).client.prices.retrieve("X");
  expect(await settled()).toBe(1);
  void clientWith([REFUSED]).client.prices.retrieve("X").withResponse();
  expect(await settled()).toBe(2);
});

test("a page is data: it can be copied and compared", async () => {
  const page = await clientWith([{ json: LIST }]).client.transactions.list(WALLET);
  expect(structuredClone(page)).toEqual({ data: [RECORD], hasMore: false, nextCursor: undefined });
});
