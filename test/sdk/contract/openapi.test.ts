import { OPERATIONS, type Operation, type OperationName, openApiDocument } from "intent-tx/contract";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { components, jsonOf, type Node, samplesOf, shownOf } from "./operation-samples.js";

test("the OpenAPI document lists every operation with its statuses", () => {
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
  for (const field of ["amount", "fee", "solBalance", "balance", "lamports"])
    expect(document).toContain(`"${field}":{"type":"integer","format":"int64","minimum":0,`);
  for (const field of ["inAmount", "outAmount", "outputAmount"])
    expect(document).toContain(`"${field}":{"type":"string","pattern":"^\\\\d{1,39}$"`);
});

test("the document has the same constraints on request fields as the schemas", () => {
  const checked: string[] = [];
  const check = (name: string, described: Node, schema: z.ZodMiniType) => {
    const takes = (value: unknown) => schema.safeParse(value).success;
    const { minimum, maximum, minLength, maxLength, minItems, pattern } = described;
    if (minimum !== undefined) expect([minimum - 1, minimum].map(takes), name).toEqual([false, true]);
    if (maximum !== undefined) expect([maximum, maximum + 1].map(takes), name).toEqual([true, false]);
    if (minLength !== undefined) expect(takes("x".repeat(minLength - 1)), name).toBe(false);
    if (maxLength !== undefined)
      expect(
        [maxLength, maxLength + 1].map((length) => takes("x".repeat(length))),
        name,
      ).toEqual([true, false]);
    if (minItems !== undefined) expect(takes([]), name).toBe(false);
    if (pattern !== undefined) {
      expect(takes("0O l"), name).toBe(false);
      for (const text of ["1".repeat(32), "1".repeat(64), "2026-01-31", "2026-01-31T10:00+02:00"])
        if (takes(text)) expect(text, name).toMatch(new RegExp(pattern));
    }
    if (Object.keys(described).some((key) => /^m[ai]|pattern/.test(key))) checked.push(name);
  };
  for (const [operationName, operation] of Object.entries(OPERATIONS) as [OperationName, Operation][]) {
    const { parameters, requestBody } = shownOf(operationName);
    const fields = [
      ...Object.entries((requestBody && jsonOf(requestBody).properties) ?? {}),
      ...parameters.map(({ name, schema }) => [name, schema] as const),
    ];
    for (const [name, of] of fields) {
      const schemas = [operation.params, operation.query, operation.body].flatMap((part) =>
        part instanceof z.ZodMiniObject ? [(part.shape as Record<string, z.ZodMiniType>)[name]] : [],
      );
      for (const schema of schemas) if (schema) check(name, of, schema);
    }
  }
  const constrained =
    "walletAddress command slippage priorityFee intentId limit before cursor tokenMint startDate endDate name scopes " +
    "expiresAt keyId";
  expect(new Set(checked)).toEqual(new Set(constrained.split(" ")));
});

test("schemas have the names of the package's types, and an intent's action selects one", () => {
  const { components } = openApiDocument("x") as unknown as {
    components: { schemas: Record<string, object> };
  };
  const { Intent: intent, ...others } = components.schemas;
  expect(Object.keys(others)).toEqual(
    expect.arrayContaining(["SwapIntent", "TransferIntent", "QueryIntent", "BuiltTransaction", "Portfolio"]),
  );
  expect(intent).toMatchObject({
    discriminator: {
      propertyName: "action",
      mapping: { swap: "#/components/schemas/SwapIntent" },
    },
  });
  expect(Object.keys(others).length).toBeGreaterThanOrEqual(30);
});

test("error responses document their headers", () => {
  const { responses } = shownOf("prices.retrieve");
  expect(Object.keys(responses["429"]?.headers ?? {})).toContain("Retry-After");
  expect(Object.keys(responses["401"]?.headers ?? {})).toContain("WWW-Authenticate");
});

/** Lists the fields of a schema that have no description, or no example on the field or its contents. */
function mute(at: string, schema: Node): string[] {
  const below: Node[] = [
    ...(schema.items ? [schema.items] : []),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
  ];
  const inside = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const shown =
      field.examples !== undefined || field.properties || field.items || field.anyOf || field.oneOf;
    return [
      ...(field.description ? [] : [`${at}.${name} has no description`]),
      ...(shown ? [] : [`${at}.${name} has no example`]),
      ...mute(`${at}.${name}`, field),
    ];
  });
  return [...inside, ...below.flatMap((node) => mute(`${at}[]`, node))];
}

test("every field and parameter has a description and an example, and the examples are valid", () => {
  expect(mute("Error", components.schemas.Error)).toEqual([]);
  for (const name of Object.keys(OPERATIONS) as OperationName[]) {
    const { parameters, requestBody, responses } = shownOf(name);
    for (const { description, example } of parameters)
      expect([name, description, example]).not.toContain(undefined);
    const operation: Operation = OPERATIONS[name];
    expect(mute(name, jsonOf(responses[String(operation.status)]!))).toEqual([]);
    if (requestBody) expect(mute(name, jsonOf(requestBody))).toEqual([]);
    const samples = samplesOf(name);
    for (const part of ["params", "query", "body", "response"] as const)
      expect(operation[part]?.safeParse(samples[part]).error, `${name} ${part}`).toBeUndefined();
  }
});

/** The fields at this path below a schema, including those in unions and array items. */
function below(node: Node, [name, ...rest]: readonly string[]): Node[] {
  if (name === undefined) return [node];
  const own = node.properties?.[name];
  const passed = [...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.items ? [node.items] : [])];
  return [...(own ? below(own, rest) : []), ...passed.flatMap((one) => below(one, [name, ...rest]))];
}

test.each([
  ["transactions.list", "data.details.inputToken", /^Symbol/, "SOL"],
  ["transactions.list", "data.details.outputToken", /^Symbol/, "USDC"],
  ["transactions.list", "data.details.token", /^Symbol/, "USDC"],
  ["analytics.metrics", "transactions.successRate", /Percentage/, 95],
  ["analytics.metrics", "intents.total", /successfully parsed/, 60],
  ["analytics.metrics", "intents.parseErrors", /422/, 4],
  ["transactions.build", "expectedOutput.fee", /without rent/, 5050],
] as const)("%s describes %s as the contract defines it", (name, field, meaning, example) => {
  const found = below(jsonOf(shownOf(name).responses["200"]!), field.split("."));
  expect(found).toEqual([
    expect.objectContaining({ description: expect.stringMatching(meaning), examples: [example] }),
  ]);
});

test("granularity is documented as having no effect", () => {
  const { parameters } = shownOf("analytics.metrics");
  const granularity = parameters.find(({ name }) => name === "granularity");
  expect(granularity?.description).toMatch(/no other effect/);
});
