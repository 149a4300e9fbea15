import * as z from "zod/mini";
import { HEADERS } from "./constants.js";
import { DESCRIBED } from "./described.js";
import { ERROR_CODES, ErrorBodySchema, type ErrorCode } from "./errors.js";
import { COMMON_ERRORS, OPERATIONS, type Operation } from "./operations.js";

/** An OpenAPI 3.1 document. */
export type OpenApiDocument = Record<string, unknown>;

type Json = Record<string, unknown>;

const reference = (name: string) => `#/components/schemas/${name}`;

/** A schema in JSON, with descriptions and examples of its fields, and references to named schemas. */
function jsonSchema(schema: z.ZodMiniType): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema: own }) => {
      const { name, fields = {} } = DESCRIBED.get(zodSchema) ?? DESCRIBED.get(zodSchema._zod.parent) ?? {};
      if (name && (zodSchema as unknown) !== schema) {
        for (const key of Object.keys(own)) delete own[key];
        own.$ref = reference(name);
        return;
      }
      const { properties = {} } = own;
      for (const [field, [, about, ...examples]] of Object.entries(fields)) {
        // Copied, since fields may share an object.
        const copy = { ...(properties[field] as Json) };
        const description = [about, copy["description"]].filter(Boolean).join(" ");
        properties[field] = { ...copy, description, ...(examples[0] !== undefined && { examples }) };
      }
    },
  }) as Json;
  return json;
}

function componentSchemas(): Record<string, Json> {
  const named = [...DESCRIBED.values()].filter(({ name }) => name);
  const schemas = Object.fromEntries(
    named.map(({ name, schema }) => [name, jsonSchema(schema)] as const).sort(),
  );
  const mapping = {
    swap: reference("SwapIntent"),
    transfer: reference("TransferIntent"),
    query: reference("QueryIntent"),
  };
  return { ...schemas, Intent: { ...schemas["Intent"], discriminator: { propertyName: "action", mapping } } };
}

function schemaOf(schema: z.ZodMiniType): Json {
  const name = DESCRIBED.get(schema)?.name;
  return name ? { $ref: reference(name) } : jsonSchema(schema);
}

function parameters(place: "path" | "query", schema: z.ZodMiniType | undefined): Json[] {
  type Fields = { readonly properties?: Record<string, Json>; readonly required?: readonly string[] };
  const { properties = {}, required = [] }: Fields = schema ? jsonSchema(schema) : {};
  return Object.entries(properties).map(([name, { description, examples, ...of }]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    description,
    example: (examples as unknown[])[0],
    schema: of,
  }));
}

const TAGS = {
  intents: "Commands in plain words.",
  transactions: "Unsigned transactions, and a wallet's history.",
  portfolio: "A wallet's holdings.",
  prices: "Token prices.",
  analytics: "The account's activity and usage.",
  keys: "API keys.",
};

const HEADERS_OF_ALL = {
  [HEADERS.rateLimit]: { $ref: "#/components/headers/RateLimitLimit" },
  [HEADERS.rateRemaining]: { $ref: "#/components/headers/RateLimitRemaining" },
  [HEADERS.rateReset]: { $ref: "#/components/headers/RateLimitReset" },
  [HEADERS.requestId]: { $ref: "#/components/headers/RequestId" },
};
const HEADERS_OF: Readonly<Record<number, Json>> = {
  401: { "WWW-Authenticate": { $ref: "#/components/headers/Authenticate" } },
  429: { [HEADERS.retryAfter]: { $ref: "#/components/headers/RetryAfter" } },
};

const errorSample = (code: ErrorCode): Json => ({
  error: { code, message: ERROR_CODES[code].when },
  meta: { requestId: "req_h2Vn8LqM4sXd0PfE", timestamp: "2026-01-01T00:00:00.000Z" },
});

function errorResponses(codes: readonly ErrorCode[]): Json {
  const statusOf = (code: ErrorCode) => ERROR_CODES[code].status;
  return Object.fromEntries(
    [...new Set(codes.map(statusOf))].map((status) => {
      const of = codes.filter((code) => statusOf(code) === status);
      return [
        status,
        {
          description: of.map((code) => `\`${code}\`: ${ERROR_CODES[code].when}`).join(" "),
          headers: { ...HEADERS_OF_ALL, ...HEADERS_OF[status] },
          content: {
            "application/json": {
              schema: schemaOf(ErrorBodySchema),
              examples: Object.fromEntries(of.map((code) => [code, { value: errorSample(code) }])),
            },
          },
        },
      ];
    }),
  );
}

function operationObject(name: string, operation: Operation): Json {
  const codes: ErrorCode[] = [...COMMON_ERRORS, ...operation.errors];
  if (operation.body) codes.push("payload_too_large", "unsupported_media_type");
  return {
    operationId: name,
    summary: operation.summary,
    description: `Needs the scope \`${operation.scope}\`${operation.scope === "admin" ? "" : " or `admin`"}.`,
    tags: [name.split(".")[0]],
    security: [{ apiKey: [] }],
    parameters: [...parameters("path", operation.params), ...parameters("query", operation.query)],
    ...(operation.body && {
      requestBody: {
        required: true,
        content: { "application/json": { schema: schemaOf(operation.body) } },
      },
    }),
    responses: {
      [operation.status]: {
        description: "Success.",
        headers: HEADERS_OF_ALL,
        content: { "application/json": { schema: schemaOf(operation.response) } },
      },
      ...errorResponses([...new Set(codes)]),
    },
  };
}

/**
 * The OpenAPI 3.1 document of the service, generated from the operation table.
 * @param baseUrl Server URL in the document, with `/v1`.
 * @example
 * ```ts
 * import { openApiDocument } from "intent-tx/contract";
 * const document = openApiDocument("http://127.0.0.1:4010/v1");
 * ```
 */
export function openApiDocument(baseUrl: string): OpenApiDocument {
  const paths: Record<string, Json> = {};
  for (const [name, operation] of Object.entries(OPERATIONS) as [string, Operation][]) {
    const path = paths[operation.path] ?? {};
    path[operation.method.toLowerCase()] = operationObject(name, operation);
    paths[operation.path] = path;
  }
  const integer = (description: string, minimum = 0) => ({
    description,
    schema: { type: "integer", minimum },
  });
  return {
    openapi: "3.1.0",
    info: {
      title: "Intent-driven transaction service",
      version: "1.0.0",
      description:
        "Converts natural-language commands to unsigned Solana transactions, and provides wallet data, analytics and API " +
        "keys. Where the contract leaves a point open, this document describes the mock server's default.",
      license: { name: "MIT", identifier: "MIT" },
      contact: { name: "intent-tx", url: "https://github.com/intent-tx/intent-tx" },
    },
    servers: [{ url: baseUrl }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: "http", scheme: "bearer", description: "An API key, `svc_live_…` or `svc_test_…`." },
      },
      headers: {
        RateLimitLimit: integer("Number of requests that the tightest window allows."),
        RateLimitRemaining: integer("Number of requests left in the tightest rate limit window."),
        RateLimitReset: integer("Start of the next window, in Unix seconds."),
        RetryAfter: integer("Seconds until a request can succeed.", 1),
        Authenticate: { description: "Authentication scheme.", schema: { type: "string", const: "Bearer" } },
        RequestId: { description: "Identifier of the request.", schema: { type: "string" } },
      },
      schemas: componentSchemas(),
    },
  };
}
