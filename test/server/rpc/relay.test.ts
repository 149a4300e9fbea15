import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ControlTarget } from "../../../mock-server/src/control/command.js";
import { Listener } from "../../../mock-server/src/http/listener.js";
import { WrongTokens } from "../../../mock-server/src/http/token.js";
import { Clock } from "../../../mock-server/src/kernel/clock.js";
import { Random } from "../../../mock-server/src/kernel/random.js";
import { relayBody } from "../../../mock-server/src/rpc/relay.js";
import { Rpc } from "../../../mock-server/src/rpc/rpc.js";
import { State } from "../../../mock-server/src/state/state.js";
import { RpcSetup, START } from "./setup.js";
import { RpcClient } from "./socket-client.js";

let validator: RpcSetup;
let relay: Rpc;
let listener: Listener;
let target: string;
let address: string;

beforeEach(async () => {
  validator = await RpcSetup.open();
  target = await validator.listen();
  const clock = new Clock({ now: Date.parse(START), running: false });
  const ledgers = { get: () => Promise.reject(new Error("a relayed environment has no ledger here")) };
  const parts = { clock, random: new Random("1"), ledgers, state: new State(), data: {} };
  relay = new Rpc({
    target: { world: { parts } } as unknown as ControlTarget,
    guard: { token: undefined, origins: [], wrongTokens: new WrongTokens() },
    overloaded: () => false,
    faultsOf: () => undefined,
    onFailure: () => undefined,
    relayUrl: (environment) => (environment === "live" ? target : undefined),
  });
  listener = new Listener(
    (request) => relay.handle(request.path.startsWith("/live") ? "live" : "test", request),
    (request, socket, head) => relay.upgrade("live", request, socket, head),
  );
  address = `127.0.0.1:${(await listener.listen({})).port}`;
});
afterEach(async () => {
  relay.close();
  await listener.close();
});

async function post(path: string, body: string): Promise<string> {
  const headers = { "content-type": "application/json" };
  return (await fetch(`http://${address}${path}`, { method: "POST", headers, body })).text();
}

test("a body is forwarded to the validator, and its answer returned unchanged", async () => {
  const body = '[{"jsonrpc":"2.0","id":"x","method":"getSlot"},{"jsonrpc":"2.0","id":2,"method":"nope"}]';
  expect(await post("/live", body)).toBe((await validator.post(body)).body);
});

test("the error names a validator that does not respond", async () => {
  target = "http://127.0.0.1:1/";
  const answer = JSON.parse(await post("/live", '{"jsonrpc":"2.0","id":1,"method":"getSlot"}'));
  expect(answer.error).toEqual({
    code: -32603,
    message: "The validator at 127.0.0.1:1 does not respond; check that it is running",
  });
});

test("the relay reports the validator's health, and 503 if the validator is unreachable", async () => {
  const health = async () => {
    const response = await fetch(`http://${address}/live/health`);
    return [response.status, await response.text()];
  };
  expect(await health()).toEqual([200, "ok"]);
  target = "http://127.0.0.1:1/";
  expect(await health()).toEqual([503, "unknown"]);
});

test("a non-JSON-RPC answer becomes a JSON-RPC error with the request's id", async () => {
  const answers: [number, string][] = [
    [200, "<html>welcome</html>"],
    [502, "bad gateway"],
    [503, "{}"],
  ];
  for (const [status, text] of answers) {
    const other = createServer((_, outgoing) => outgoing.writeHead(status).end(text)).listen(0, "127.0.0.1");
    await once(other, "listening");
    target = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
    const { id, error } = JSON.parse(await post("/live", '{"jsonrpc":"2.0","id":"mine","method":"getSlot"}'));
    expect(id).toBe("mine");
    expect(error.code).toBe(-32603);
    expect(error.message).toContain(`returned HTTP ${status}`);
    await new Promise((resolve) => other.close(resolve));
  }
});

test("a validator that does not respond in time is an error", async () => {
  const silent = createServer(() => undefined).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
  const answer = JSON.parse(
    await relayBody(url, '{"jsonrpc":"2.0","id":7,"method":"getSlot"}', { deadlineMs: 50 }),
  );
  expect(answer).toMatchObject({ id: 7, error: { code: -32603 } });
  expect(answer.error.message).toContain("did not respond within 0.05 s");
  silent.closeAllConnections();
  await new Promise((resolve) => silent.close(resolve));
});

test("the error for a ledger that cannot be opened gives the reason", async () => {
  const answer = JSON.parse(await post("/test", '{"jsonrpc":"2.0","id":1,"method":"getSlot"}'));
  expect(answer.error.message).toBe(
    "The test ledger cannot be opened: a relayed environment has no ledger here",
  );
});

test("messages that arrive before the validator's WebSocket is open all reach it", async () => {
  const client = await RpcClient.open(`http://${address}/live`);
  const ids = Array.from({ length: 200 }, (_, at) => at + 1);
  for (const id of ids) client.socket.send(JSON.stringify({ jsonrpc: "2.0", id, method: "getVersion" }));
  for (const id of ids) expect(await client.message()).toMatchObject({ id, result: {} });
  client.socket.terminate();
});

test("a WebSocket is joined to the validator's", async () => {
  const client = await RpcClient.open(`http://${address}/live`);
  expect(await client.call("slotSubscribe")).toEqual({ jsonrpc: "2.0", result: 1, id: 1 });
  await validator.slots(1);
  expect(await client.message()).toMatchObject({ method: "slotNotification" });
  const closed = new Promise((resolve) => client.socket.once("close", resolve));
  await validator.server.close();
  await closed;
});
