import { IntentTx } from "intent-tx";
import { test as base, describe, expect, onTestFinished, vi } from "vitest";
import { freePort } from "../../free-port.js";
import { clientOf, control, failureOf, lab } from "../lab.js";

async function setup() {
  const server = await lab();
  const headers = { Authorization: `Bearer ${server.keys.pro}` };
  const price = (init: RequestInit = {}) =>
    server.fetch(`${server.baseUrl}/prices/SOL`, { headers, ...init });
  return { server, price };
}

const test = base.extend("world", () => setup());

test("a header's value is converted to text, as by fetch", async () => {
  const reported = vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => reported.mockRestore());
  const { server, price } = await setup();
  const headers = { Authorization: `Bearer ${server.keys.pro}`, "Idempotency-Key": 5 };
  const { status } = await price({ headers: headers as unknown as Record<string, string> });
  expect([status, reported.mock.calls]).toEqual([200, []]);
  const { body } = await control(server, "GET", "/traffic");
  expect(body.data[0].headers).toMatchObject({ "idempotency-key": "5" });
});

describe("an abort after the headers", () => {
  test.for([20, 0.01])(
    "ends a body at %d bytes a second with the signal's reason",
    async (bytesPerSecond, { world: { server, price } }) => {
      server.faults.add({ fault: { kind: "slow-body", bytesPerSecond } });
      const controller = new AbortController();
      const response = await price({ signal: controller.signal });
      const reading = failureOf(response.text());
      const reason = new Error("enough");
      controller.abort(reason);
      expect(await reading).toBe(reason);
    },
  );

  test("ends a body that is complete but unread", async ({ world: { price } }) => {
    const controller = new AbortController();
    const response = await price({ signal: controller.signal });
    const reason = new Error("enough");
    controller.abort(reason);
    expect(await failureOf(response.text())).toBe(reason);
  });

  test("ends a stream of events, and the log no longer writes to it", async ({ world: { server } }) => {
    const controller = new AbortController();
    const url = `${server.controlUrl}/requests/stream`;
    const response = await server.fetch(url, { signal: controller.signal });
    const reader = response.body!.getReader();
    await reader.read();
    const next = failureOf(reader.read());
    controller.abort();
    expect(await next).toMatchObject({ name: "AbortError" });
  });

  test("leaves no chunk to read; a cancelled body ends at once too", async ({ world: { server, price } }) => {
    server.faults.add({ fault: { kind: "slow-body", bytesPerSecond: 0.01 } });
    const controller = new AbortController();
    const aborted = await price({ signal: controller.signal });
    await new Promise((resolve) => setImmediate(resolve));
    const reason = new Error("enough");
    controller.abort(reason);
    expect(await failureOf(aborted.body!.getReader().read())).toBe(reason);
    const reader = (await price()).body!.getReader();
    const { value } = await reader.read();
    expect(value).toStrictEqual(new TextEncoder().encode("{"));
    await reader.cancel();
  });

  test("changes nothing in a body that has been read", async ({ world: { server, price } }) => {
    server.faults.add({ fault: { kind: "slow-body", bytesPerSecond: 1e6 } });
    const controller = new AbortController();
    const response = await price({ signal: controller.signal });
    expect(await response.json()).toMatchObject({ symbol: "SOL" });
    controller.abort();
  });
});

test("a null signal replaces that of the Request", async ({ world: { server, price } }) => {
  const request = new Request(`${server.baseUrl}/prices/SOL`, { signal: AbortSignal.abort() });
  expect(await failureOf(server.fetch(request))).toMatchObject({ name: "AbortError" });
  expect((await server.fetch(request, { signal: null })).status).toBe(401);
  expect((await price({ signal: null })).status).toBe(200);
});

/** The error that `fetch` over a socket throws for a closed port, and that port. */
async function refusedBySocket() {
  const port = await freePort();
  return { port, error: await failureOf(fetch(`http://127.0.0.1:${port}/`)) };
}

describe("a refused connection", () => {
  test("by a fault has the same error as a real one", async () => {
    const { port, error } = await refusedBySocket();
    const { server } = await setup();
    server.faults.add({ fault: { kind: "drop", when: "connect" } });
    const refused = await failureOf(server.fetch(`http://127.0.0.1:${port}/v1/prices/SOL`));
    expect([refused.name, refused.message]).toEqual([error.name, error.message]);
    const { code, syscall, address, message } = error.cause as NodeJS.ErrnoException & { address: string };
    expect(refused.cause).toMatchObject({ code, syscall, address, message, port });
  });

  test("never reaches the server: nothing is done, counted or logged", async ({ world: { server } }) => {
    const client = new IntentTx({ ...server.clientOptions("pro"), maxRetries: 0 });
    const before = JSON.stringify((await server.snapshot()).state.windows);
    server.faults.add({ times: 1, fault: { kind: "drop", when: "connect" } });
    const create = () => client.keys.create({ name: "x", scopes: ["admin"] });
    expect(await failureOf(create())).toMatchObject({ name: "ConnectionError" });
    expect(server.requests.list()).toEqual([]);
    const { state } = await server.snapshot();
    expect(JSON.stringify(state.windows)).toBe(before);
    expect(state.keys?.some(([, { name }]) => name === "x")).toBe(false);
  });

  test("lets the SDK retry even unsafe operations", async ({ world: { server } }) => {
    server.faults.add({ times: 1, fault: { kind: "drop", when: "connect" } });
    const client = clientOf(server);
    const creating = client.keys.create({ name: "x", scopes: ["admin"] });
    const advancing = server.clock.advance("1m");
    expect((await creating).name).toBe("x");
    await advancing;
  });

  test("can be requested with a header; over a socket it is a reset", async () => {
    const { server, price } = await setup();
    const headers = { Authorization: `Bearer ${server.keys.pro}`, "Mock-Control": "drop=connect" };
    expect((await failureOf(price({ headers }))).cause).toMatchObject({ code: "ECONNREFUSED" });
    await server.listen();
    const error = await failureOf(fetch(`${server.baseUrl}/prices/SOL`, { headers }));
    expect(error.cause).toMatchObject({ code: expect.stringMatching(/^(ECONNRESET|UND_ERR_SOCKET)$/) });
    expect(server.requests.list()).toEqual([]);
  });
});

test("an invalid address rejects, as with the real fetch", async ({ world: { server } }) => {
  await expect(server.fetch("nowhere").catch(({ name }: Error) => name)).resolves.toBe("TypeError");
});

describe("a closed server", () => {
  test("refuses connections, as a closed port does", async ({ world: { server, price } }) => {
    await server.close();
    const error = await failureOf(price());
    expect(error).toMatchObject({ name: "TypeError", message: "fetch failed" });
    expect(error.cause).toMatchObject({ code: "ECONNREFUSED" });
    expect(await failureOf(control(server, "GET", "/health"))).toMatchObject({ message: "fetch failed" });
    const client = new IntentTx({ ...server.clientOptions("pro"), maxRetries: 2 });
    expect(await failureOf(client.prices.retrieve("SOL"))).toMatchObject({ name: "ConnectionError" });
  });

  test("answers requests in flight when it was closed", async ({ world: { server } }) => {
    const client = clientOf(server);
    const walletAddress = server.wallets.alice.address;
    // Loads the Solana runtime, which may take longer than a closing server waits for requests.
    await server.fund(walletAddress, { SOL: 1 });
    const { intentId } = await client.intents.parse({ walletAddress, command: "swap 1 SOL for USDC" });
    const building = client.transactions.build({ intentId, walletAddress });
    // The request is sent in the turn after the call.
    await new Promise((resolve) => setImmediate(resolve));
    await server.close();
    expect((await building).simulation?.success).toBe(true);
  });

  test.for<[string, (server: Awaited<ReturnType<typeof lab>>) => unknown]>([
    ["clock.advance", (server) => server.clock.advance("1h")],
    ["clone", (server) => server.clone([server.wallets.bob.address], { url: "localhost" })],
    ["clock.set", (server) => server.clock.set("2030-01-01T00:00:00Z")],
    ["clock.resume", (server) => server.clock.resume()],
    ["fund", (server) => server.fund(server.wallets.alice.address, { SOL: 1 })],
    ["issueKey", (server) => server.issueKey({ tier: "pro", environment: "live" })],
    ["reset", (server) => server.reset()],
    ["restore", async (server) => server.restore(await server.snapshot())],
    ["openSession", (server) => server.openSession()],
    ["listen", (server) => server.listen()],
  ])("says so to %s", async ([what, act], { world: { server } }) => {
    await server.close();
    expect(await failureOf((async () => act(server))())).toMatchObject({
      name: "ClosedError",
      message: `${what} was called after this server was closed; create another one with createMockServer`,
    });
  });

  test("can be closed twice, and still shows its log", async ({ world: { server, price } }) => {
    await price();
    await Promise.all([server.close(), server.close()]);
    expect(server.requests.list()).toHaveLength(1);
    expect((await server.snapshot()).seed).toBe("1");
    await server.clock.sleep(5_000);
  });
});

test.each<RequestInit>([
  { method: "POST", body: '{"walletAddress": "x", "command": "y"}' },
  { method: "POST", body: '{"command": "y"}', headers: { "content-TYPE": "application/json" } },
  { method: "DELETE", headers: [["Authorization", "Bearer x"]] },
  { headers: new Headers({ Origin: "https://app.example" }) },
])("a URL and options give the same response and log as a Request: %j", async (init) => {
  const url = "http://mock.invalid/v1/intents?a=%20 b";
  const entryOf = async (...call: Parameters<typeof fetch>) => {
    const server = await lab({ clock: { now: "2026-01-01T00:00:00Z", mode: "frozen" } });
    const response = await server.fetch(...call);
    return [response.status, await response.text(), [...response.headers], server.requests.list()];
  };
  const expected = await entryOf(new Request(url, init));
  expect(await entryOf(url, init)).toEqual(expected);
  expect(await entryOf(new URL(url), init)).toEqual(expected);
});

test.for([
  ["/prices/SOL", {}],
  ["http://user:secret@mock.invalid/", {}],
  ["http://mock.invalid/", { body: "a" }],
  ["http://mock.invalid/", { method: "TRACE" }],
  ["http://mock.invalid/", { headers: { "a b": "c" } }],
] as const)("a call that Request rejects is rejected: %s %j", async ([url, init], { world: { server } }) => {
  const { name, message } = await failureOf(Promise.resolve().then(() => new Request(url, init)));
  expect(await failureOf(server.fetch(url, init))).toMatchObject({ name, message });
});
