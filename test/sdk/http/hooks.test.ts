import { inspect } from "node:util";
import { type ClientHooks, ConfigurationError, type FetchLike, IntentTx } from "intent-tx";
import type { AfterResponseHook, BeforeRequestHook } from "ky";
import { expect, onTestFinished, test, vi } from "vitest";
import { BASE, clientWith, failure, KEY, PRICE, refused, WALLET } from "../harness.js";

/** The text that inspection shows for a value, with every property and the headers in it. */
const textOf = (value: unknown): string =>
  inspect(value, { depth: 12, showHidden: true, getters: false, maxArrayLength: null });

test("hooks run in ky's order and shapes, in each attempt, and never see the key", async () => {
  const story: unknown[] = [];
  const told: unknown[] = [];
  const hooks: ClientHooks = {
    beforeRequest: [
      (request, options, { retryCount }) => {
        told.push(request, options);
        story.push(["beforeRequest", retryCount, request.method, new URL(request.url).pathname]);
        request.headers.set("X-Signature", `${retryCount}`);
      },
    ],
    beforeRetry: [
      (state) => {
        told.push(state);
        story.push(["beforeRetry", state.retryCount, state.error.name]);
        state.request.headers.set("X-Again", "yes");
      },
    ],
    afterResponse: [
      async (request, options, response, { retryCount }) => {
        told.push(request, options, response, await response.text());
        story.push(["afterResponse", retryCount, response.status]);
      },
    ],
  };
  const { client, seen } = clientWith([refused(503, "service_unavailable"), { json: PRICE }], { hooks });
  expect((await client.prices.retrieve("SOL")).symbol).toBe("SOL");
  expect(story).toEqual([
    ["beforeRequest", 0, "GET", "/v1/prices/SOL"],
    ["afterResponse", 0, 503],
    ["beforeRetry", 1, "ServerError"],
    ["beforeRequest", 1, "GET", "/v1/prices/SOL"],
    ["afterResponse", 1, 200],
  ]);
  expect(seen.map(({ headers }) => [headers.get("x-signature"), headers.get("x-again")])).toEqual([
    ["0", null],
    ["1", "yes"],
  ]);
  for (const { headers } of seen) expect(headers.get("authorization")).toBe(`Bearer ${KEY}`);
  expect(told).toHaveLength(13);
  expect(textOf(told)).not.toContain(KEY);
});

test("onError runs once for a call that rejects, before the rejection, and cannot change it", async () => {
  const story: unknown[] = [];
  const hooks: ClientHooks = {
    onError: [
      async (error, { operation, call }) => {
        await Promise.resolve();
        story.push([error.name, operation, call]);
        throw new Error("the reporter is down");
      },
      () => story.push("second"),
    ],
  };
  const replies = [refused(503, "service_unavailable"), { json: PRICE }, refused(404, "token_not_found")];
  const { client } = clientWith(replies, { hooks });
  await client.prices.retrieve("SOL");
  expect(story).toEqual([]);
  expect((await failure(client.prices.retrieve("SOL"))).name).toBe("TokenNotFoundError");
  expect(story).toEqual([["TokenNotFoundError", "prices.retrieve", 2], "second"]);
  expect((await failure(client.prices.retrieve(""))).name).toBe("ValidationError");
  expect(story).toHaveLength(4);
});

test("an onError hook that hangs does not keep the error", async () => {
  const hooks: ClientHooks = { onError: [() => new Promise<never>(() => {})] };
  const { client } = clientWith([refused(404, "token_not_found")], { hooks, timeout: 100 });
  expect((await failure(client.prices.retrieve("NOPE"))).name).toBe("TokenNotFoundError");
});

test("a hook may replace the request, answer it, or replace the response", async () => {
  const replaced = clientWith([{ json: {} }], {
    hooks: {
      beforeRequest: [
        async (request) =>
          new Request(`${BASE}/moved`, {
            method: "PUT",
            headers: request.headers,
            body: await request.text(),
          }),
      ],
    },
  });
  await replaced.client.request({ method: "POST", path: "/x" }, { body: { a: 1 } });
  expect(replaced.seen[0]).toMatchObject({ method: "PUT", body: { a: 1 } });
  expect(replaced.seen[0]!.url.pathname).toBe("/v1/moved");
  const cached = clientWith([{ json: {} }], { hooks: { beforeRequest: [() => Response.json(PRICE)] } });
  expect((await cached.client.prices.retrieve("SOL")).symbol).toBe("SOL");
  expect(cached.seen).toHaveLength(0);
  const other = clientWith([{ status: 500 }], { hooks: { afterResponse: [() => Response.json(PRICE)] } });
  expect((await other.client.prices.retrieve("SOL")).symbol).toBe("SOL");
});

test("afterResponse works with responses that cannot be cloned, as in React Native", async () => {
  const fetch: FetchLike = async () => ({
    status: 200,
    ok: true,
    headers: new Headers({ "X-Request-Id": "r" }),
    text: async () => JSON.stringify(PRICE),
  });
  const read = vi.fn();
  const hooks: ClientHooks = { afterResponse: [async (_, __, response) => read(await response.text())] };
  const client = new IntentTx({ apiKey: KEY, baseUrl: BASE, fetch, hooks });
  expect((await client.prices.retrieve("SOL").withResponse()).requestId).toBe("r");
  expect(read.mock.calls).toEqual([[JSON.stringify(PRICE)]]);
});

test.each(["beforeRequest", "afterResponse"] as const)(
  "an error in %s fails the call once, with its cause and without the key; a hook has the attempt's deadline",
  async (name) => {
    const broken = () => {
      throw new Error(`open circuit for ${KEY}`);
    };
    const { client } = clientWith([{ json: PRICE }], { hooks: { [name]: [broken] } });
    const error = await failure(client.prices.retrieve("SOL"));
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error).toMatchObject({
      message: `hooks.${name} failed; see cause.`,
      cause: { message: "open circuit for ***" },
      attempts: 1,
    });
    const options = { timeout: 10, maxRetries: 0, hooks: { [name]: [() => new Promise(() => {})] } };
    const slow = clientWith([{ json: PRICE }], options);
    expect((await failure(slow.client.prices.retrieve("SOL"))).name).toBe("TimeoutError");
  },
);

test("hooks written for ky fit, and unknown names are refused", () => {
  const before: BeforeRequestHook = (request) => request.headers.set("X-A", "1");
  const after: AfterResponseHook = () => {};
  expect(clientWith([], { hooks: { beforeRequest: [before], afterResponse: [after] } }).client).toBeDefined();
  expect(() => clientWith([], { hooks: { beforeRequests: [] } as never })).toThrow(
    "did you mean beforeRequest?",
  );
});

test("under fake timers, a retry waits on the client's clock only", async () => {
  const { client, clock, seen } = clientWith([refused(503, "service_unavailable"), { json: PRICE }]);
  vi.useFakeTimers();
  try {
    expect((await client.prices.retrieve("SOL")).symbol).toBe("SOL");
  } finally {
    vi.useRealTimers();
  }
  expect([clock.slept.length, seen.length]).toEqual([1, 2]);
});

test("the jitter of retries comes from the clock, if it has one", async () => {
  const { client, clock } = clientWith([refused(503, "service_unavailable"), { json: PRICE }]);
  const random = () => 0.5;
  await client.withOptions({ clock: { ...clock, random } }).prices.retrieve("SOL");
  expect(clock.slept).toEqual([375]);
});

test("asResponse leaves the body unread; without it the body is read", async () => {
  let pulls = 0;
  const fetch = async () =>
    new Response(
      new ReadableStream(
        {
          pull(controller) {
            pulls++;
            controller.enqueue(new TextEncoder().encode('{"any": "thing"}'));
            controller.close();
          },
        },
        { highWaterMark: 0 },
      ),
    );
  const client = new IntentTx({ apiKey: KEY, baseUrl: BASE, fetch });
  for (const make of [() => client.prices.retrieve("SOL"), () => client.transactions.list(WALLET)]) {
    pulls = 0;
    const call = make();
    const response = await call.asResponse();
    expect([response.bodyUsed, pulls]).toEqual([false, 0]);
    expect(await response.json()).toEqual({ any: "thing" });
    expect(await call).toBeUndefined();
  }
  const { client: other } = clientWith([
    { json: PRICE },
    refused(503, "internal_error"),
    { status: 404, text: "gone" },
  ]);
  const price = other.prices.retrieve("SOL");
  await price;
  await expect(price.asResponse()).rejects.toThrow(/^The body has been read: call asResponse\(\) directly/);
  const missing = await other.prices.retrieve("X").asResponse();
  expect([missing.status, await missing.text()]).toEqual([404, "gone"]);
  const { client: cut } = clientWith([refused(503, "internal_error"), { error: { code: "ECONNRESET" } }]);
  expect((await failure(cut.prices.retrieve("X", { maxRetries: 1 }).asResponse())).name).toBe(
    "ConnectionError",
  );
});

test("an open body ends at the attempt's deadline and with the caller's signal", async () => {
  const stalled: FetchLike = async (_, { signal }) =>
    new Response(
      new ReadableStream({
        start: (controller) => signal.addEventListener("abort", () => controller.error(signal.reason)),
      }),
    );
  const client = new IntentTx({ apiKey: KEY, baseUrl: BASE, fetch: stalled, timeout: 20 });
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const late = failure((await client.prices.retrieve("SOL").asResponse()).text());
  await vi.advanceTimersByTimeAsync(20);
  expect((await late).name).toBe("TimeoutError");
  const leaving = new AbortController();
  const options = { signal: leaving.signal, timeout: 60_000 };
  const left = await client.prices.retrieve("SOL", options).asResponse();
  leaving.abort();
  expect((await failure(left.text())).name).toBe("AbortedError");
});

test("fetchOptions reach fetch, a call's over the client's, and headers may be a Headers object", async () => {
  const calls: Record<string, unknown>[] = [];
  const fetch: FetchLike = async (_, init) => {
    calls.push({ ...init });
    return Response.json(PRICE);
  };
  const dispatcher = { name: "agent" };
  const fetchOptions = { dispatcher, cache: "no-store" } as const;
  const headers = new Headers({ "X-App": "a" });
  const client = new IntentTx({ apiKey: KEY, baseUrl: BASE, fetch, fetchOptions, headers });
  await client.prices.retrieve("SOL");
  await client.prices.retrieve("SOL", {
    fetchOptions: { cache: "reload" },
    headers: new Headers({ "X-App": "b" }),
  });
  expect(calls).toMatchObject([
    { dispatcher, cache: "no-store", redirect: "manual", headers: { "x-app": "a" } },
    { dispatcher, cache: "reload", headers: { "x-app": "b", authorization: `Bearer ${KEY}` } },
  ]);
});

test("the User-Agent names the SDK, the runtime and the app", async () => {
  const node = process.versions.node.split(".", 2).join(".");
  const agent = async (appInfo?: { name: string; version?: string; url?: string }) => {
    const { client, seen } = clientWith([{ json: PRICE }], { appInfo });
    await client.prices.retrieve("SOL");
    return seen[0]!.headers.get("user-agent");
  };
  const base = `intent-tx/0.0.0 node/${node} ${process.platform}`;
  expect(await agent()).toBe(base);
  expect(await agent({ name: "Shop", version: "2.1", url: "https://shop.example" })).toBe(
    `${base} Shop/2.1 (https://shop.example)`,
  );
});
