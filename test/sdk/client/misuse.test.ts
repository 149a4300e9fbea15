import { ConfigurationError, IntentTx } from "intent-tx";
import { expect, test } from "vitest";
import { failure } from "../harness.js";

const client = () =>
  new IntentTx({
    apiKey: "svc_test_x",
    baseUrl: "https://api.example.com/v1",
    fetch: async () => Response.json({ data: [], pagination: { hasMore: false } }),
  });

test("an unknown operation is refused by its name", () => {
  const call = () => client().request("nope" as never, {} as never);
  expect(call).toThrow(ConfigurationError);
  expect(call).toThrow("There is no operation nope; pass { method, path } for another endpoint.");
});

test.each([
  ["signal must be an AbortSignal", { signal: new AbortController() }],
  ["headers must be an object", { headers: [["X-A", "1"]] }],
  ["headers must be an object", { headers: "X-A: 1" }],
  ["idempotencyKey must be a non-empty string", { idempotencyKey: "" }],
  ["idempotencyKey must be a non-empty string", { idempotencyKey: " " }],
  // Converted to text, each of these would be the same key for every request.
  ["idempotencyKey must be a non-empty string", { idempotencyKey: () => "made" }],
  ["idempotencyKey must be a non-empty string", { idempotencyKey: { id: 1 } }],
  ["idempotencyKey must be a non-empty string", { idempotencyKey: null }],
])("an option of the wrong type is refused, not ignored: %s", async (message, options) => {
  const refused = await failure(client().prices.retrieve("SOL", options as never));
  expect(refused).toBeInstanceOf(ConfigurationError);
  expect(refused.message).toContain(message);
});

test.each([
  ["path", { method: "GET" }, {}],
  ["body", { method: "POST", path: "/things" }, { body: { amount: 1n } }],
])("an invalid %s of a custom request is named", async (field, operation, input) => {
  const refused = await failure(client().request(operation as never, input as never));
  expect(refused).toMatchObject({ name: "ValidationError", field });
});

test("a signal instead of options is refused, since it would have no effect", async () => {
  const { signal } = new AbortController();
  const refused = client().prices.retrieve("SOL", signal as never);
  await expect(refused).rejects.toThrow("Options must be an object: { signal }.");
});

test("missing arguments in JavaScript are errors of the package", () => {
  expect(() => new IntentTx(null as never)).toThrow(ConfigurationError);
  expect(() => client().request(undefined as never, {})).toThrow(ConfigurationError);
  expect(() => client().on("retry", undefined as never)).toThrow("The listener must be a function.");
  expect(client().withOptions(undefined as never).baseUrl).toBe(client().baseUrl);
});

test("a request without input has no params, query or body", async () => {
  const refused = await failure(client().request("prices.retrieve", undefined as never));
  expect(refused).toMatchObject({ name: "ValidationError", field: "tokenMint" });
  await expect(
    client().request({ method: "GET", path: "/things" }, undefined as never),
  ).resolves.toBeDefined();
});

test("collecting without a bound is refused, naming the missing option", async () => {
  const list = client().transactions.list("6Px1aSgHPb5dJ8pyyWVYabEbmcXWU6LZuVcqhD3XPrXj");
  await expect(list.toArray(undefined as never)).rejects.toThrow("toArray needs { max }");
});
