import { COMMON_ERRORS, OPERATIONS, type Operation, openApiDocument } from "intent-tx/contract";

interface Schema {
  readonly type?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly oneOf?: readonly Schema[];
}

interface Described {
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: { readonly "application/json": { readonly schema: Schema } } };
  readonly responses: Readonly<
    Record<string, { readonly content: { readonly "application/json": { readonly schema: Schema } } }>
  >;
}

function typeOf(schema: Schema): string {
  const { type = "any", enum: values, items, minimum, maximum, maxLength } = schema;
  if (values) return values.map((value) => `\`${String(value)}\``).join(", ");
  if (items) return `array of ${typeOf(items)}`;
  const bounds = [
    ...(maximum === undefined ? [] : [`${minimum} to ${maximum.toLocaleString("en")}`]),
    ...(maxLength === undefined ? [] : [`1 to ${maxLength} characters`]),
    ...(schema.default === undefined ? [] : [`default ${String(schema.default)}`]),
  ];
  return [type, ...bounds].join(", ");
}

function inputRows({ parameters, requestBody }: Described): string[] {
  const body = requestBody?.content["application/json"].schema;
  const rows = [
    ...parameters.map(({ name, in: place, required, schema }) => ({ name, place, required, schema })),
    ...Object.entries(body?.properties ?? {}).map(([name, schema]) => ({
      name,
      place: "body",
      required: body?.required?.includes(name) ?? false,
      schema,
    })),
  ];
  return rows.map(
    ({ name, place, required, schema }) =>
      `| \`${name}\` | ${place} | ${typeOf(schema)} | ${required ? "yes" : "no"} |`,
  );
}

function answerFields(described: Described, status: number): string {
  const schema = described.responses[String(status)]?.content["application/json"].schema;
  // An answer of several kinds has what is in any of them; what is not in all applies to some.
  const kinds = schema?.oneOf ?? (schema ? [schema] : []);
  const names = new Set(kinds.flatMap(({ properties }) => Object.keys(properties ?? {})));
  return [...names]
    .map((name) => {
      const always = kinds.every(({ required }) => required?.includes(name));
      return `\`${name}\`${always ? "" : " (where it applies)"}`;
    })
    .join(", ");
}

function section([name, operation]: [string, Operation], described: Described): string {
  const { method, path, summary, status, scope, retry, errors } = operation;
  const rows = inputRows(described);
  const input =
    rows.length === 0
      ? "No input."
      : `| field | where | type | required |\n|---|---|---|---|\n${rows.join("\n")}`;
  const own = errors.length === 0 ? "none" : errors.map((code) => `\`${code}\``).join(", ");
  return `## \`${name}\`

${summary} \`${method} ${path}\`, scope \`${scope}\`, retry class \`${retry}\`.

${input}

Answer ${status}: ${answerFields(described, status)}.

Errors of its own: ${own}.
`;
}

/** The text of `docs/operations.md`. */
export function operationsPage(): string {
  const table = Object.entries(OPERATIONS) as [string, Operation][];
  const { paths } = openApiDocument("https://api.example.com/v1") as {
    paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  };
  const sections = table.flatMap((entry) => {
    const described = paths[entry[1].path]?.[entry[1].method.toLowerCase()];
    return described ? [section(entry, described)] : [];
  });
  return `---
title: Operations
group: Reference
description: Every endpoint with its path, scope, retry class, input, answer and errors.
---

# Operations

<!-- Written by scripts/docs-operations.ts from src/contract/operations.ts; change that and run: npm run docs:generate -->

\`client.request(name, input)\` takes these names; the methods of the client (\`client.intents.parse\` and so on) are the same
calls. Paths are below \`baseUrl\`, which ends with \`/v1\`. The scope \`admin\` covers all others, and every key may revoke
itself.

| operation | request | scope | retry class | what it does |
|---|---|---|---|---|
${table
  .map(
    ([name, { method, path, scope, retry, summary }]) =>
      `| \`${name}\` | \`${method} ${path}\` | \`${scope}\` | \`${retry}\` | ${summary} |`,
  )
  .join("\n")}

Every operation can also answer ${COMMON_ERRORS.map((code) => `\`${code}\``).join(", ")}; one with a body \`payload_too_large\` and
\`unsupported_media_type\`. [Error codes](errors.md) says what they are, [Errors and retries](guides/errors-and-retries.md) what
the retry classes mean. A running mock server has the same as OpenAPI 3.1 at \`/openapi.json\` and as a page at \`/docs\`.

${sections.join("\n")}`;
}
