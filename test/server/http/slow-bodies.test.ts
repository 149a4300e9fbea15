import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { BODY_LIMITS, BodyLimits } from "../../../mock-server/src/http/body-limits.js";
import { Listener, Load } from "../../../mock-server/src/http/listener.js";
import type { HttpHandler } from "../../../mock-server/src/http/message.js";
import { ServiceError } from "../../../mock-server/src/kernel/errors.js";
import { inFlight, RawConnection, rawSetup } from "./socket-client.js";

/** Responds with the body's length, or with the refusal. Requests to /trusted are exempt, as authorized calls are. */
const lengthOf: HttpHandler = async ({ path, body }) => {
  try {
    return { status: 200, headers: {}, body: String((await body(1 << 20, path === "/trusted"))?.length) };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { status: error.status, headers: error.headers, body: error.message };
  }
};

/** A listener with small limits. */
async function limited(limits: Partial<typeof BODY_LIMITS>) {
  const load = new Load(new BodyLimits({ ...BODY_LIMITS, slowMs: 0, sweepMs: 5, ...limits }));
  const listener = new Listener(lengthOf, () => undefined, { load });
  const { port } = await listener.listen({});
  onTestFinished(() => listener.close());
  const begin = async (bytes: number, path = "/", length = 1 << 19) => {
    const connection = await RawConnection.open(`http://127.0.0.1:${port}`);
    const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n`;
    connection.socket.write(head + "x".repeat(bytes));
    onTestFinished(() => void connection.socket.destroy());
    return connection;
  };
  const until = async (bytes: number) => {
    while (load.bodies.bytes !== bytes) await new Promise(setImmediate);
  };
  return { load, begin, until };
}

test("of an address's unfinished bodies only the one above the limit is refused, with Retry-After", async () => {
  const { begin, until } = await limited({ bodies: 2 });
  const held = [await begin(10), await begin(10)];
  await until(20);
  const newcomer = await begin(10);
  expect(await newcomer.statuses(1)).toEqual([503]);
  expect(newcomer.text).toMatch(/retry-after: 1\r\n/i);
  expect(newcomer.text).toContain("2 request bodies from 127.0.0.1 are unfinished");
  for (const { socket } of held) socket.write("x".repeat((1 << 19) - 10));
  for (const each of held) expect(await each.statuses(1)).toEqual([200]);
  await until(0);
  const whole = await begin(1 << 19);
  expect(await whole.statuses(1)).toEqual([200]);
});

test("bytes of unfinished bodies are limited for an address and for all, except those of an authorized client", async () => {
  const own = await limited({ longBytes: 100, bytes: 1000, slowMs: 60_000 });
  await own.begin(900);
  await own.until(900);
  const second = await own.begin(101);
  expect(await second.statuses(1)).toEqual([503]);
  await own.begin(5000, "/trusted");
  await own.until(900);
  const short = await own.begin(90, "/", 90);
  expect(await short.statuses(1)).toEqual([200]);

  const all = await limited({ allBytes: 1000, slowMs: 60_000 });
  await all.begin(900);
  await all.until(900);
  const other = await all.begin(101);
  expect(await other.statuses(1)).toEqual([503]);
});

test.each([
  ["makes no progress", { idleMs: 20 }],
  ["is not complete in time", { totalMs: 20 }],
])("a body that %s ends with 408, and the connection closes", async (_, limits) => {
  const { begin } = await limited(limits);
  const connection = await begin(1, "/trusted");
  expect(await connection.end()).toMatch(/^HTTP\/1\.1 408 [\s\S]*connection: close/i);
});

test("a body that is discarded is cut off when it makes no progress", async () => {
  const { begin } = await limited({ idleMs: 20 });
  const connection = await begin(1, "/", 2 << 20);
  expect(await connection.end()).toMatch(/^HTTP\/1\.1 200 [\s\S]*undefined$/);
});

test("a body in thousands of chunks is read completely", async () => {
  const { begin } = await limited({ slowMs: 60_000 });
  const connection = await begin(0, "/", 3000);
  for (let at = 0; at < 3000; at++) connection.socket.write("x");
  expect(await connection.statuses(1)).toEqual([200]);
  expect(connection.text.endsWith("3000")).toBe(true);
});

test("JSON-RPC refuses an unfinished body above the limit with -32005, and the control plane does not", async () => {
  const { server, open } = await rawSetup();
  const { host } = new URL(server.baseUrl);
  const begin = async (path: string) => {
    const connection = await open();
    connection.socket.write(
      `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
    );
    onTestFinished(() => void connection.socket.destroy());
    return connection;
  };
  await Promise.all(Array.from({ length: 64 }, () => begin("/rpc/live")));
  // The bodies begin to count after a second, in the order of their arrival.
  await inFlight(server.controlUrl, 64);
  const [newcomer, fund] = [await begin("/rpc/live"), await begin("/_mock/fund")];
  expect(await newcomer.statuses(1)).toEqual([503]);
  expect(newcomer.text).toMatch(/retry-after: 1\r\n/i);
  expect(JSON.parse(newcomer.text.split("\r\n\r\n")[1] ?? "")).toMatchObject({
    error: { code: -32005 },
    id: null,
  });
  fund.socket.write(`"a":1 2}`);
  expect(await fund.statuses(1)).toEqual([400]);
  const health = await fetch(`${server.controlUrl}/health`);
  expect(health.status).toBe(200);
});

test("a WebSocket message in too many parts closes its connection", async () => {
  const { server } = await rawSetup();
  const socket = connect(Number(new URL(server.baseUrl).port), "127.0.0.1");
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.on("error", () => undefined).resume();
  socket.write(
    "GET /rpc/live HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
  );
  // A text message's first fragment, and one-byte continuations without an end, each with a mask of zeros.
  const part = (opcode: number) => Buffer.from([opcode, 0x81, 0, 0, 0, 0, 0x78]);
  socket.write(Buffer.concat([part(1), ...Array.from({ length: 200 }, () => part(0))]));
  await closed;
});
