import {
  IntentSchema,
  OPERATIONS,
  type Operation,
  openApiDocument,
  tolerant,
  UsageSchema,
} from "intent-tx/contract";
import { expect, test } from "vitest";

test("the OpenAPI document names every operation with its statuses", () => {
  const document = openApiDocument("http://127.0.0.1:4010/v1") as {
    paths: Record<string, Record<string, { operationId: string; responses: object }>>;
  };
  for (const [name, operation] of Object.entries(OPERATIONS) as [string, Operation][]) {
    const entry = document.paths[operation.path]?.[operation.method.toLowerCase()];
    expect(entry?.operationId).toBe(name);
    expect(Object.keys(entry?.responses ?? {})).toEqual(
      expect.arrayContaining([String(operation.status), "400", "401", "403", "429", "500"]),
    );
  }
});

test("base units are integers on the wire where the contract says number, and strings where it says string", () => {
  const document = JSON.stringify(openApiDocument("x"));
  expect(document).toContain('"amount":{"anyOf":[{"type":"integer"}');
  expect(document).toContain('"outAmount":{"type":"string"');
});

const intent = { intentId: "intent_1", action: "swap", confidence: 1, parameters: { amount: 5 } };

test("the strict schema refuses an unknown field that the tolerant reading keeps", () => {
  expect(IntentSchema.safeParse({ ...intent, extra: 1 }).success).toBe(false);
  expect(tolerant(IntentSchema).parse({ ...intent, extra: 1 })).toMatchObject({
    extra: 1,
    parameters: { amount: 5n },
  });
});

test("base units read from a number, a bigint or a string", () => {
  for (const amount of [7, 7n, "7"]) {
    expect(tolerant(IntentSchema).parse({ ...intent, parameters: { amount } }).parameters.amount).toBe(7n);
  }
  expect(tolerant(IntentSchema).safeParse({ ...intent, parameters: { amount: 1.5 } }).success).toBe(false);
  expect(tolerant(IntentSchema).safeParse({ ...intent, parameters: { amount: 2 ** 60 } }).success).toBe(
    false,
  );
});

test("an unlimited quota reads as Infinity from -1, null or nothing", () => {
  const period = { start: "a", end: "b" };
  for (const limit of [{ limit: -1 }, { limit: null }, {}]) {
    const counts = { used: 1, percentage: 0, ...limit };
    const usage = tolerant(UsageSchema).parse({
      billingPeriod: period,
      requests: counts,
      transactions: counts,
      tier: "gold",
    });
    expect(usage.requests.limit).toBe(Number.POSITIVE_INFINITY);
  }
});
