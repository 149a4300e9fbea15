import { describe, expect, vi } from "vitest";
import type { Landed, LocalLedger } from "../../../mock-server/src/ledger/ledger.js";
import { Subscription } from "../../../mock-server/src/rpc/subscription.js";
import { readTopic } from "../../../mock-server/src/rpc/topics.js";
import { clientOf, control, lab, rpc, test } from "../lab.js";

const headers = (key: string) => ({ Authorization: `Bearer ${key}` });

describe("the request log", () => {
  test("shows each request's caller, operation and response", async ({ server }) => {
    const walletAddress = server.wallets.alice.address;
    await clientOf(server, "pro").intents.parse({ walletAddress, command: "swap 1 SOL for USDC" });
    await server.fetch(`${server.baseUrl}/prices/NOPE?x=1`, { headers: headers(server.keys.pro) });
    await server.fetch(`${server.baseUrl}/prices/SOL`);
    expect(server.requests.list()).toMatchObject([
      {
        number: 1,
        requestId: expect.stringMatching(/^req_/),
        at: "2026-01-01T12:00:00.000Z",
        method: "POST",
        path: "/v1/intents",
        operation: "intents.parse",
        keyName: "pro",
        keyId: server.keyIds.pro,
        status: 200,
        body: { walletAddress, command: "swap 1 SOL for USDC" },
        answer: { action: "swap" },
      },
      { number: 2, path: "/v1/prices/NOPE", query: "x=1", status: 404, code: "token_not_found" },
      { number: 3, status: 401, code: "unauthorized", why: expect.stringContaining("Authorization") },
    ]);
    expect(server.requests.list()[2]).not.toHaveProperty("keyName");
  });

  test("shows a fault's response without the error that it replaced", async ({ server }) => {
    server.faults.add({ fault: { kind: "respond", status: 200, body: {}, handled: true } });
    await server.fetch(`${server.baseUrl}/prices/NOPE`, { headers: headers(server.keys.pro) });
    const [logged] = server.requests.list();
    expect(logged).toMatchObject({ status: 200, operation: "prices.retrieve" });
    for (const member of ["code", "why"]) expect(logged).not.toHaveProperty(member);
  });

  test("keeps the last thousand, with continuous numbers", async () => {
    const server = await lab({ limits: "off" });
    for (let at = 0; at < 1_010; at++) {
      await server.fetch(`${server.baseUrl}/prices/SOL`, { headers: headers(server.keys.pro) });
    }
    const all = server.requests.list();
    expect(all).toHaveLength(1_000);
    expect([all[0]!.number, all.at(-1)!.number]).toEqual([11, 1_010]);
    expect(all.every(({ number }, at) => number === at + 11)).toBe(true);
    server.requests.clear();
    expect(server.requests.list()).toEqual([]);
    await server.fetch(`${server.baseUrl}/prices/SOL`);
    expect(server.requests.list().map(({ number }) => number)).toEqual([1_011]);
  });

  test("holds no secret, however it was sent", async ({ server }) => {
    const { key } = await clientOf(server).keys.create({ name: "canary", scopes: ["admin"] });
    const secret = key.slice("svc_live_".length);
    const escaped = `"svc_live\\u005f${secret}"`;
    const send = (path: string, init: RequestInit = {}) =>
      server.fetch(`${server.baseUrl}${path}`, { headers: headers(key), ...init });
    await send(`/prices/${key}`);
    await send(`/prices/SOL?key=${key}`);
    await send(`/prices/svc%5Flive%5F${secret}`);
    await send(`/keys/${key}`, { method: "DELETE" });
    await server.fetch(`${server.baseUrl}/prices/SOL`, { headers: { Authorization: key } });
    await send("/intents", {
      method: "POST",
      headers: { ...headers(key), "Content-Type": "application/json" },
      body: `{"walletAddress":"${server.wallets.alice.address}","command":${escaped},"${key}":1}`,
    });
    const text = JSON.stringify((await control(server, "GET", "/requests")).body);
    expect(server.requests.list()).toHaveLength(7);
    expect(text).not.toContain(secret);
    expect(text).toContain("svc_live_…");
  });

  test.for([
    [
      "a number beyond all numbers",
      '{"params":[1e999],"slippage":1e999}',
      { params: ["Infinity"], slippage: "Infinity" },
    ],
    ["nesting of 3,000", `{"a":${"[".repeat(3000)}1${"]".repeat(3000)}}`, { a: expect.anything() }],
    ["a batch of nothing", `[${"1,".repeat(7000)}1]`, undefined],
  ] as const)("is readable after %s", async ([_, body, kept], { server }) => {
    const post = (url: string) =>
      server.fetch(url, {
        method: "POST",
        headers: { ...headers(server.keys.pro), "Content-Type": "application/json" },
        body,
      });
    await post(`${server.baseUrl}/intents`);
    await post(server.rpc.live);
    for (const path of ["/requests", "/requests?path=/rpc/live", "/traffic"]) {
      const answer = await control(server, "GET", path);
      expect(answer.body.data).toHaveLength(path === "/traffic" ? 4 : 1);
      if (kept) expect(answer.body.data[0].body).toMatchObject(kept);
    }
    expect(server.requests.list({ path: "/rpc/live" })).toHaveLength(1);
    expect((await control(server, "GET", "/health")).body.status).toBe("ok");
  });

  test("does not keep long bodies", async ({ server }) => {
    await server.fetch(`${server.baseUrl}/intents`, {
      method: "POST",
      headers: { ...headers(server.keys.pro), "Content-Type": "application/json" },
      body: JSON.stringify({ walletAddress: "x", command: "y".repeat(20_000) }),
    });
    expect(server.requests.list()[0]).not.toHaveProperty("body");
  });

  test("can be filtered by every field, in-process and over the control plane", async ({ server }) => {
    await clientOf(server, "pro").prices.retrieve("SOL");
    await clientOf(server, "free").prices.retrieve("JUP");
    await server.fetch(`${server.baseUrl}/prices/SOL`, { method: "POST" });
    const numbers = async (query: Record<string, string | number>) => {
      const asked = server.requests.list(query).map(({ number }) => number);
      const words = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
      const { data } = (await control(server, "GET", `/requests?${words}`)).body;
      expect(data.map(({ number }: { number: number }) => number)).toEqual(asked);
      return asked;
    };
    expect(await numbers({})).toEqual([1, 2, 3]);
    expect(await numbers({ method: "POST" })).toEqual([3]);
    expect(await numbers({ path: "/v1/prices/SOL" })).toEqual([1, 3]);
    expect(await numbers({ operation: "prices.retrieve", keyName: "free" })).toEqual([2]);
    expect(await numbers({ status: 405 })).toEqual([3]);
    expect((await control(server, "DELETE", "/requests")).status).toBe(204);
    expect(await numbers({})).toEqual([]);
  });
});

test.for([
  ["list.stauts", { stauts: 500 }],
  ["list.operation", { operation: "price.retrieve" }],
  ["list.status", { status: "500" }],
] as const)("an impossible filter is refused: %s", async ([option, query], { server }) => {
  const act = () => server.requests.list(query as never);
  expect(act).toThrow(expect.objectContaining({ name: "OptionError", option }));
});

describe("expectCalls", () => {
  test.for<[string, unknown]>([
    ["expectCalls", { operation: "prices.retrieve" }],
    ["expectCalls", undefined],
    ["expectCalls[0]", ["prices.retrieve"]],
    ["expectCalls[1].operaton", [{}, { operaton: "prices.retrieve" }]],
    ["expectCalls[0].times", [{ times: "twice" }]],
    // None of these can match a request: unvalidated, each would pass with `times: 0`.
    ["expectCalls[0].operation", [{ operation: "keys.creat", times: 0 }]],
    ["expectCalls[0].method", [{ method: "post", times: 0 }]],
    ["expectCalls[0].path", [{ path: "/v1/keys/*", times: 0 }]],
    ["expectCalls[0].path", [{ path: "v1/keys", times: 0 }]],
  ])("%s is refused if it is invalid", async ([option, calls], { server }) => {
    await clientOf(server).prices.retrieve("SOL");
    const act = () => server.requests.expectCalls(calls as never);
    expect(act).toThrow(expect.objectContaining({ name: "OptionError", option }));
  });

  test("passes for calls that were made, and names the closest request for a missing one", async () => {
    const server = await lab();
    expect(() => server.requests.expectCalls([{ operation: "prices.retrieve" }])).toThrow(
      /no request was made/,
    );
    const walletAddress = server.wallets.alice.address;
    await clientOf(server).intents.parse({ walletAddress, command: "swap 1 SOL for USDC", slippage: 50 });
    await clientOf(server).prices.retrieve("SOL");
    server.requests.expectCalls([
      { operation: "intents.parse", times: 1, body: { slippage: 50 } },
      { path: "/v1/prices/SOL", status: 200 },
      { operation: "keys.create", times: 0 },
    ]);
    expect(() =>
      server.requests.expectCalls([{ operation: "intents.parse", body: { slippage: 100 } }]),
    ).toThrow(
      'expected a call {"operation":"intents.parse","body":{"slippage":100}}, got 0; closest is #1 POST /v1/intents, but body.slippage is 50',
    );
    expect(() => server.requests.expectCalls([{ operation: "prices.retrieve", times: 2 }])).toThrow(
      'expected 2 calls {"operation":"prices.retrieve"}, got 1',
    );
    expect(() => server.requests.expectCalls([{ path: "/v1/prices/JUP" }])).toThrow(
      /closest is #\d .*path is/,
    );
  });
});

test("a request that a fault answers is logged with its operation, and counts as a call", async () => {
  const server = await lab();
  server.faults.add({ fault: { kind: "status", status: 503 } });
  await server.fetch(`${server.baseUrl}/prices/SOL`, { headers: headers(server.keys.pro) });
  server.requests.expectCalls([{ operation: "prices.retrieve", status: 503, times: 1 }]);
  const { body } = await control(server, "GET", "/requests?operation=prices.retrieve");
  expect(body.data).toMatchObject([{ number: 1, operation: "prices.retrieve", status: 503 }]);
});

test("JSON-RPC calls are matched by method, each of a batch separately", async ({ server }) => {
  const call = (id: number, method: string, ...params: unknown[]) => ({ jsonrpc: "2.0", id, method, params });
  const post = (body: unknown) =>
    server.fetch(server.rpc.live, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  await post(call(1, "getSlot"));
  await post([call(1, "sendTransaction", "x"), call(2, "getSlot"), call(3, "sendTransaction", "y")]);
  server.requests.expectCalls([
    { rpcMethod: "sendTransaction", times: 2 },
    { rpcMethod: "getSlot", times: 2 },
    { rpcMethod: "sendTransaction", body: { params: ["y"] }, times: 1 },
    { path: "/rpc/live", times: 4 },
    { path: "/rpc/test", times: 0 },
  ]);
  expect(server.requests.list({ rpcMethod: "sendTransaction" })).toMatchObject([
    { number: 2, path: "/rpc/live", code: "-32602", body: { id: 1, params: ["x"] }, answer: { id: 1 } },
    { number: 2, body: { id: 3, params: ["y"] }, answer: { id: 3 } },
  ]);
  expect(server.requests.list()).toEqual([]);
  const { body } = await control(server, "GET", "/requests?rpcMethod=getSlot");
  expect(body.data).toHaveLength(2);
  expect(() => server.requests.expectCalls([{ rpcMethod: "sendTransaction", times: 1 }])).toThrow(/got 2/);
  server.requests.clear();
  server.requests.expectCalls([{ rpcMethod: "getSlot", times: 0 }]);
});

test("a body's inner objects match in any order of their members", async ({ server }) => {
  const config = { commitment: "confirmed", minContextSlot: 1 };
  await rpc(server, "getSlot", [config]);
  const wanted = (params: unknown[]) => [{ rpcMethod: "getSlot", body: { params } }];
  server.requests.expectCalls(wanted([{ minContextSlot: 1, commitment: "confirmed" }]));
  expect(() => server.requests.expectCalls(wanted([{ commitment: "confirmed" }]))).toThrow(/body.params is/);
});

test("expectCalls refuses a log that has lost requests", async () => {
  const server = await lab({ limits: "off" });
  const ask = () => server.fetch(`${server.baseUrl}/prices/SOL`, { headers: headers(server.keys.pro) });
  for (let at = 0; at < 1_100; at++) await ask();
  const { requests } = server;
  const operation = "prices.retrieve";
  for (const call of [
    { operation, times: 1000 },
    { operation, times: 1100 },
    { status: 404 },
    { status: 404, times: 0 },
  ])
    expect(() => requests.expectCalls([call])).toThrow(
      /cannot be counted: .* keeps the last 1000 requests and dropped 100/,
    );
  expect(() => requests.expectCalls([{ operation, times: 3 }])).toThrow(/expected 3 calls .* got 1000/);
  requests.expectCalls([{ operation }]);
  requests.clear();
  await ask();
  requests.expectCalls([{ operation, times: 1 }]);
});

describe("the stream", () => {
  test.each(["/requests/stream", "/traffic/stream"])("%s has at most 64 readers", async (path) => {
    const server = await lab();
    const ends = Array.from({ length: 64 }, () => new AbortController());
    const open = (signal?: AbortSignal) =>
      server.fetch(server.controlUrl + path, { ...(signal && { signal }) });
    // A HEAD request reads no stream, so it does not count.
    for (let head = 0; head < 64; head++)
      expect((await server.fetch(server.controlUrl + path, { method: "HEAD" })).status).toBe(200);
    for (const { signal } of ends) expect((await open(signal)).status).toBe(200);
    const refused = await open();
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
    ends[0]!.abort();
    const next = new AbortController();
    expect((await open(next.signal)).status).toBe(200);
    for (const end of [...ends, next]) end.abort();
  });

  async function follow(server: Awaited<ReturnType<typeof lab>>, fetcher = server.fetch as typeof fetch) {
    const stop = new AbortController();
    const response = await fetcher(`${server.controlUrl}/requests/stream`, { signal: stop.signal });
    expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    const until = async (end: string) => {
      while (!text.includes(end)) {
        const { done, value } = await reader.read();
        if (done) throw new Error(`the stream ended with ${text}`);
        text += value;
      }
      return text;
    };
    await until("\n\n");
    return { stop, reader, until };
  }

  test.for(["in-process", "over a socket"])(
    "sends each later request, %s, and ends with the server",
    async (how, { server }) => {
      if (how !== "in-process") await server.listen();
      await clientOf(server).prices.retrieve("SOL");
      const { until, reader } = await follow(
        server,
        how === "in-process" ? (server.fetch as typeof fetch) : fetch,
      );
      await clientOf(server).keys.create({ name: "x", scopes: ["admin"] });
      const text = await until('"operation":"keys.create"');
      expect(text).toMatch(/^: requests follow\n\nid: 2\nevent: request\ndata: \{"number":2,/);
      expect(text).not.toMatch(/svc_live_[A-Za-z0-9]/);
      await server.close();
      for (;;) if ((await reader.read()).done) break;
    },
  );

  test.each(["in-process", "over a socket"])("a disconnected reader is removed, %s", async (how) => {
    const server = await lab();
    if (how !== "in-process") await server.listen();
    const { stop } = await follow(server, how === "in-process" ? (server.fetch as typeof fetch) : fetch);
    const json = vi.spyOn(JSON, "stringify");
    try {
      stop.abort();
      const written = async () => {
        await server.fetch(`${server.baseUrl}/prices/SOL`);
        json.mockClear();
        await server.fetch(`${server.baseUrl}/prices/SOL`);
        return json.mock.calls.filter(([value]) => value?.requestId);
      };
      await expect.poll(written).toEqual([]);
    } finally {
      json.mockRestore();
    }
  });

  test("a reader can stop while no events arrive", async ({ server }) => {
    const { reader } = await follow(server);
    await reader.cancel();
  });
});

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("logs that wait for finality are sent in order, as soon as they are final", async () => {
  const told: unknown[] = [];
  const subscription = new Subscription(
    readTopic("logsSubscribe", ["all"])!.topic,
    {} as LocalLedger,
    (result) => told.push((result as { value: { signature: string } }).value.signature),
    () => undefined,
  );
  for (let number = 0; number < 100; number++) {
    const transaction = { signature: `s${number}`, slot: 1000 + number, err: null, logs: [] };
    // A fault keeps the second transaction at processed.
    const held = number === 1 ? { heldAt: "processed" } : {};
    subscription.take({ kind: "landed", transaction: { ...transaction, ...held } as unknown as Landed });
    subscription.take({ kind: "slot", slot: 1000 + number, root: 968 + number });
  }
  await settled();
  expect(told).toEqual(["s0", ...Array.from({ length: 66 }, (_, index) => `s${index + 2}`)]);
});
