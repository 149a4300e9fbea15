import { createMockServer } from "@intent-tx/mock-server";
import { expect, test, vi } from "vitest";
import { RawConnection, rawSetup } from "./socket-client.js";

// Without the limit for a closing server, a close ends only if no connection delays it.
const DRAIN_MS = 4_000;
vi.mock("../../../mock-server/src/kernel/timers.js", async (original) => {
  const timers = await original<typeof import("../../../mock-server/src/kernel/timers.js")>();
  const wallTimeout = (run: () => void, ms: number) =>
    ms === DRAIN_MS ? undefined : timers.wallTimeout(run, ms);
  return { ...timers, wallTimeout };
});

async function listening() {
  const server = await createMockServer();
  const { baseUrl } = await server.listen();
  const { socket } = await RawConnection.open(baseUrl);
  const ended = new Promise((resolve) => socket.once("close", resolve));
  return { server, baseUrl, socket, ended };
}

test("a pending WebSocket request does not delay close", async () => {
  const { server, baseUrl, socket, ended } = await listening();
  socket.write("GET /rpc/live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n");
  await (await fetch(`${baseUrl}/nowhere`)).text();
  const closed = server.close();
  socket.write("Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
  await Promise.all([closed, ended]);
});

test("an idle connection does not delay close", async () => {
  const { server, ended } = await listening();
  // undici opens a spare connection after an aborted call.
  const stop = new AbortController();
  await fetch(`${server.controlUrl}/requests/stream`, { signal: stop.signal });
  stop.abort();
  await Promise.all([server.close(), ended]);
});

test("a client that disconnects before its body is read blocks neither the clock nor close", async () => {
  const { server, open } = await rawSetup();
  const connection = await open();
  // JSON-RPC is loaded on the first call, so the body is not read yet.
  connection.socket.write(
    "POST /rpc/live HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
  );
  connection.socket.destroy();
  await connection.end();
  await server.clock.advance("1h");
  await server.close();
  expect(connection.closed).toBe(true);
});
