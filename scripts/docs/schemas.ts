import { cell } from "./tables.js";

/** The parts of an OpenAPI schema that the pages show. */
export interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly description?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
}

interface Body {
  readonly content: { readonly "application/json": { readonly schema: Schema } };
}

export interface Described {
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly description: string;
    readonly schema: Schema;
  }[];
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body>>;
}

/** An OpenAPI document with every reference to a schema replaced by the schema. */
export function dereferenced<T>(document: T): T {
  const { schemas } = (document as { components: { schemas: Readonly<Record<string, unknown>> } }).components;
  const resolved = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(resolved);
    if (typeof node !== "object" || node === null) return node;
    const { $ref, ...rest } = node as { $ref?: string };
    const name = $ref?.startsWith("#/components/schemas/") ? $ref.split("/")[3] : undefined;
    if (name !== undefined) return { ...(resolved(schemas[name]) as object), ...rest };
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, resolved(value)]));
  };
  return resolved(document) as T;
}

const quoted = (values: readonly unknown[]) => values.map((value) => `\`${String(value)}\``).join(", ");

function typeOf(schema: Schema): string {
  const { type = "any", format, enum: values, items, minimum, maximum, maxLength } = schema;
  if (schema.const !== undefined) return quoted([schema.const]);
  if (values) return quoted(values);
  if (items) return items.enum ? `array of ${typeOf(items)}` : `array of ${items.type ?? "object"}s`;
  const least = minimum === undefined || minimum < 0 ? [] : [`${minimum} or greater`];
  const bounds = maximum === undefined ? least : [`${minimum} to ${maximum.toLocaleString("en")}`];
  const length = maxLength === undefined ? [] : [`1 to ${maxLength} characters`];
  return [format === "date-time" ? "ISO 8601" : type, ...bounds, ...length].join(", ");
}

/** The rows for an operation's parameters and body. */
export function inputRows({ parameters, requestBody }: Described): string[] {
  const body = requestBody?.content["application/json"].schema;
  const fields = Object.entries(body?.properties ?? {}).map(([name, schema]) => {
    const { description = "" } = schema;
    return { name, in: "body", required: body?.required?.includes(name) ?? false, description, schema };
  });
  return [...parameters, ...fields].map(({ name, in: place, required, description, schema }) => {
    const byDefault = schema.default === undefined ? "" : `\`${String(schema.default)}\``;
    const where = required ? `${place}, required` : place;
    return `| \`${name}\` | ${where} | ${typeOf(schema)} | ${byDefault} | ${cell(description)} |`;
  });
}

/** Object schemas among a field's types, and in its list items. */
function objectsIn(field: Schema): readonly Schema[] {
  const inner = field.items ?? field;
  return inner.oneOf ?? inner.anyOf ?? (inner.properties ? [inner] : []);
}

interface Row {
  readonly name: string;
  readonly type: string;
  readonly meaning: string;
  readonly example: unknown;
}

const unique = (texts: readonly string[]) => [...new Set(texts.filter((text) => text !== ""))];

/** An object schema. If there are several kinds of object, `name` is the value of `action` or `type`. */
interface Kind {
  readonly schema: Schema;
  readonly name?: string | undefined;
}

const kindOf = ({ schema, name }: Kind): Kind => {
  const tag = Object.values(schema.properties ?? {}).find((field) => field.const !== undefined);
  return { schema, name: tag ? String(tag.const) : name };
};

/** Rows for the fields of a schema, each followed by its nested fields. An object's kinds share rows. */
function rowsOf(kinds: readonly Kind[], prefix: string): Row[] {
  const names = unique(kinds.flatMap(({ schema }) => Object.keys(schema.properties ?? {})));
  return names.flatMap((name) => {
    const having = kinds.filter(({ schema }) => schema.properties?.[name]);
    const fields = having.flatMap(({ schema }) => schema.properties?.[name] ?? []);
    const optional = having.some(({ schema }) => !schema.required?.includes(name));
    const only = having.length < kinds.length ? unique(having.map((kind) => kind.name ?? "")) : [];
    const types = unique(fields.map(typeOf)).join(" or ");
    const path = `${prefix}${name}`;
    const inner = having.flatMap(({ schema, name: kind }) =>
      objectsIn(schema.properties?.[name] ?? {}).map((one) => kindOf({ schema: one, name: kind })),
    );
    return [
      {
        name: path,
        type: `${types}${optional ? ", optional" : ""}${only.length > 0 ? `; only ${quoted(only)}` : ""}`,
        meaning: unique(fields.map(({ description = "" }) => description)).join(" "),
        example: fields.find(({ examples }) => examples !== undefined)?.examples?.[0],
      },
      ...rowsOf(inner, `${path}${fields.some(({ items }) => items) ? "[]" : ""}.`),
    ];
  });
}

/** The fields of an object schema, or of its kinds. */
export const fieldRows = (schema: Schema): Row[] =>
  rowsOf(
    (schema.oneOf ?? schema.anyOf ?? [schema]).map((one) => kindOf({ schema: one })),
    "",
  );

/** The rows for an operation's response. */
export function answerRows({ responses }: Described, status: number): string[] {
  const schema = responses[String(status)]?.content["application/json"].schema;
  const rows = schema ? fieldRows(schema) : [];
  return rows.map(({ name, type, meaning }) => `| \`${name}\` | ${type} | ${cell(meaning)} |`);
}
