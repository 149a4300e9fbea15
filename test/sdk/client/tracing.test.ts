import { expect, test, vi } from "vitest";
import { BASE, clientWith, failure, KEY, KEY_RECORD, PRICE, refused, WALLET } from "../harness.js";

const PARENT = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`;

test("traceparent is called for each attempt, after the request event, and its value is sent", async () => {
  const order: string[] = [];
  const { client, seen } = clientWith([{ status: 503, json: {} }, { json: PRICE }], {
    traceparent: ({ call, attempt }) => {
      order.push(`traceparent ${call} ${attempt}`);
      return PARENT;
    },
  });
  client.on("request", ({ call, attempt }) => order.push(`request ${call} ${attempt}`));
  await client.prices.retrieve("SOL");
  expect(seen.map(({ headers }) => headers.get("traceparent"))).toEqual([PARENT, PARENT]);
  expect(order).toEqual(["request 1 1", "traceparent 1 1", "request 1 2", "traceparent 1 2"]);
});

test("a missing, invalid or failing traceparent is not sent and breaks no call", async () => {
  for (const traceparent of [
    () => undefined,
    () => "nonsense",
    // W3C: an ID of zeros is invalid. It is that of a span without an SDK of OpenTelemetry.
    () => `00-${"0".repeat(32)}-${"b".repeat(16)}-01`,
    () => `00-${"a".repeat(32)}-${"0".repeat(16)}-01`,
    () => {
      throw new Error("x");
    },
  ]) {
    const { client, seen } = clientWith([{ json: PRICE }], { traceparent });
    expect(await client.prices.retrieve("SOL")).toEqual(PRICE);
    expect(seen[0]?.headers.has("traceparent")).toBe(false);
  }
});

test("events identify concurrent calls", async () => {
  const { client } = clientWith([refused(404, "token_not_found")]);
  const calls: number[] = [];
  for (const name of ["request", "response", "error"] as const)
    client.on(name, ({ call }) => calls.push(call));
  await Promise.all([failure(client.prices.retrieve("A")), failure(client.prices.retrieve("B"))]);
  expect(calls.sort()).toEqual([1, 1, 1, 2, 2, 2]);
});

test.each(["info", "debug"])("INTENT_TX_LOG=%s logs to the console, without secrets", async (level) => {
  vi.stubEnv("INTENT_TX_LOG", level);
  const lines: unknown[][] = [];
  for (const one of ["debug", "info", "warn", "error"] as const)
    vi.spyOn(console, one).mockImplementation((...line) => void lines.push([one, ...line]));
  const { client } = clientWith([
    {
      ...refused(422, "parsing_error", { message: "private words", details: { command: `private ${KEY}` } }),
    },
  ]);
  await failure(client.intents.parse({ walletAddress: WALLET, command: "private words" }));
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  const bodies = [
    [
      "debug",
      "intent-tx: request",
      { call: 1, operation: "intents.parse", body: expect.stringContaining("private words") },
    ],
    [
      "debug",
      "intent-tx: response",
      { status: 422, requestId: "req_1", body: expect.stringMatching(/private \*\*\*"/) },
    ],
  ];
  expect(lines).toMatchObject([
    ...(level === "debug" ? bodies : []),
    [
      "info",
      "intent-tx: error\nSee https://intent-tx.github.io/intent-tx/errors#parsing_error",
      { operation: "intents.parse", error: "ParsingError", code: "parsing_error" },
    ],
  ]);
  const text = JSON.stringify(lines);
  for (const secret of [KEY, BASE]) expect(text).not.toContain(secret);
  expect(text.includes("private words")).toBe(level === "debug");
});

test("at debug, the secret of an issued key is hidden, whatever its form", async () => {
  const lines: unknown[] = [];
  const log = (...line: unknown[]) => void lines.push(line);
  const logger = { debug: log, info: log, warn: log, error: log };
  const issued = { ...KEY_RECORD, key: 'odd "form" of secret' };
  const { client } = clientWith([{ json: issued }], { logger, logLevel: "debug" });
  await client.keys.create({ name: "n", scopes: ["read:prices"] });
  expect(JSON.stringify(lines)).toContain("dashboard");
  expect(JSON.stringify(lines)).not.toMatch(/odd|form|of secret/);
});

test("an option overrides INTENT_TX_LOG, and an unknown level is refused", async () => {
  vi.stubEnv("INTENT_TX_LOG", "debug");
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  const logger = { debug: log, info: log, warn: log, error: log };
  await clientWith([{ json: PRICE }], { logger, logLevel: "off" }).client.prices.retrieve("SOL");
  expect(lines).toEqual([]);
  await clientWith([{ json: PRICE }], { logger }).client.prices.retrieve("SOL");
  expect(lines).toHaveLength(2);
  vi.stubEnv("INTENT_TX_LOG", "verbose");
  expect(() => clientWith([])).toThrow(/INTENT_TX_LOG must be one of debug/);
  vi.unstubAllEnvs();
});
