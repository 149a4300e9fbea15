import { EventEmitter, once } from "node:events";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import type { ClientOptions, WebSocket as Socket } from "ws";
import { RPC_LIMITS } from "../../../mock-server/src/rpc/limits.js";
import { Liveness } from "../../../mock-server/src/rpc/liveness.js";
import { EventHub, RpcSocket } from "../../../mock-server/src/rpc/socket.js";
import { lab } from "../lab.js";
import { ledgerSetup } from "../ledger/harness.js";

// The mock server's version of `ws`; the version at the root is an older one of another dependency.
const { WebSocket, WebSocketServer } = createRequire(
  new URL("../../../mock-server/package.json", import.meta.url),
)("ws") as typeof import("ws");

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Opens a connection whose server side is watched; returns the client. */
async function watched(
  limits: { pingMs: number; idleMs: number },
  waits: boolean,
  options: ClientOptions = {},
) {
  const server = new WebSocketServer({ port: 0 });
  const liveness = new Liveness(limits);
  const taken = once(server, "connection") as Promise<[Socket]>;
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`, options);
  const [socket] = await taken;
  liveness.watch(socket, () => waits);
  closing.push(() => {
    liveness.close();
    client.terminate();
    server.close();
  });
  return client;
}

test("a connection that answers no ping is closed, subscribed or not", async () => {
  const client = await watched({ pingMs: 15, idleMs: 60_000 }, true, { autoPong: false });
  const [code] = await once(client, "close");
  // No closing handshake, because the client did not respond.
  expect(code).toBe(1006);
});

test("an idle connection is closed, unless it has a subscription", async () => {
  const idle = await watched({ pingMs: 15, idleMs: 40 }, false);
  const [code, reason] = await once(idle, "close");
  expect([code, String(reason)]).toEqual([1001, "idle"]);
  const waiting = await watched({ pingMs: 100, idleMs: 200 }, true);
  // The connection is pinged repeatedly, and stays open.
  for (let pings = 0; pings < 3; pings++) await once(waiting, "ping");
  expect(waiting.readyState).toBe(WebSocket.OPEN);
});

test("close sends the code after which web3.js stops reconnecting; unresponsive connections are cut", async () => {
  const server = await lab();
  const { port } = await server.listen();
  const url = `ws://127.0.0.1:${port}/rpc/live`;
  const [polite, silent] = [new WebSocket(url), new WebSocket(url)];
  await Promise.all([polite, silent].map((socket) => once(socket, "open")));
  const ended = once(polite, "close");
  // A paused socket does not read, so it never acknowledges the close.
  silent.pause();
  await server.close();
  expect((await ended)[0]).toBe(1000);
  silent.terminate();
});

test("a client that leaves while it subscribes keeps no subscription", async () => {
  const { ledger } = await ledgerSetup();
  const hub = new EventHub();
  let ready: (value: typeof ledger) => void = () => undefined;
  const starting = new Promise<typeof ledger>((resolve) => {
    ready = resolve;
  });
  const added: unknown[] = [];
  hub.add = (...call) => {
    added.push(call);
    return () => undefined;
  };
  const socket = Object.assign(new EventEmitter(), {
    isPaused: false,
    pause() {},
    send() {},
    terminate() {},
  });
  const failures: unknown[] = [];
  new RpcSocket(
    socket as unknown as Socket,
    () => starting,
    hub,
    (error) => failures.push(error),
  );
  for (const id of [1, 2])
    socket.emit("message", Buffer.from(JSON.stringify({ jsonrpc: "2.0", id, method: "slotSubscribe" })));
  await Promise.resolve();
  socket.emit("close");
  ready(ledger);
  await new Promise((resolve) => setImmediate(resolve));
  expect([added, failures]).toEqual([[], []]);
  hub.close();
});

test("a network limits its subscriptions, and accepts new ones when some have ended", async () => {
  const { ledger } = await ledgerSetup();
  const hub = new EventHub();
  const ends: (() => void)[] = [];
  while (!hub.full) ends.push(hub.add(ledger, { kind: "slot" }, () => undefined));
  expect(ends).toHaveLength(RPC_LIMITS.allSubscriptions);
  ends[0]!();
  expect(hub.full).toBe(false);
  hub.close();
});
