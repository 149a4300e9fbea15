import { createMockServer } from "@intent-tx/mock-server";
import { createFakeClient } from "@intent-tx/mock-server/testing";
import { InfiniteQueryObserver, MutationObserver, QueryClient, QueryObserver } from "@tanstack/react-query";
import { type Intent, IntentTx, type TokenPrice } from "intent-tx";
import { intentTxQueries } from "intent-tx/react";
import { expect, expectTypeOf, onTestFinished, test } from "vitest";
import { clientWith, failure, PRICE, WALLET } from "../harness.js";

function queryClient() {
  const cache = new QueryClient();
  onTestFinished(() => cache.clear());
  return cache;
}

async function setup() {
  const wallets = { carol: { SOL: "10", history: 7 } };
  const server = await createMockServer({ seed: 1, world: { wallets } });
  onTestFinished(() => server.close());
  const queries = intentTxQueries(new IntentTx(server.clientOptions("enterprise")));
  return { queries, walletAddress: server.wallets["carol"]!.address };
}

test("reads are queries: typed, and cached under the client's address", async () => {
  const { queries, walletAddress } = await setup();
  const cache = queryClient();
  const price = await cache.fetchQuery(queries.price("SOL"));
  expectTypeOf(price).toEqualTypeOf<TokenPrice>();
  expect(cache.getQueryData(queries.price("SOL").queryKey)).toBe(price);
  const { solBalance } = await cache.fetchQuery(queries.portfolio(walletAddress, { includeNFTs: true }));
  expect(solBalance).toBeTypeOf("bigint");
  expect((await cache.fetchQuery(queries.usage())).tier).toBe("enterprise");
  const range = { startDate: "2026-01-01", endDate: new Date("2026-02-01") };
  expect((await cache.fetchQuery(queries.metrics(range))).transactions.total).toBe(0);
  expect(cache.getQueryCache().findAll({ queryKey: queries.all })).toHaveLength(4);
});

test("a history is an infinite query", async () => {
  const { queries, walletAddress } = await setup();
  const observer = new InfiniteQueryObserver(
    queryClient(),
    queries.transactions(walletAddress, { limit: 3 }),
  );
  let result = await observer.fetchNextPage();
  while (result.hasNextPage) result = await observer.fetchNextPage();
  const signatures = result.data?.pages.flatMap(({ data }) => data.map(({ signature }) => signature)) ?? [];
  expect([result.data?.pages.length, new Set(signatures).size]).toEqual([3, 7]);
  // Pages are plain data, so persisters can store them.
  expect(structuredClone(result.data)).toEqual(result.data);
});

test("a command and its transaction are mutations", async () => {
  const { queries, walletAddress } = await setup();
  const cache = queryClient();
  const intent = await new MutationObserver(cache, queries.parseIntent()).mutate({
    walletAddress,
    command: "swap 1 SOL for USDC",
  });
  expectTypeOf(intent).toEqualTypeOf<Intent>();
  const { intentId } = intent;
  const built = await new MutationObserver(cache, queries.buildTransaction()).mutate({
    intentId,
    walletAddress,
  });
  expect(built.transaction).toMatch(/^[A-Za-z0-9+/]+=*$/);
});

test("a query without observers is aborted", async () => {
  let ended: string | undefined;
  const { client } = clientWith([() => new Promise(() => {})]);
  client.on("error", ({ error }) => {
    ended = error.name;
  });
  const observer = new QueryObserver(queryClient(), intentTxQueries(client).price("SOL"));
  const stop = observer.subscribe(() => {});
  await Promise.resolve();
  stop();
  await expect.poll(() => ended).toBe("AbortedError");
});

test("the cache does not retry a call that the client gave up", async () => {
  const { client, seen } = clientWith([{ status: 404, json: {} }]);
  expect((await failure(queryClient().fetchQuery(intentTxQueries(client).price("X")))).name).toBe(
    "NotFoundError",
  );
  expect(seen).toHaveLength(1);
});

test("the cache does not retry a command or a build, even if the app retries all mutations", async () => {
  const cache = new QueryClient({ defaultOptions: { mutations: { retry: 3, retryDelay: 1 } } });
  onTestFinished(() => cache.clear());
  const { client, seen } = clientWith([{ status: 503, json: {} }], { maxRetries: 0 });
  const { parseIntent, buildTransaction } = intentTxQueries(client);
  const command = { walletAddress: WALLET, command: "swap 1 SOL for USDC" };
  await failure(new MutationObserver(cache, parseIntent()).mutate(command));
  const order = { walletAddress: WALLET, intentId: "intent_1" };
  await failure(new MutationObserver(cache, buildTransaction()).mutate(order));
  expect(seen.map(({ url }) => url.pathname)).toEqual(["/v1/intents", "/v1/transactions/build"]);
});

test("a fake client works too", async () => {
  const queries = intentTxQueries(createFakeClient({ "prices.retrieve": PRICE }));
  expect(await queryClient().fetchQuery(queries.price("SOL"))).toEqual(PRICE);
  expect(queries.portfolio(WALLET).queryKey).toContain(WALLET);
});
