import { ErrorBodySchema } from "intent-tx/contract";
import * as z from "zod/mini";
import { documented } from "../kernel/schema-kit.js";
import type { Commands, ControlCommand } from "./command.js";

type Json = Record<string, unknown>;

function schemaOf(schema: z.ZodMiniType): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    metadata: documented,
  });
  return rest;
}

function parametersOf(path: string, { query }: ControlCommand): Json[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  const fields = query ? (schemaOf(query)["properties"] as Record<string, Json>) : {};
  const inQuery = Object.entries(fields).map(([name, schema]) => ({
    name,
    in: "query",
    required: false,
    schema,
  }));
  return [...inPath, ...inQuery];
}

function success({ status, mediaType, reply }: ControlCommand): Json {
  if (status === 204) return { description: "Done." };
  const content = mediaType
    ? { [mediaType]: { schema: { type: "string" } } }
    : { "application/json": { schema: reply ? schemaOf(reply()) : { type: "object" } } };
  return { description: "Success.", content };
}

const refusal = (description: string) => ({
  description,
  content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
});

/** The control plane's own OpenAPI 3.1 document, generated from its table of commands. */
export function controlDocument(commands: Commands): Json {
  const paths: Record<string, Json> = {};
  for (const [name, command] of Object.entries(commands)) {
    if (command.internal) continue;
    const [method = "", path = ""] = name.split(" ");
    const { summary, status = 200, body } = command;
    const parameters = parametersOf(path, command);
    const entry = paths[path] ?? {};
    entry[method.toLowerCase()] = {
      operationId: `${method.toLowerCase()}${path.replace(/\W+(\w)?/g, (_, letter?: string) => letter?.toUpperCase() ?? "")}`,
      summary,
      ...(parameters.length > 0 && { parameters }),
      ...(body && { requestBody: { content: { "application/json": { schema: schemaOf(body) } } } }),
      responses: {
        [String(status)]: success(command),
        "400": refusal("A field is invalid. `error.field` identifies it."),
        "403": refusal("The control plane does not allow this request; the message says why."),
        default: refusal("Any other error: 404, 409, 413, 415, 429 or 500."),
      },
    };
    paths[path] = entry;
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Control plane of the mock server",
      version: "1.0.0",
      description: "Clock, keys, funds, names, faults, sessions, state and the request log of a mock server.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/_mock" }],
    // A token is not required on loopback.
    security: [{}, { controlToken: [] }],
    paths,
    components: {
      securitySchemes: {
        controlToken: { type: "http", scheme: "bearer", description: "The value of --control-token." },
      },
      schemas: { Error: schemaOf(ErrorBodySchema) },
    },
  };
}
