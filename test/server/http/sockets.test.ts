import { test as base, describe, expect } from "vitest";
import { control, NOON } from "../lab.js";
import { inFlight, type RawConnection, rawSetup as setup } from "./socket-client.js";

const PRICE = "GET /v1/prices/SOL HTTP/1.1";
const INTENT = "POST /v1/intents HTTP/1.1";
const JSON_TYPE = "Content-Type: application/json";

const test = base.extend("world", () => setup());

test("a too long body gets a 413, and the connection stays open", async ({ world: { head, open } }) => {
  const connection = await open();
  connection.socket.write(head(INTENT, JSON_TYPE, "Content-Length: 100000"));
  expect(await connection.statuses(1)).toEqual([413]);
  connection.socket.write("x".repeat(100_000) + head(PRICE));
  expect(await connection.statuses(2)).toEqual([413, 200]);
  connection.socket.destroy();
});

test("a long body sent with fetch gets a 413 and not a reset, whatever its length", async () => {
  const { server } = await setup();
  for (const size of [65_537, 1 << 20, 12 << 20]) {
    const response = await fetch(`${server.baseUrl}/intents`, {
      method: "POST",
      headers: { Authorization: `Bearer ${server.keys.pro}`, "Content-Type": "application/json" },
      body: "x".repeat(size),
    });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ error: { code: "payload_too_large" } });
  }
});

test("a body without end is cut off", async ({ world: { head, open } }) => {
  const connection = await open();
  connection.socket.write(head(INTENT, JSON_TYPE, "Transfer-Encoding: chunked"));
  const chunk = `10000\r\n${"x".repeat(65_536)}\r\n`;
  const sending = setInterval(() => {
    for (let at = 0; at < 20 && connection.socket.writable; at++) connection.socket.write(chunk);
  }, 1);
  expect((await connection.statuses(1))[0]).toBe(413);
  await connection.end();
  clearInterval(sending);
});

test("chunked bodies are read, also in pieces and over the limit", async () => {
  const { server, head, open } = await setup();
  const body = JSON.stringify({
    walletAddress: server.wallets.alice.address,
    command: "swap 1 SOL for USDC",
  });
  const connection = await open();
  connection.socket.write(head(INTENT, JSON_TYPE, "Transfer-Encoding: chunked"));
  for (const part of [body.slice(0, 7), body.slice(7, 40), body.slice(40)]) {
    connection.socket.write(`${part.length.toString(16)}\r\n${part}\r\n`);
    await new Promise((resolve) => setImmediate(resolve));
  }
  connection.socket.write("0\r\n\r\n");
  expect(await connection.statuses(1)).toEqual([200]);
  connection.socket.write(
    `${head(INTENT, JSON_TYPE, "Transfer-Encoding: chunked")}11000\r\n${"x".repeat(0x11000)}\r\n0\r\n\r\n${head(PRICE)}`,
  );
  expect(await connection.statuses(3)).toEqual([200, 413, 200]);
  connection.socket.destroy();
});

test("HTTP/1.0 is answered and closed; Expect: 100-continue gets a 100", async () => {
  const { server, head, open } = await setup();
  const old = await open();
  old.socket.write(`GET /v1/prices/SOL HTTP/1.0\r\nAuthorization: Bearer ${server.keys.pro}\r\n\r\n`);
  expect(await old.end()).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*"symbol":"SOL"/);
  const body = JSON.stringify({
    walletAddress: server.wallets.alice.address,
    command: "swap 1 SOL for USDC",
  });
  const polite = await open();
  polite.socket.write(head(INTENT, JSON_TYPE, `Content-Length: ${body.length}`, "Expect: 100-continue"));
  expect(await polite.statuses(1)).toEqual([100]);
  polite.socket.write(body);
  expect(await polite.statuses(2)).toEqual([100, 200]);
  polite.socket.destroy();
});

test.each<[string, string[], number]>([
  ["a body that is too long", [JSON_TYPE, "Content-Length: 100000"], 413],
  ["a body of another type", ["Content-Type: text/plain", "Content-Length: 2"], 415],
  ["an invalid key", [JSON_TYPE, "Content-Length: 2", "Authorization: Bearer svc_live_EXAMPLE"], 401],
])("%s is refused before 100 Continue, and the connection closed", async (_, headers, status) => {
  const { head, open } = await setup();
  const connection = await open();
  const lines = head(INTENT, ...headers, "Expect: 100-continue").split("\r\n");
  const last = lines.findLastIndex((line) => line.startsWith("Authorization"));
  connection.socket.write(
    lines.filter((line, at) => !line.startsWith("Authorization") || at === last).join("\r\n"),
  );
  const text = await connection.end();
  expect([...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, one]) => Number(one))).toEqual([status]);
  expect(text).toMatch(/connection: close/i);
});

describe("malformed HTTP", () => {
  const cases: [string, string | Buffer, number][] = [
    ["no Host", "GET /v1/prices/SOL HTTP/1.1\r\nConnection: close\r\n\r\n", 400],
    ["no Host at the control plane", "GET /_mock/health HTTP/1.1\r\nConnection: close\r\n\r\n", 400],
    [
      "an unsupported Expect",
      "GET /v1/prices/SOL HTTP/1.1\r\nHost: a\r\nExpect: foo\r\nConnection: close\r\n\r\n",
      417,
    ],
    ["a line that is not HTTP", "HELLO\r\n\r\n", 400],
    ["random bytes", Buffer.from(Array.from({ length: 300 }, (_, at) => (at * 73 + 5) % 256)), 400],
    ["a head too long", `GET / HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(40_000)}\r\n\r\n`, 431],
    ["too many headers", `${PRICE}\r\nHost: a\r\nConnection: close\r\n${"a:\r\n".repeat(2000)}\r\n`, 431],
    ["two Hosts", `${PRICE}\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n`, 400],
    [
      "two keys",
      `${PRICE}\r\nHost: a\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b\r\nConnection: close\r\n\r\n`,
      400,
    ],
    ["an unknown method", "FROB /v1/prices/SOL HTTP/1.1\r\nHost: a\r\n\r\n", 400],
    ["a header without a colon", `${PRICE}\r\nHost: a\r\nno colon\r\n\r\n`, 400],
    ["two lengths", `${PRICE}\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, 400],
    ["a length of x", `${PRICE}\r\nHost: a\r\nContent-Length: x\r\n\r\n{}`, 400],
    [
      "a length and chunks",
      `${PRICE}\r\nHost: a\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
    ["TLS", Buffer.from([0x16, 3, 1, 0, 5, 1, 0, 0, 1, 3]), 400],
    ["an invalid Host", `${PRICE}\r\nHost: a/b\r\nConnection: close\r\n\r\n`, 400],
  ];
  const sent = async (open: () => Promise<RawConnection>, bytes: string | Buffer) => {
    const connection = await open();
    connection.socket.write(bytes);
    const text = await connection.end();
    const [head = "", body = ""] = text.split("\r\n\r\n");
    const headers = new Headers(
      head
        .split("\r\n")
        .slice(1)
        .map((line) => line.split(/: (.*)/s, 2) as [string, string]),
    );
    return { status: Number(head.split(" ")[1]), headers, body: JSON.parse(body) };
  };

  test.each(cases)("%s is answered in full and counted", async (_, bytes, status) => {
    const { open } = await setup({ limits: {} });
    const answer = await sent(open, bytes);
    expect(answer).toMatchObject({
      status,
      body: {
        error: { code: "validation_error", field: "request", details: { field: "request" } },
        meta: { requestId: answer.headers.get("x-request-id") },
      },
    });
    expect(answer.headers.get("date")).toBe(new Date(NOON).toUTCString());
    const names = ["limit", "remaining"].map((name) => answer.headers.get(`x-ratelimit-${name}`));
    expect([...names, answer.headers.has("x-ratelimit-reset")]).toEqual(["30", "29", true]);
  });

  test("each of them gets 429 after the window, but a request with a key is answered", async () => {
    const { server, open } = await setup({ limits: {} });
    for (let at = 0; at < 30; at++) await sent(open, "HELLO\r\n\r\n");
    for (const [, bytes] of cases) {
      const last = await sent(open, bytes);
      expect(last).toMatchObject({ status: 429, body: { error: { code: "rate_limit_exceeded" } } });
      expect(last.headers.get("retry-after")).toBe("60");
    }
    const authorization = { headers: { Authorization: `Bearer ${server.keys.pro}` } };
    expect((await fetch(`${server.baseUrl}/prices/SOL`, authorization)).status).toBe(200);
  });

  test("an unreadable request triggers no fault and is in no log", async ({ world: { server, open } }) => {
    server.faults.add({ times: 1, fault: { kind: "status", status: 503 } });
    expect((await sent(open, "HELLO\r\n\r\n")).status).toBe(400);
    expect(server.requests.list()).toEqual([]);
    expect(server.faults.list()[0]?.fired).toBe(0);
  });
});

test("the Date of every response is the time of the server's clock", async ({ world: { server } }) => {
  await server.clock.set("2031-05-06T07:08:09Z");
  const root = new URL("/", server.baseUrl).href;
  for (const path of [
    "docs",
    "openapi.json",
    "_mock/health",
    "_mock/nowhere",
    "rpc/live",
    "v1/nowhere",
    "x",
  ]) {
    for (const ask of [fetch, server.fetch]) {
      const response = await ask(root + path);
      await response.arrayBuffer();
      expect([path, response.headers.get("date")]).toEqual([path, "Tue, 06 May 2031 07:08:09 GMT"]);
    }
  }
});

test("200 slow connections do not delay others", async ({ world: { server, head, open } }) => {
  const slow = await Promise.all(Array.from({ length: 200 }, open));
  const texts = [PRICE, head(INTENT, JSON_TYPE)];
  for (let round = 0; round < 100; round++) {
    for (const [at, { socket }] of slow.entries()) socket.write(texts[at % 2]?.charAt(round) ?? "");
    const response = await fetch(`${server.baseUrl}/prices/SOL`, {
      headers: { Authorization: `Bearer ${server.keys.pro}` },
    });
    expect(response.status).toBe(200);
    await response.arrayBuffer();
  }
  // No slow request was answered before the other requests.
  expect(slow.map(({ text }) => text).filter((text) => text !== "")).toEqual([]);
  for (const { socket } of slow) socket.destroy();
});

test("unread responses are limited to 64 MiB, and count only until their readers leave", async () => {
  const { server, head, open } = await setup();
  const headers = { Authorization: `Bearer ${server.keys.pro}` };
  const owner = server.wallets.alice.address;
  const account = { lamports: 1e11, owner, data: [Buffer.alloc(10 << 20).toString("base64"), "base64"] };
  await control(server, "POST", "/chain-accounts", {
    environment: "live",
    pubkey: owner,
    account: { ...account, executable: false },
  });
  const params = [owner, { encoding: "base64" }];
  const call = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "getAccountInfo", params });
  const readers: RawConnection[] = [];
  const price = () => fetch(`${server.baseUrl}/prices/SOL`, { headers });
  let refused = await price();
  for (; refused.status === 200 && readers.length < 10; refused = await price()) {
    const reader = await open();
    reader.socket.write(head("POST /rpc/live HTTP/1.1", JSON_TYPE, `Content-Length: ${call.length}`) + call);
    await reader.statuses(1);
    reader.socket.pause();
    readers.push(reader);
  }
  // A response has 14 MiB.
  expect(readers.length).toBeGreaterThanOrEqual(5);
  expect([refused.status, await refused.text()]).toEqual([503, expect.stringContaining("slow readers")]);
  for (const { socket } of readers) socket.destroy();
  await expect.poll(async () => (await price()).status).toBe(200);
});

test("an endless body does not block the clock", async () => {
  const { server, head, open } = await setup({ clock: { now: NOON, mode: "frozen" } });
  const rpc = new URL(server.rpc.live).pathname;
  const senders: RawConnection[] = [];
  for (const line of [
    INTENT,
    "POST /v1/keys HTTP/1.1",
    `POST ${rpc} HTTP/1.1`,
    "POST /_mock/fund HTTP/1.1",
  ]) {
    const connection = await open();
    connection.socket.write(`${head(line, JSON_TYPE, "Content-Length: 1000")}{"wallet`);
    senders.push(connection);
  }
  const { controlUrl } = server;
  await inFlight(controlUrl, senders.length);
  expect((await control({ controlUrl, fetch }, "POST", "/clock/advance", { by: "1m" })).status).toBe(200);
  for (const { socket } of senders) socket.destroy();
});

test("a connection that is kept alive stays open for as long as clients' pools keep it", async () => {
  const { head, open } = await setup();
  const connection = await open();
  connection.socket.write(head(PRICE));
  await connection.statuses(1);
  expect(connection.text).toMatch(/^Keep-Alive: timeout=75\r$/m);
  connection.socket.destroy();
});
