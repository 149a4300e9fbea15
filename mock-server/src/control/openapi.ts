import * as z from "zod/mini";
import type { ControlCommand } from "./command.js";

/** The control plane's own OpenAPI 3.1 document, from the table of its commands. */
export function controlDocument(commands: readonly ControlCommand[]): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { method, path, summary, status, body } of commands) {
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      name,
      in: "path",
      required: true,
      schema: { type: "string" },
    }));
    const entry = paths[path] ?? {};
    entry[method.toLowerCase()] = {
      operationId: `${method.toLowerCase()}${path.replace(/\W+(\w)?/g, (_, letter?: string) => letter?.toUpperCase() ?? "")}`,
      summary,
      ...(parameters.length > 0 && { parameters }),
      ...(body && {
        requestBody: {
          content: {
            "application/json": { schema: z.toJSONSchema(body, { io: "input", unrepresentable: "any" }) },
          },
        },
      }),
      responses: {
        [String(status)]: { description: "Success." },
        "400": { description: "A field is wrong; `error.field` names it." },
        "403": { description: "The control plane is closed to this request; the message says why." },
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
    paths,
  };
}
