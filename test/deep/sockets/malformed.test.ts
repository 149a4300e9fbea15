import { expect, test } from "vitest";
import { liveMemory } from "../../memory.js";
import { rawSetup } from "../../server/http/socket-client.js";

const INTENT = "POST /v1/intents HTTP/1.1";
const JSON_TYPE = "Content-Type: application/json";

/** Malformed requests; random, the same in each run. */
function* malformed(
  count: number,
  head: (line: string, ...headers: string[]) => string,
): Generator<string | Buffer> {
  let state = 12_345;
  const draw = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state % below;
  };
  const bytes = () => Buffer.from(Array.from({ length: 1 + draw(200) }, () => draw(256)));
  const bodies = [
    "{",
    "null",
    "[]",
    '{"__proto__":{"x":1}}',
    '{"walletAddress":1e999}',
    "\ud800",
    '{"command":',
    "🙂",
    '"',
  ];
  const paths = [
    "/v1/%",
    "/v1/prices/%00",
    "//v1",
    "/v1/transactions/x?limit=-1&limit=2",
    "/_mock/%ff",
    "/rpc/live",
    "*",
    "/s/x/v1",
  ];
  for (let at = 0; at < count; at++) {
    const kind = draw(6);
    const body = `${bodies[draw(bodies.length)]}${"x".repeat(draw(3) * 50)}`;
    const sized = [JSON_TYPE, `Content-Length: ${Buffer.byteLength(body)}`, "Connection: close"];
    if (kind === 0) yield bytes();
    else if (kind === 1) yield Buffer.concat([Buffer.from("GET "), bytes(), Buffer.from("\r\n\r\n")]);
    else if (kind === 2) yield head(INTENT, ...sized) + body;
    else if (kind === 3) yield head(`POST ${paths[draw(paths.length)]} HTTP/1.1`, ...sized) + body;
    else if (kind === 4) yield head(`GET ${paths[draw(paths.length)]} HTTP/1.1`, "Connection: close");
    else yield head("POST /rpc/live HTTP/1.1", ...sized) + body;
  }
}

test("8,000 malformed requests: no 5xx, and memory grows by less than 50 MB", async () => {
  const { server, head, open } = await rawSetup();
  const seen = new Map<string, number>();
  const before = liveMemory();
  const queue = malformed(8_000, head);
  const worker = async () => {
    for (const bytes of queue) {
      const connection = await open();
      connection.socket.end(bytes);
      const text = await connection.end();
      const status = /^HTTP\/1\.1 (\d)/.exec(text)?.[1] ?? "none";
      seen.set(status, (seen.get(status) ?? 0) + 1);
      if (status === "5") throw new Error(`${String(bytes)} got ${text}`);
    }
  };
  await Promise.all(Array.from({ length: 16 }, worker));
  expect(seen.get("5")).toBeUndefined();
  expect(seen.get("4")).toBeGreaterThan(4_800);
  expect(liveMemory() - before).toBeLessThan(50e6);
  const after = await fetch(`${server.baseUrl}/prices/SOL`, {
    headers: { Authorization: `Bearer ${server.keys.pro}` },
  });
  expect(after.status).toBe(200);
});
