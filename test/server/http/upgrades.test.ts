import { expect } from "vitest";
import { cli } from "../cli/cli-process.js";
import { lab, test } from "../lab.js";
import { RawConnection } from "./socket-client.js";

const WEBSOCKET = [
  "Connection: Upgrade",
  "Upgrade: websocket",
  "Sec-WebSocket-Version: 13",
  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
];
const H2C = [
  "Connection: Upgrade, HTTP2-Settings",
  "Upgrade: h2c",
  "HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA",
];

function head(baseUrl: string, line: string, ...headers: readonly string[]): string {
  return [line, `Host: ${new URL(baseUrl).host}`, ...headers, "", ""].join("\r\n");
}

test("a connection that is reset during an upgrade request does not end the server, on any path", async () => {
  const running = await cli(["serve", "--json", "--port", "0"]);
  const { baseUrl } = await running.ready();
  const paths = [
    "/rpc/live",
    "/rpc/test",
    "/rpc/none",
    "/",
    "/v1/prices/SOL",
    "/s/none/rpc/live",
    "/_mock/health",
  ];
  for (const path of paths) {
    for (let round = 0; round < 4; round++) {
      const connection = await RawConnection.open(baseUrl);
      connection.socket.write(head(baseUrl, `GET ${path} HTTP/1.1`, ...WEBSOCKET));
      if (round % 2 === 1) await new Promise((resolve) => setImmediate(resolve));
      connection.socket.resetAndDestroy();
    }
  }
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
  const health = await fetch(baseUrl.replace(/\/v1$/, "/_mock/health"));
  expect(health.status).toBe(200);
  expect(running.child.exitCode).toBeNull();
});

test("an upgrade to another protocol is ignored: the request is answered, and the connection stays open", async () => {
  const server = await lab({ limits: "off" });
  await server.listen();
  const { baseUrl } = server;
  const authorization = `Authorization: Bearer ${server.keys.enterprise}`;
  const body = JSON.stringify({
    walletAddress: server.wallets.alice.address,
    command: "swap 1 SOL for USDC",
  });
  const posted = [authorization, "Content-Type: application/json"];
  const connection = await RawConnection.open(baseUrl);
  connection.socket.write(head(baseUrl, "GET /v1/prices/SOL HTTP/1.1", authorization, ...H2C));
  expect(await connection.statuses(1)).toEqual([200]);
  connection.socket.write(
    head(baseUrl, "POST /v1/intents HTTP/1.1", ...posted, ...H2C, `Content-Length: ${body.length}`) + body,
  );
  expect(await connection.statuses(2)).toEqual([200, 200]);
  const chunked = head(baseUrl, "POST /v1/intents HTTP/1.1", ...posted, ...H2C, "Transfer-Encoding: chunked");
  connection.socket.write(chunked);
  await new Promise((resolve) => setImmediate(resolve));
  connection.socket.write(`${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`);
  expect(await connection.statuses(3)).toEqual([200, 200, 200]);
  connection.socket.write(head(baseUrl, "GET /v1/prices/NOPE HTTP/1.1", authorization, ...H2C));
  expect(await connection.statuses(4)).toEqual([200, 200, 200, 404]);
  expect(connection.text.match(/"intentId"/g)).toHaveLength(2);
  const warned: Error[] = [];
  const hear = (warning: Error) => warned.push(warning);
  process.on("warning", hear);
  for (let more = 1; more <= 20; more++) {
    connection.socket.write(head(baseUrl, "GET /v1/prices/SOL HTTP/1.1", authorization, ...H2C));
    expect(await connection.statuses(4 + more)).toHaveLength(4 + more);
  }
  process.off("warning", hear);
  expect(warned).toEqual([]);
  connection.socket.destroy();
});

test.for([
  ["refused on an unsupported path", "/v1/prices/SOL", 404],
  ["also accepted by an absolute URL", "http://127.0.0.1/rpc/live", 101],
] as const)("a WebSocket is %s", async ([_, target, status], { server }) => {
  await server.listen();
  const connection = await RawConnection.open(server.baseUrl);
  connection.socket.write(head(server.baseUrl, `GET ${target} HTTP/1.1`, ...WEBSOCKET));
  expect(await connection.statuses(1)).toEqual([status]);
  if (status === 404) await connection.end();
  connection.socket.destroy();
});
