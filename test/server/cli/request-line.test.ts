import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonLine, requestLine } from "../../../mock-server/src/cli/request-lines.js";
import { makeServer } from "../../../mock-server/src/create.js";
import type { Exchange } from "../../../mock-server/src/http/exchange.js";
import { NOON } from "../lab.js";

const ESC = "\u001b";

test("any request takes exactly one console line", async () => {
  const seen: Exchange[] = [];
  await using server = await makeServer(
    { clock: { now: NOON, mode: "frozen" } },
    { onAnswered: (exchange) => seen.push(exchange) },
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

test("a path with control characters stays on one line, too", () => {
  const path = `/v1/prices/${ESC}[31mX\nGET /v1/forged  200`;
  expect(requestLine({ method: "GET", path, status: 404, ms: 1 }, (_, text) => text)).not.toMatch(
    /[\p{Cc}\p{Cf}]/u,
  );
});

test("JSON lines match their responses, whichever requests came before", () => {
  const text = fc.oneof(fc.constantFrom("GET", "/v1/prices/SOL", 'a "b"', "\\n\n\u2028\ud800"), fc.string());
  const maybe = fc.option(text, { nil: undefined });
  const record = fc.record({
    kind: fc.constantFrom("api" as const, "rpc" as const),
    session: fc.constantFrom(undefined, "ci-1"),
    requestId: fc.constantFrom(undefined, "req_1", "req_2"),
    method: text,
    path: text,
    status: fc.constantFrom(200, 404, 500),
    operation: fc.constantFrom(undefined, "prices.retrieve" as const),
    code: maybe,
    keyName: maybe,
    why: maybe,
  });
  fc.assert(
    fc.property(fc.array(record, { maxLength: 12 }), (all) => {
      for (const one of all) {
        const line = jsonLine({ ...one, ms: 1.23456 });
        expect(line).not.toContain("\n");
        const { event, time, level, ...said } = JSON.parse(line);
        expect([event, level]).toEqual(["request", one.status < 500 ? "info" : "error"]);
        expect(new Date(time).toISOString()).toBe(time);
        // Absent values are omitted, as by JSON.stringify.
        expect(said).toEqual(JSON.parse(JSON.stringify({ ...one, ms: 1.235 })));
      }
    }),
  );
});
