import { EventEmitter, once } from "node:events";
import { createRequire } from "node:module";
import { expect, onTestFinished, test, vi } from "vitest";
import type { WebSocket as Socket } from "ws";
import { RPC_LIMITS } from "../../../mock-server/src/rpc/limits.js";
import { Liveness } from "../../../mock-server/src/rpc/liveness.js";
import { RpcSocket } from "../../../mock-server/src/rpc/socket.js";
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
  await expect.poll(() => terminate).toHaveBeenCalledOnce();
  // No closing handshake, because the client did not respond.
  expect([ping, close].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
});

test("an idle connection is closed, unless it has a subscription", async () => {
  const [idle, waiting] = [false, true].map((waits) => watched({ pingMs: 5, idleMs: 20 }, waits));
  await expect.poll(() => idle!.close).toHaveBeenCalledExactlyOnceWith(1001, "idle");
  const pings = waiting!.ping.mock.calls.length;
  await expect.poll(() => waiting!.ping.mock.calls.length).toBeGreaterThan(pings + 3);
  for (const { terminate } of [idle!, waiting!]) expect(terminate).not.toHaveBeenCalled();
  expect(waiting!.close).not.toHaveBeenCalled();
});

test("a connection that sends messages is not idle", async () => {
  const socket = watched({ pingMs: 5, idleMs: 30 }, false);
  const talk = setInterval(() => socket.emit("message"), 1);
  onTestFinished(() => clearInterval(talk));
  await expect.poll(() => socket.ping.mock.calls.length).toBeGreaterThan(20);
  expect(socket.close).not.toHaveBeenCalled();
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

/** A socket that records what is sent to it. */
function recordedSocket() {
  const sent: string[] = [];
  const socket = Object.assign(new EventEmitter(), {
    isPaused: false,
    bufferedAmount: 0,
    pause() {},
    send: (text: string) => sent.push(text),
    terminate() {},
  });
  const subscribe = (id: number) =>
    socket.emit("message", Buffer.from(JSON.stringify({ jsonrpc: "2.0", id, method: "slotSubscribe" })));
  return { socket, sent, subscribe };
}

test("a client that leaves while it subscribes keeps no subscription", async () => {
  const { ledger } = await ledgerSetup();
  const network = { lastId: 0, open: 0 };
  let ready: (value: typeof ledger) => void = () => undefined;
  const starting = new Promise<typeof ledger>((resolve) => {
    ready = resolve;
  });
  const subscribed = vi.spyOn(ledger, "subscribe");
  const { socket, subscribe } = recordedSocket();
  const failures: unknown[] = [];
  new RpcSocket(
    socket as unknown as Socket,
    () => starting,
    network,
    (error) => failures.push(error),
  );
  for (const id of [1, 2]) subscribe(id);
  await Promise.resolve();
  socket.emit("close");
  ready(ledger);
  await new Promise((resolve) => setImmediate(resolve));
  expect([subscribed.mock.calls, network.open, failures]).toEqual([[], 0, []]);
});

test("a network limits its subscriptions, and accepts new ones when some have ended", async () => {
  const { ledger } = await ledgerSetup();
  const network = { lastId: 7, open: RPC_LIMITS.allSubscriptions - 1 };
  const sent = async (client: ReturnType<typeof recordedSocket>) => {
    client.subscribe(1);
    await expect.poll(() => client.sent).toHaveLength(1);
    return client.sent[0];
  };
  const [first, second, third] = [recordedSocket(), recordedSocket(), recordedSocket()];
  for (const { socket } of [first, second, third])
    new RpcSocket(socket as unknown as Socket, async () => ledger, network, undefined);
  expect(await sent(first)).toContain('"result":8');
  expect(await sent(second)).toContain("Node subscription limit reached");
  first.socket.emit("close");
  expect(await sent(third)).toContain('"result":9');
  third.socket.emit("close");
  expect(network.open).toBe(RPC_LIMITS.allSubscriptions - 1);
});
