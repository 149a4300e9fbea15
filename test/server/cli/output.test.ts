import type { MockServer } from "@intent-tx/mock-server";
import fc from "fast-check";
import { IntentTx } from "intent-tx";
import { afterEach, beforeEach, describe, expect, onTestFinished, vi } from "vitest";
import { banner, printStart } from "../../../mock-server/src/cli/banner.js";
import { jsonLine, lineWriter, requestLine } from "../../../mock-server/src/cli/request-lines.js";
import { readServerFlags } from "../../../mock-server/src/cli/server-flags.js";
import { makeServer } from "../../../mock-server/src/create.js";
import type { Exchange } from "../../../mock-server/src/http/message.js";
import { partsOf } from "../../contract/targets.js";
import { forAll } from "../../for-all.js";
import { control, NOON, rpc, test } from "../lab.js";
import { cli, cliEnd } from "./cli-process.js";

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
  forAll(100, [fc.array(record, { maxLength: 12 })], (all) => {
    for (const one of all) {
      const line = jsonLine({ ...one, ms: 1.23456 });
      expect(line).not.toContain("\n");
      const { event, time, level, ...said } = JSON.parse(line);
      expect([event, level]).toEqual(["request", one.status < 500 ? "info" : "error"]);
      expect(new Date(time).toISOString()).toBe(time);
      // Absent values are omitted, as by JSON.stringify.
      expect(said).toEqual(JSON.parse(JSON.stringify({ ...one, ms: 1.235 })));
    }
  });
});

test("--log-format json: one object a line, requests of every kind with their session, and no secret", async () => {
  const flags = ["--log-format", "json", "--sessions", "on-demand", "--port", "0"];
  const running = await cli(["serve", ...flags], { env: { INTENT_TX_MOCK_CONTROL_TOKEN: "t0ken" } });
  const [, first = ""] = await running.said(/^(.*)\n/);
  const { baseUrl, rpc: rpcUrls, port, ...listening } = JSON.parse(first);
  expect(listening).toMatchObject({ event: "listening", level: "info" });
  expect(baseUrl).toBe(`http://127.0.0.1:${port}/v1`);
  const headers = { Authorization: "Bearer t0ken" };
  const at = { controlUrl: baseUrl.replace("/v1", "/s/ci-job-1/_mock"), fetch };
  const world = (await control(at, "GET", "/world", undefined, headers)).body;
  const client = new IntentTx({ apiKey: world.keys.pro, baseUrl: world.baseUrl, maxRetries: 0 });
  await client.prices.retrieve("SOL");
  await client.prices.retrieve(world.keys.enterprise).catch(() => undefined);
  await rpc({ fetch, rpc: rpcUrls }, "getSlot", []);
  await running.said(/"kind":"rpc".*\n/);
  const lines = running.out
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => JSON.parse(line));
  expect(lines).toMatchObject([
    {
      event: "request",
      kind: "control",
      session: "ci-job-1",
      method: "GET",
      path: "/_mock/world",
      status: 200,
    },
    {
      kind: "api",
      session: "ci-job-1",
      path: "/v1/prices/SOL",
      operation: "prices.retrieve",
      status: 200,
      keyName: "pro",
      requestId: expect.stringMatching(/^req_/),
      ms: expect.any(Number),
      level: "info",
    },
    { kind: "api", status: 404, code: "token_not_found" },
    { kind: "rpc", path: "/rpc/live", status: 200 },
  ]);
  expect(lines[3].session).toBeUndefined();
  for (const { time } of lines) expect(new Date(time).toISOString()).toBe(time);
  const secrets = [...Object.values(world.keys), "t0ken", world.wallets.alice.secretKey] as string[];
  for (const secret of secrets) expect(running.out + running.err).not.toContain(secret);
});

test("--log errors also applies to JSON, and contradicting flags are refused", async () => {
  const running = await cli(["serve", "--log-format", "json", "--log", "errors", "--port", "0"]);
  const [, first = ""] = await running.said(/^(.*)\n/);
  const { baseUrl } = JSON.parse(first);
  await fetch(`${baseUrl.slice(0, -3)}/openapi.json`);
  await fetch(`${baseUrl}/prices/SOL`);
  const [, line = ""] = await running.said(/\n(.+)\n/);
  expect(JSON.parse(line)).toMatchObject({ status: 401, path: "/v1/prices/SOL" });
  expect(await cliEnd(["serve", "--log-format", "xml"])).toMatchObject({ code: 2 });
  expect(await cliEnd(["serve", "--log-format", "json", "--json"])).toMatchObject({ code: 2 });
});

describe("line writer", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** A stream whose reader can be paused. */
  function stream() {
    const made = {
      text: "",
      writableLength: 0,
      reads: true,
      write(text: string) {
        made.text += text;
        if (!made.reads) made.writableLength += text.length;
      },
    };
    return made;
  }

  test("lines within some milliseconds are written together", () => {
    const to = stream();
    const write = vi.spyOn(to, "write");
    const tell = lineWriter(to);
    for (let at = 0; at < 100; at++) tell(`line ${at}`);
    vi.runAllTimers();
    expect(write).toHaveBeenCalledTimes(1);
    expect(to.text.split("\n")).toHaveLength(101);
  });

  test("output for a stalled reader is buffered up to some megabytes; dropped lines are reported later", () => {
    const to = stream();
    const warned: string[] = [];
    const tell = lineWriter(to, (message) => warned.push(message));
    to.reads = false;
    const line = "x".repeat(1000);
    for (let at = 0; at < 20_000; at++) {
      tell(line);
      if (at % 10 === 0) vi.runAllTimers();
    }
    vi.runAllTimers();
    expect(to.text.length).toBeGreaterThan(4 << 20);
    expect(to.text.length).toBeLessThan(5 << 20);
    const told = to.text.split("\n").length - 1;
    to.reads = true;
    to.writableLength = 0;
    tell("again");
    vi.runAllTimers();
    expect(warned).toEqual([`${20_000 - told} log lines were dropped because the reader was too slow`]);
    expect(to.text.endsWith("\nagain\n")).toBe(true);
  });
});

const pasted = (text: string) => /new IntentTx\(\{ apiKey: "([^"]+)", baseUrl: "([^"]+)" \}\)/.exec(text);

test("the printed snippet works, also if the server listens on every address", async ({ server }) => {
  await server.listen({ port: 0, host: "0.0.0.0" });
  const [, apiKey, baseUrl] = pasted(banner(server, true)) ?? [];
  expect(banner(server, true)).toContain(`${server.keys.pro}  ${server.keyIds.pro}`);
  expect(banner(server, true)).toMatch(/^studio +http:\/\/127\.0\.0\.1:\d+\/studio$/m);
  expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
  expect((await new IntentTx({ apiKey, baseUrl }).prices.retrieve("SOL")).symbol).toBe("SOL");
});

test("the printed address of a separate JSON-RPC port is a URL, also on an IPv6 address", async ({
  server,
}) => {
  onTestFinished(() => void vi.restoreAllMocks());
  const printed = vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(console, "log").mockImplementation(() => {});
  printStart(readServerFlags(["--host", "::1"]), server, { port: 1, rpcPort: 8899, neighbour: true });
  expect(printed.mock.calls.join()).toContain("at http://[::1]:8899");
});

test("an address that the client would refuse is not offered", async ({ server }) => {
  const baseUrl = "http://192.168.1.5:4010/v1";
  const controlUrl = "http://192.168.1.5:4010/_mock";
  const elsewhere = { ...partsOf(server), seed: server.seed, baseUrl, controlUrl };
  const text = banner(elsewhere as unknown as MockServer, true, true);
  expect(pasted(text)).toBeNull();
  expect(text).toContain(`${baseUrl}/prices/SOL`);
  // The studio needs the control plane, which without a token is open only on loopback.
  expect(text).not.toContain("/studio");
  expect(text).toMatch(/^control +open on loopback only; set --control-token/m);
});
