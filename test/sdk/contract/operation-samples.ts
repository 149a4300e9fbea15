// The operations in the OpenAPI document, and values composed from its examples.
import { OPERATIONS, type OperationName, openApiDocument } from "intent-tx/contract";
import { dereferenced } from "../../../scripts/docs/schemas.js";

export interface Node {
  readonly [key: string]: unknown;
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
  readonly oneOf?: readonly Node[];
  readonly examples?: readonly unknown[];
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
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly description: string;
    readonly example: unknown;
    readonly schema: Node;
  }[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}
interface Content {
  readonly headers?: object;
  readonly content: { readonly "application/json": { readonly schema: Node } };
}
export const { paths, components } = dereferenced(openApiDocument("x")) as unknown as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Shown>>>>;
  readonly components: { readonly schemas: { readonly Error: Node } };
};
export const jsonOf = (content: Content) => content.content["application/json"].schema;

export function shownOf(name: OperationName): Shown {
  const { path, method } = OPERATIONS[name];
  return paths[path]?.[method.toLowerCase()] as Shown;
}

/** The parts of a request with all fields, and of its response. */
export function samplesOf(name: OperationName) {
  const { parameters, requestBody, responses } = shownOf(name);
  const given = (place: string) =>
    Object.fromEntries(parameters.filter((one) => one.in === place).map((one) => [one.name, one.example]));
  return {
    params: given("path"),
    query: given("query"),
    body: requestBody && sampleOf(jsonOf(requestBody)),
    response: sampleOf(jsonOf(responses[String(OPERATIONS[name].status)]!)),
  };
}
