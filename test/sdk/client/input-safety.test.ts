import { IntentTx } from "intent-tx";
import { describe, expect, test } from "vitest";
import { BASE, clientWith, failure, KEY, PRICE } from "../harness.js";

describe("a custom path stays below baseUrl", () => {
  test.each([
    "@evil.example/x",
    ".evil.example",
    "x",
    "",
    "//evil.example",
    "/../admin",
    "/a/./b",
    "/%2e%2E/admin",
    "/.%2e/admin",
    "/.\t./admin",
    "/..\\admin",
    "/a#b",
    "/a b",
  ])("%j is refused", async (path) => {
    const { client, seen } = clientWith([{ json: {} }]);
    const error = await failure(client.request({ method: "GET", path }, {}));
    expect(error).toMatchObject({ name: "ValidationError", field: "path", attempts: 0 });
    expect(seen).toHaveLength(0);
  });

  test.each(["/status", "/a/b/", "/a..b/...", "/%D0%B0", "/a?b=c"])("%j is sent unchanged", async (path) => {
    const { client, seen } = clientWith([{ json: {} }]);
    await client.request({ method: "GET", path }, {});
    expect(seen[0]!.url.href).toBe(BASE + path);
  });

  test("a query is appended to the one in the path", async () => {
    const { client, seen } = clientWith([{ json: {} }]);
    await client.request({ method: "GET", path: "/a?b=c" }, { query: { d: 1 } });
    expect(seen[0]!.url.href).toBe(`${BASE}/a?b=c&d=1`);
  });
});

describe("a value invalid in headers is an error of this package that names the header, not the value", () => {
  test.each([
    ["X-Proxy-Secret", { headers: { "X-Proxy-Secret": "hunter2\n\u0100" } }],
    ["X-Proxy-Secret", { headers: { "X-Proxy-Secret": "hunter2 ключ" } }],
    ["bad name", { headers: { "bad name": "hunter2" } }],
    ["Idempotency-Key", { idempotencyKey: "hunter2 ключ" }],
  ])("%s", async (name, options) => {
    const { client, seen } = clientWith([{ json: PRICE }]);
    const error = await failure(client.prices.retrieve("SOL", options));
    expect(error.name).toBe("ConfigurationError");
    expect(error.message).toContain(name);
    expect(`${error.stack}${String(error.cause)}`).not.toContain("hunter2");
    expect(seen).toHaveLength(0);
  });

  test("in the headers of the client, too", () => {
    const make = () => new IntentTx({ apiKey: KEY, baseUrl: BASE, headers: { "X-A": "ключ" } });
    expect(make).toThrow(/X-A/);
  });
});

test("withOptions ignores undefined values", async () => {
  const { client, seen } = clientWith([{ json: PRICE }]);
  const nothing = { apiKey: undefined, baseUrl: undefined, fetch: undefined, clock: undefined };
  const derived = client.withOptions({ ...nothing, headers: undefined, timeout: 500 });
  await derived.prices.retrieve("SOL");
  expect(seen[0]!.headers.get("authorization")).toBe(`Bearer ${KEY}`);
  expect(derived.baseUrl).toBe(BASE);
  expect(client.withOptions({ apiKey: undefined }).rateLimit).toBe(client.rateLimit);
});
