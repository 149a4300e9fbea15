import { OPERATIONS, type Operation, openApiDocument } from "intent-tx/contract";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { dereferenced } from "../../../scripts/docs/schemas.js";

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
    expect(document).toContain(`"${field}":{"type":"integer","minimum":0,`);
  for (const field of ["inAmount", "outAmount", "outputAmount"])
    expect(document).toContain(`"${field}":{"type":"string","pattern":"^\\\\d{1,39}$"`);
});

interface Described {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly pattern?: string;
}

test("the document has the same constraints on request fields as the schemas", () => {
  const { paths } = dereferenced(openApiDocument("x")) as unknown as Record<
    "paths",
    Record<string, Record<string, unknown>>
  >;
  const checked: string[] = [];
  const check = (name: string, described: Described, schema: z.ZodMiniType) => {
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
  for (const operation of Object.values<Operation>(OPERATIONS)) {
    const described = paths[operation.path]?.[operation.method.toLowerCase()] as {
      parameters: { name: string; schema: Described }[];
      requestBody?: {
        content: { "application/json": { schema: { properties: Record<string, Described> } } };
      };
    };
    const body = described.requestBody?.content["application/json"].schema.properties ?? {};
    const fields = [
      ...Object.entries(body),
      ...described.parameters.map(({ name, schema }) => [name, schema] as const),
    ];
    for (const [name, of] of fields) {
      const schemas = [operation.params, operation.query, operation.body].flatMap((part) =>
        part instanceof z.ZodMiniObject ? [(part.shape as Record<string, z.ZodMiniType>)[name]] : [],
      );
      for (const schema of schemas) if (schema) check(name, of, schema);
    }
  }
  expect(new Set(checked)).toEqual(
    new Set([
      "walletAddress",
      "command",
      "slippage",
      "priorityFee",
      "intentId",
      "limit",
      "before",
      "cursor",
      "tokenMint",
      "startDate",
      "endDate",
      "name",
      "scopes",
      "expiresAt",
      "keyId",
    ]),
  );
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
  const { paths } = openApiDocument("x") as unknown as {
    paths: Record<string, Record<string, { responses: Record<string, { headers: object }> }>>;
  };
  const { responses } = paths["/prices/{tokenMint}"]?.["get"] ?? { responses: {} };
  expect(Object.keys(responses["429"]?.headers ?? {})).toContain("Retry-After");
  expect(Object.keys(responses["401"]?.headers ?? {})).toContain("WWW-Authenticate");
});

interface Node {
  readonly [key: string]: unknown;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
  readonly oneOf?: readonly Node[];
  readonly examples?: readonly unknown[];
}

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

/** Composes a value from a schema's examples. */
function sampleOf(schema: Node): unknown {
  const [example] = schema.examples ?? [];
  if (example !== undefined) return example;
  const [choice] = schema.oneOf ?? schema.anyOf ?? [];
  if (choice) return sampleOf(choice);
  if (schema.items) return [sampleOf(schema.items)];
  return Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, field]) => [name, sampleOf(field)]),
  );
}

interface Shown {
  readonly parameters: readonly { name: string; in: string; description: string; example: unknown }[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}
interface Content {
  readonly content: { readonly "application/json": { readonly schema: Node } };
}
const { paths, components } = dereferenced(openApiDocument("x")) as unknown as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Shown>>>>;
  readonly components: { readonly schemas: { readonly Error: Node } };
};
const jsonOf = (content: Content) => content.content["application/json"].schema;

test("every field and parameter has a description and an example, and the examples are valid", () => {
  expect(mute("Error", components.schemas.Error)).toEqual([]);
  for (const [name, operation] of Object.entries(OPERATIONS) as [string, Operation][]) {
    const shown = paths[operation.path]?.[operation.method.toLowerCase()] as Shown;
    for (const { description, example } of shown.parameters)
      expect([name, description, example]).not.toContain(undefined);
    const given = (place: string) =>
      Object.fromEntries(
        shown.parameters.filter((one) => one.in === place).map((one) => [one.name, one.example]),
      );
    expect(operation.params?.safeParse(given("path")).error, name).toBeUndefined();
    expect(operation.query?.safeParse(given("query")).error, name).toBeUndefined();
    const answer = jsonOf(shown.responses[String(operation.status)]!);
    expect(mute(name, answer)).toEqual([]);
    expect(operation.response.safeParse(sampleOf(answer)).error, name).toBeUndefined();
    if (!shown.requestBody) continue;
    expect(mute(name, jsonOf(shown.requestBody))).toEqual([]);
    expect(operation.body?.safeParse(sampleOf(jsonOf(shown.requestBody))).error, name).toBeUndefined();
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
  ["get", "/transactions/{walletAddress}", "data.details.inputToken", /^Symbol/, "SOL"],
  ["get", "/transactions/{walletAddress}", "data.details.outputToken", /^Symbol/, "USDC"],
  ["get", "/transactions/{walletAddress}", "data.details.token", /^Symbol/, "USDC"],
  ["get", "/analytics/metrics", "transactions.successRate", /Percentage/, 95],
  ["get", "/analytics/metrics", "intents.total", /successfully parsed/, 60],
  ["get", "/analytics/metrics", "intents.parseErrors", /422/, 4],
  ["post", "/transactions/build", "expectedOutput.fee", /without rent/, 5050],
])("%s %s describes %s as the contract defines it", (method, path, field, meaning, example) => {
  const shown = paths[path]?.[method] as Shown;
  const found = below(jsonOf(shown.responses["200"]!), field.split("."));
  expect(found).toEqual([
    expect.objectContaining({ description: expect.stringMatching(meaning), examples: [example] }),
  ]);
});

test("granularity is documented as having no effect", () => {
  const shown = paths["/analytics/metrics"]?.["get"];
  const granularity = shown?.parameters.find(({ name }) => name === "granularity");
  expect(granularity?.description).toMatch(/no other effect/);
});
