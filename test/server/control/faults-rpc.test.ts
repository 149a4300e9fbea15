import type { MockServer } from "@intent-tx/mock-server";
import { PROGRAM_IDS } from "intent-tx/contract";
import { describe, expect } from "vitest";
import { api, control, rpc, send, signedOf, statusOf, test } from "../lab.js";
import { RpcClient } from "../rpc/socket-client.js";

type Rule = Parameters<MockServer["faults"]["add"]>[0];
type Fault = Rule["fault"];

const SEND = { path: "/rpc/live", method: "sendTransaction" };
const PRICES = { path: "/v1/prices/*" };
const UNAVAILABLE = { kind: "status", status: 503 } as const;

const call = (method: string, params: unknown[] = [], id: unknown = 1) => ({
  jsonrpc: "2.0",
  id,
  method,
  params,
});

const post = (server: MockServer, body: unknown, headers: Record<string, string> = {}) =>
  server.fetch(server.rpc.live, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

/** Sends a transaction under a fault: the response that the app sees, and whether the transaction has landed. */
async function sendUnder(server: MockServer, fault: Fault) {
  server.faults.add({ match: SEND, times: 1, fault });
  const { wire, signature } = await signedOf(server, "send 1 SOL to bob.sol");
  const params = [wire, { encoding: "base64" }];
  const seen = await post(server, call("sendTransaction", params)).then(
    async (response) => [response.status, await response.text()],
    (error: Error) => (error.cause as { code: string }).code,
  );
  server.faults.assertDone();
  return { seen, landed: (await statusOf(server, signature)) !== null };
}

describe("faults of JSON-RPC calls", () => {
  const error = (code: number) =>
    `{"jsonrpc":"2.0","error":{"code":${code},"message":"The mock server returned ${code} because of a fault."},"id":1}`;

  test.for<[string, Fault, unknown, boolean]>([
    ["refused", UNAVAILABLE, [503, error(503)], false],
    ["limited", { kind: "status", status: 429, retryAfter: 1 }, [429, error(429)], false],
    ["handled, and answered with an error", { ...UNAVAILABLE, handled: true }, [503, error(503)], true],
    ["answered by a gateway", { kind: "respond", status: 502, body: "<p>" }, [502, "<p>"], false],
    ["with a status that has no body", { kind: "respond", status: 204 }, [204, ""], false],
    ["lost", { kind: "drop", when: "before" }, "ECONNRESET", true],
    ["never received", { kind: "drop", when: "connect" }, "ECONNREFUSED", false],
    ["truncated", { kind: "malformed", form: "truncated" }, [200, expect.stringMatching(/^\{.*[^}]$/)], true],
  ])("a send is %s", async ([_, fault, seen, landed], { server }) => {
    expect(await sendUnder(server, fault)).toEqual({ seen, landed });
  });

  test("a send is repeated: the log has both, and the transaction lands once", async ({ server }) => {
    const { seen, landed } = await sendUnder(server, { kind: "repeat" });
    expect([seen, landed]).toEqual([[200, expect.stringContaining("result")], true]);
    server.requests.expectCalls([{ rpcMethod: "sendTransaction", times: 2 }]);
  });

  test("a send is delayed before or after it is handled", async ({ server }) => {
    const { wire, signature } = await signedOf(server, "send 1 SOL to bob.sol");
    for (const handled of [true, false]) {
      server.faults.add({
        match: SEND,
        times: 1,
        fault: { kind: "latency", ms: 5000, clock: "virtual", handled },
      });
      let answered = false;
      const sending = send(server, wire).finally(() => {
        answered = true;
      });
      while (server.faults.list().some(({ fired }) => fired === 0)) await new Promise(setImmediate);
      await server.clock.advance("4s");
      expect([answered, (await statusOf(server, signature)) !== null]).toEqual([false, handled]);
      await server.clock.advance("2s");
      expect(await sending).toMatchObject({ result: signature });
      await server.reset();
    }
  });

  test("each call of a batch counts, and a fault of one call hits the response", async ({ server }) => {
    server.faults.add({ match: { path: "/rpc/*", method: "getSlot" }, nth: 3, fault: UNAVAILABLE });
    const batch = [call("getSlot"), call("getHealth"), call("getSlot")];
    expect((await post(server, batch)).status).toBe(200);
    expect((await post(server, batch)).status).toBe(503);
    expect((await post(server, batch)).status).toBe(200);
    expect(server.faults.list()).toMatchObject([{ seen: 6, fired: 1, times: 1 }]);
  });

  test("a rule of one network or method leaves the others alone", async ({ server }) => {
    server.faults.add({ match: { path: "/rpc/test", method: "getSlot" }, fault: UNAVAILABLE });
    const statuses = [
      (await rpc(server, "getSlot", [])).error,
      (await rpc(server, "getHealth", [], "test")).error,
      (await api(server, "GET", "/prices/SOL")).status,
      (await rpc(server, "getSlot", [], "test")).error?.code,
    ];
    expect(statuses).toEqual([undefined, undefined, 200, 503]);
  });

  test("calls of a WebSocket count, and are refused, delayed or lost", async ({ server }) => {
    await server.listen({ port: 0 });
    const client = await RpcClient.open(server.ws.live);
    const match = { path: "/rpc/live", method: "slotSubscribe" };
    const faults: Rule["fault"] = {
      kind: "sequence",
      faults: [
        { kind: "status", status: 429 },
        { kind: "slow-body", bytesPerSecond: 1e6 },
        { kind: "drop", when: "body" },
      ],
    };
    server.faults.add({ match, fault: faults });
    expect(await client.call("slotSubscribe")).toMatchObject({ id: 1, error: { code: 429 } });
    expect(await client.call("slotSubscribe")).toMatchObject({ id: 2, result: 1 });
    const closed = new Promise((resolve) => client.socket.once("close", resolve));
    void client.call("slotSubscribe");
    await closed;
    expect(server.faults.list()).toMatchObject([{ seen: 3, fired: 3, times: 3 }]);
  });

  test("one call selects its faults with a header", async ({ server }) => {
    const health = call("getHealth");
    expect((await post(server, health, { "Mock-Control": "status=503; handled" })).status).toBe(503);
    expect((await post(server, health, { "Mock-Control": "repeat; stale" })).status).toBe(200);
    expect(
      (await post(server, health, { "Mock-Control": "repeat=false; handled=no; status=503" })).status,
    ).toBe(400);
    expect((await post(server, health, { "Mock-Control": "explode" })).status).toBe(400);
    server.requests.expectCalls([{ rpcMethod: "getHealth", times: 3 }]);
  });

  test("a price moves when a transaction is sent", async ({ server }) => {
    const price = async () => Number((await api(server, "GET", "/prices/SOL")).body.price);
    const before = await price();
    server.faults.add({ match: SEND, fault: { kind: "moved-pool", pool: "SOL-USDC" } });
    await rpc(server, "getSlot", []);
    expect(await price()).toBe(before);
    await rpc(server, "sendTransaction", ["AA=="]);
    expect(await price()).toBeLessThan(before);
  });

  test("a stale node answers from the finalized state", async ({ server }) => {
    const slot = async () => (await rpc(server, "getSlot", [{ commitment: "processed" }])).result as number;
    const now = await slot();
    server.faults.add({ match: { path: "/rpc/live" }, fault: { kind: "stale" } });
    expect(await slot()).toBe(now - 32);
  });

  describe("getSignatureStatuses of a stale node", () => {
    const stale = async (server: MockServer, body: unknown) =>
      (await post(server, body, { "Mock-Control": "stale" })).text();

    test("hides the status of the call with its id in a batch, and keeps exact amounts beside it", async ({
      server,
    }) => {
      const { wire, signature } = await signedOf(server, "send 1 SOL to bob.sol");
      await send(server, wire);
      const { id: _, ...notification } = call("getHealth");
      const account = call("getAccountInfo", [PROGRAM_IDS.system], 9);
      const statuses = call("getSignatureStatuses", [[signature]], 7);
      const answer = await stale(server, [notification, statuses, call("getSlot", [], 8), account]);
      expect(await statusOf(server, signature)).not.toBeNull();
      expect(JSON.parse(answer)).toMatchObject([
        { id: 7, result: { value: [null] } },
        { id: 8, result: expect.any(Number) },
        { id: 9, result: { value: { lamports: 1 } } },
      ]);
      expect(answer).toMatch(/"rentEpoch":18446744073709551615\b/);
    });

    test("leaves the answers of calls that share an id with another method unchanged", async ({ server }) => {
      const answer = await stale(server, [call("getSignatureStatuses", [[]]), call("getSlot")]);
      expect(JSON.parse(answer)).toMatchObject([{ result: { value: [] } }, { result: expect.any(Number) }]);
    });

    test("answers nothing to a call without an id", async ({ server }) => {
      const { id: _, ...notification } = call("getSignatureStatuses", [[]]);
      expect(await stale(server, notification)).toBe("");
    });

    test("refuses the content types that a node refuses", async ({ server }) => {
      const headers = { "Mock-Control": "stale", "Content-Type": "text/plain" };
      expect((await post(server, call("getSignatureStatuses", [[]]), headers)).status).toBe(415);
    });

    test("leaves another fault's response unchanged", async ({ server }) => {
      const body = '{"id":1,"result":[]}';
      server.faults.add({ match: { path: "/rpc/live" }, fault: { kind: "respond", status: 200, body } });
      expect(await stale(server, call("getSignatureStatuses", [[]]))).toBe(body);
    });
  });
});

describe("outages and sequences", () => {
  const priceOf = (server: MockServer) => () =>
    api(server, "GET", "/prices/SOL").then(
      ({ status }) => status,
      (error: Error) => (error.cause as { code: string }).code,
    );

  test("an outage refuses as many requests as it says, from the nth", async ({ server }) => {
    const price = priceOf(server);
    server.faults.add({ match: PRICES, nth: 2, fault: { kind: "outage", requests: 2 } });
    const seen = [await price(), await price(), await price(), await price()];
    expect(seen).toEqual([200, "ECONNREFUSED", "ECONNREFUSED", 200]);
    expect(server.faults.list()).toMatchObject([{ seen: 4, fired: 2, times: 2 }]);
    expect(server.requests.list()).toHaveLength(2);
  });

  test("an outage of a time begins with its first match, also across a snapshot", async ({ server }) => {
    const price = priceOf(server);
    server.faults.add({ match: PRICES, fault: { kind: "outage", ms: 10_000 } });
    await server.clock.advance("1m");
    const seen = [await price()];
    await server.clock.advance("9s");
    await server.restore(JSON.parse(JSON.stringify(await server.snapshot())));
    seen.push(await price());
    await server.clock.advance("1s");
    seen.push(await price());
    expect(seen).toEqual(["ECONNREFUSED", "ECONNREFUSED", 200]);
    expect(server.faults.list()).toMatchObject([{ fired: 2 }]);
  });

  test("an outage by chance goes on once it has begun", async ({ server }) => {
    const price = priceOf(server);
    server.faults.add({ match: PRICES, probability: 0.3, fault: { kind: "outage", requests: 3 } });
    const seen: string[] = [];
    for (let at = 0; at < 30; at++) seen.push(String(await price()));
    expect(seen.join(" ")).toMatch(/^(200 )*(ECONNREFUSED ){3}200/);
  });

  test("a sequence causes each of its faults once, in order", async ({ server }) => {
    const price = priceOf(server);
    const faults = [
      { kind: "status", status: 503 },
      { kind: "drop", when: "before" },
    ] as const;
    server.faults.add({ match: PRICES, nth: 2, fault: { kind: "sequence", faults } });
    expect([await price(), await price(), await price(), await price()]).toEqual([
      200,
      503,
      "ECONNRESET",
      200,
    ]);
  });
});

describe("members of the body, and headers", () => {
  test("members match in inner objects and lists, and others are ignored", async ({ server }) => {
    const { alice, bob } = server.wallets;
    const balance = async (address: string) => (await rpc(server, "getBalance", [address, {}])).error?.code;
    server.faults.add({ match: { path: "/rpc/live", body: { params: [bob.address] } }, fault: UNAVAILABLE });
    expect([await balance(alice.address), await balance(bob.address)]).toEqual([undefined, 503]);
    const parse = async (command: string) =>
      (await api(server, "POST", "/intents", { walletAddress: alice.address, command })).status;
    server.faults.add({ match: { body: { command: "send 1 SOL to bob.sol" } }, fault: UNAVAILABLE });
    expect([await parse("send 1 SOL to bob.sol"), await parse("send 2 SOL to bob.sol")]).toEqual([503, 200]);
    expect((await api(server, "GET", "/prices/SOL")).status).toBe(200);
  });

  test("headers match in any case, with wildcards", async ({ server }) => {
    server.faults.add({ match: { headers: { "User-Agent": "worker/*" } }, fault: UNAVAILABLE });
    const price = async (agent?: string) =>
      (await api(server, "GET", "/prices/SOL", undefined, "pro", agent ? { "user-agent": agent } : {}))
        .status;
    expect([await price(), await price("shop/1"), await price("worker/2")]).toEqual([200, 200, 503]);
  });

  test.for<[string, unknown, string]>([
    ["a path of no network", { match: { path: "/rpc/dev" }, fault: UNAVAILABLE }, "match.path"],
    [
      "an HTTP method of JSON-RPC",
      { match: { path: "/rpc/live", method: "POST" }, fault: UNAVAILABLE },
      "match.method",
    ],
    [
      "a key of JSON-RPC",
      { match: { path: "/rpc/live", keyId: "key_1" }, fault: UNAVAILABLE },
      "match.keyId",
    ],
    ["a code in JSON-RPC", { match: SEND, fault: { ...UNAVAILABLE, code: "x" } }, "fault.code"],
    ["a stale API", { fault: { kind: "stale" } }, "match.path"],
    [
      "a sequence with a stale API",
      { fault: { kind: "sequence", faults: [{ kind: "stale" }] } },
      "match.path",
    ],
    [
      "a sequence of sequences",
      { fault: { kind: "sequence", faults: [{ kind: "outage", ms: 1 }] } },
      "fault.faults",
    ],
    ["an empty sequence", { fault: { kind: "sequence", faults: [] } }, "fault.faults"],
    ["an outage without an end", { fault: { kind: "outage" } }, "fault"],
    ["an outage with two ends", { fault: { kind: "outage", ms: 1, requests: 1 } }, "fault"],
    ["times of an outage", { times: 2, fault: { kind: "outage", ms: 1 } }, "times"],
    ["the body of a GET", { match: { method: "GET", body: { a: 1 } }, fault: UNAVAILABLE }, "match.body"],
    ["a body that is no object", { match: { body: ["a"] }, fault: UNAVAILABLE }, "match.body"],
    [
      "a secret",
      { match: { headers: { Authorization: "*" } }, fault: UNAVAILABLE },
      "match.headers.Authorization",
    ],
  ])("a rule that cannot fire is refused: %s", async ([_, rule, field], { server }) => {
    expect(() => server.faults.add((typeof rule === "string" ? JSON.parse(rule) : rule) as Rule)).toThrow(
      expect.objectContaining({ field }),
    );
    const answer = await control(server, "POST", "/faults", rule);
    expect(answer).toMatchObject({ status: 400, body: { error: { field } } });
  });
});

test("the list says how often a fault can fire", async ({ server }) => {
  server.faults.add({ fault: UNAVAILABLE });
  server.faults.add({ nth: 2, fault: { kind: "unsigned-transaction" } });
  server.faults.add({ fault: { kind: "drop-transaction" }, times: 4 });
  const { body } = await control(server, "GET", "/faults");
  expect(body.data.map(({ times }: { times?: number }) => times)).toEqual([undefined, 1, 4]);
});
