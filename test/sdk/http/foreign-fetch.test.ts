import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { createMockServer, type MockServer } from "@intent-tx/mock-server";
import { type FetchLike, IntentTx } from "intent-tx";
import nodeFetch from "node-fetch";
import * as undici from "undici";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BASE, failure, KEY, PRICE } from "../harness.js";
import { json, lab } from "./lab-server.js";

let server: MockServer;
let proxy: Server;
const tunnels: string[] = [];
beforeAll(async () => {
  server = await createMockServer();
  await server.listen({ port: 0 });
  proxy = createServer().on("connect", (request, socket, head) => {
    tunnels.push(request.url ?? "");
    const [host, port] = (request.url ?? "").split(":");
    const target = connect(Number(port), host, () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      target.write(head);
      target.pipe(socket).pipe(target);
    });
    target.on("error", () => socket.destroy());
    socket.on("error", () => target.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  proxy.close();
  await server.close();
});

const clientOver = (fetch: FetchLike) =>
  new IntentTx({ apiKey: server.keys.enterprise, baseUrl: server.baseUrl, fetch });

/** Makes a read, a write with a body, and a call that is refused. */
async function walk(client: IntentTx) {
  const walletAddress = server.wallets["alice"]!.address;
  const { symbol } = await client.prices.retrieve("SOL");
  const { response, data } = await client.intents
    .parse({ walletAddress, command: "swap 1 SOL for USDC" })
    .withResponse();
  const refusal = await failure(client.prices.retrieve("NOSUCHTOKEN"));
  return [symbol, response.status, data.parameters.amount, refusal.name, typeof refusal["requestId"]];
}
const WALKED = ["SOL", 200, 1_000_000_000n, "TokenNotFoundError", "string"];

test("undici's fetch with a ProxyAgent sends every request through the proxy", async () => {
  const dispatcher = new undici.ProxyAgent(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`);
  tunnels.length = 0;
  const client = clientOver((url, init) => undici.fetch(url, { ...init, dispatcher }));
  expect(await walk(client)).toEqual(WALKED);
  expect(new Set(tunnels)).toEqual(new Set([new URL(server.baseUrl).host]));
  await dispatcher.close();
});

test("node-fetch works, although its bodies are Node streams", async () => {
  expect(await walk(clientOver(nodeFetch))).toEqual(WALKED);
});

test("the platform's fetch works when passed directly", async () => {
  expect(await walk(clientOver(fetch))).toEqual(WALKED);
});

test("a fetch is called with URL and init, without this", async () => {
  const calls: [unknown, unknown, Parameters<FetchLike>[1]][] = [];
  // Like a browser's fetch, which throws unless `this` is undefined or the window.
  function pageFetch(this: unknown, url: string, init: Parameters<FetchLike>[1]) {
    if (this !== undefined && this !== globalThis) throw new TypeError("Illegal invocation");
    calls.push([this, url, init]);
    return Promise.resolve(Response.json(PRICE));
  }
  const client = new IntentTx({
    apiKey: KEY,
    baseUrl: BASE,
    fetch: pageFetch,
    fetchOptions: { credentials: "include" },
  });
  await client.prices.retrieve("SOL");
  await client.request({ method: "POST", path: "/x" }, { body: { a: 1 } });
  expect(calls.map(([self, url]) => [self, url])).toEqual([
    [undefined, `${BASE}/prices/SOL`],
    [undefined, `${BASE}/x`],
  ]);
  expect(calls.map(([, , init]) => init)).toMatchObject([
    {
      method: "GET",
      redirect: "manual",
      credentials: "include",
      headers: { authorization: `Bearer ${KEY}` },
    },
    { method: "POST", body: '{"a":1}', headers: { "content-type": "application/json" } },
  ]);
  for (const [, , init] of calls) expect(init.signal).toBeInstanceOf(AbortSignal);
  expect(calls[0]?.[2]).not.toHaveProperty("body");
});

test("node-fetch's responses have a size limit", async () => {
  const big = await lab((_, response) => response.end("x".repeat(11 * 1024 * 1024)), { fetch: nodeFetch });
  expect(await failure(big.client.prices.retrieve("SOL"))).toMatchObject({ name: "ResponseValidationError" });
});

test.each<[string, FetchLike | undefined]>([
  ["the platform's fetch", undefined],
  ["node-fetch", nodeFetch],
])("a body of %s that stalls is ended by the attempt's deadline", async (_, fetch) => {
  const { client } = await lab((_, response) => void response.writeHead(200).write("{"), { fetch });
  const error = await failure(client.prices.retrieve("SOL", { timeout: 100, maxRetries: 0 }));
  expect(error).toMatchObject({ name: "TimeoutError", phase: "attempt", timeoutMs: 100, attempts: 1 });
});

test("a fetch whose responses have text() but no stream, as in React Native", async () => {
  const fetch: FetchLike = async () => ({
    status: 200,
    ok: true,
    headers: new Headers(),
    text: async () => JSON.stringify(PRICE),
  });
  expect(await new IntentTx({ apiKey: KEY, baseUrl: BASE, fetch }).prices.retrieve("SOL")).toEqual(PRICE);
});

test.each<[string, unknown]>([
  ["nothing", undefined],
  ["null", null],
  ["only data", PRICE],
  ["no headers", { status: 200, ok: true, text: async () => "{}" }],
])("a fetch that returns %s is a ConfigurationError", async (_, answer) => {
  const fetch = (async () => answer) as unknown as FetchLike;
  const client = new IntentTx({ apiKey: KEY, baseUrl: BASE, fetch });
  expect(await failure(client.prices.retrieve("SOL"))).toMatchObject({
    name: "ConfigurationError",
    message: expect.stringContaining("must return a Response"),
    attempts: 1,
  });
});

test("a refusal with a body of nine million letters is an ApiError, and an answer of that size is read", async () => {
  const long = "svc_live_x ".repeat(820_000);
  const { client } = await lab((_, response, count) => {
    if (count === 1) return json(response, 400, { error: { code: "validation_error", message: long } });
    json(response, 200, { ...PRICE, note: long, big: 1 }, { "X-Note": "1" });
  });
  const error = await failure(client.prices.retrieve("SOL", { maxRetries: 0 }));
  expect(error).toMatchObject({ name: "ValidationError", status: 400 });
  expect(error.message.slice(0, 20)).toBe("svc_live_x svc_live_");
  const price = await client.prices.retrieve("SOL");
  expect((price as unknown as { note: string }).note).toBe(long);
});
