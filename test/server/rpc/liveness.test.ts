import { EventEmitter, once } from "node:events";
import { createRequire } from "node:module";
import { expect, onTestFinished, test, vi } from "vitest";
import type { WebSocket as Socket } from "ws";
import { RPC_LIMITS } from "../../../mock-server/src/rpc/limits.js";
import { Liveness } from "../../../mock-server/src/rpc/liveness.js";
import { EventHub, RpcSocket } from "../../../mock-server/src/rpc/socket.js";
import { lab } from "../lab.js";
import { ledgerSetup } from "../ledger/harness.js";

// The mock server's version of `ws`; the version at the root is an older one of another dependency.
const { WebSocket } = createRequire(new URL("../../../mock-server/package.json", import.meta.url))(
  "ws",
) as typeof import("ws");

/** The server's side of a connection, whose client answers each ping at once, or never. */
function watched(limits: { pingMs: number; idleMs: number }, waits: boolean, answers = true) {
  const liveness = new Liveness(limits);
  onTestFinished(() => liveness.close());
  const socket = Object.assign(new EventEmitter(), {
    ping: vi.fn(() => void (answers && socket.emit("pong"))),
    close: vi.fn(() => void socket.emit("close")),
    terminate: vi.fn(() => void socket.emit("close")),
  });
  liveness.watch(socket as unknown as Socket, () => waits);
  return socket;
}

test.each([true, false])("a connection that answers no ping is cut, subscribed or not: %s", async (waits) => {
  const { ping, close, terminate } = watched({ pingMs: 5, idleMs: 60_000 }, waits, false);
  await vi.waitFor(() => expect(terminate).toHaveBeenCalledOnce());
  // No closing handshake, because the client did not respond.
  expect([ping, close].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
});

test("an idle connection is closed, unless it has a subscription", async () => {
  const [idle, waiting] = [false, true].map((waits) => watched({ pingMs: 5, idleMs: 20 }, waits));
  await vi.waitFor(() => expect(idle!.close).toHaveBeenCalledExactlyOnceWith(1001, "idle"));
  const pings = waiting!.ping.mock.calls.length;
  await vi.waitFor(() => expect(waiting!.ping.mock.calls.length).toBeGreaterThan(pings + 3));
  for (const { terminate } of [idle!, waiting!]) expect(terminate).not.toHaveBeenCalled();
  expect(waiting!.close).not.toHaveBeenCalled();
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
