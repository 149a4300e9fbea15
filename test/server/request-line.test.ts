import { expect, test } from "vitest";
import type { Exchange } from "../../mock-server/src/api/exchange.js";
import { requestLine } from "../../mock-server/src/cli/request-lines.js";
import { makeServer } from "../../mock-server/src/create.js";
import { NOON } from "./lab.js";

const ESC = "\u001b";

test("a request is one line of the console, whatever its client writes into it", async () => {
  const seen: Exchange[] = [];
  await using server = makeServer(
    { clock: { now: NOON, mode: "frozen" } },
    { onAnswered: ({ exchange }) => seen.push(exchange!) },
  );
  const name = `${ESC}[2J\u202eops`;
  const { key } = await server.issueKey({ tier: "pro", environment: "live", name });
  await server.fetch(`${server.baseUrl}/prices/${encodeURIComponent(`${ESC}[31mX\nGET /v1/forged  200`)}`, {
    headers: { Authorization: `Bearer ${key}` },
  });
  const line = requestLine(seen[0]!, (_, text) => text);
  expect(line).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(line).toContain("\\u{1b}[2J\\u{202e}ops");
  expect(line).toContain('No token has the mint or symbol "\\u{1b}[31mX\\u{a}GET /v1/forged  200".');
});

test("what a client writes raw into the path stays on its line too", () => {
  const path = `/v1/prices/${ESC}[31mX\nGET /v1/forged  200`;
  const reply = { status: 404, headers: {} };
  const exchange = { requestId: "req_1", method: "GET", path, query: "", status: 404, at: 0, ms: 1, reply };
  expect(requestLine(exchange, (_, text) => text)).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});
