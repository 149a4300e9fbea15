import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { measure, measuredCli } from "../measured.js";

const JSON_TYPE = "Content-Type: application/json";
const BODY = ["POST /rpc/live HTTP/1.1", "Host: 127.0.0.1", JSON_TYPE, "Transfer-Encoding: chunked", "", ""];
const UPGRADE = [
  "GET /rpc/live HTTP/1.1",
  "Host: 127.0.0.1",
  "Upgrade: websocket",
  "Connection: Upgrade",
  "Sec-WebSocket-Version: 13",
  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
  "",
  "",
];
/** One byte of a WebSocket message that never ends: the first part is text, the others continue it. */
const fragment = (at: number) => Buffer.from([at === 0 ? 1 : 0, 0x81, 0, 0, 0, 0, 0x78]);
const CHUNK = Buffer.from("1\r\nx\r\n");
/** Parts per connection, written in bursts, so that all connections grow together. */
const PARTS = 20_000;
const BURST = 1_000;

function opened(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => resolve(socket));
    socket.once("error", reject);
    onTestFinished(() => void socket.destroy());
  });
}

test.runIf(process.platform === "linux").each([
  ["request bodies in one-byte chunks", BODY, () => CHUNK],
  ["WebSocket messages in one-byte fragments", UPGRADE, fragment],
])("1,000 connections with unfinished %s leave the server small and in service", async (_, head, part) => {
  const running = await measuredCli(["serve", "--json", "--port", "0", "--log", "off"]);
  const { port, baseUrl, keys } = await running.ready();
  const sockets = await Promise.all(Array.from({ length: 1_000 }, () => opened(port)));
  const refused = new Set<Socket>();
  for (const socket of sockets) {
    // A connection whose rest arrives in one piece is closed before its 503 is written, or its reset overtakes the 503.
    // On a slow machine the response can be a 408, for the time.
    socket.once("close", () => refused.add(socket));
    socket.on("data", (text) => /^HTTP\/1\.1 (503|408)/.test(String(text)) && refused.add(socket));
    socket.write(head.join("\r\n"));
  }
  let highest = 0;
  for (let sent = 0; sent < PARTS; sent += BURST) {
    const burst = Buffer.concat(Array.from({ length: BURST }, (_, at) => part(sent + at)));
    for (const socket of sockets) if (socket.writable) socket.write(burst);
    const price = await fetch(`${baseUrl}/prices/SOL`, { headers: { Authorization: `Bearer ${keys.pro}` } });
    expect(price.status).toBe(200);
    highest = Math.max(highest, (await measure(running)).live);
  }
  console.info(`memory: at most ${Math.round(highest / 1e6)} MB; ${refused.size} refused`);
  expect(highest).toBeLessThan(200e6);
  if (head === BODY) await expect.poll(() => refused.size, { timeout: 30_000 }).toBeGreaterThanOrEqual(900);
});
