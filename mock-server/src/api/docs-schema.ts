/** A schema of the OpenAPI document, as far as the page shows it. */
export interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly default?: unknown;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
}

/** The value that a schema's examples make together. */
export function sampleOf(schema: Schema): unknown {
  const [example] = schema.examples ?? [];
  if (example !== undefined) return example;
  const [kind] = schema.oneOf ?? schema.anyOf ?? [];
  if (kind) return sampleOf(kind);
  if (schema.items) return [sampleOf(schema.items)];
  return Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, field]) => [name, sampleOf(field)]),
  );
}

/** The type of a field in words, with its bounds. */
export function typeOf(schema: Schema): string {
  const { type = "any", format, enum: values, items, minimum, maximum, minLength, maxLength } = schema;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (values) return values.map((value) => JSON.stringify(value)).join(" | ");
  if (items) return `array of ${items.enum ? typeOf(items) : (items.type ?? "object")}`;
  const numbers =
    minimum === undefined ? [] : maximum === undefined ? [`from ${minimum}`] : [`${minimum} to ${maximum}`];
  const lengths = maxLength === undefined ? [] : [`${minLength ?? 0} to ${maxLength} characters`];
  return [format ?? type, ...numbers, ...lengths].join(", ");
}

/** A field of a request. */
export interface InputField {
  readonly name: string;
  readonly place: string;
  readonly required: boolean;
  readonly description: string;
  readonly example: unknown;
  readonly schema: Schema;
}

/** The fields of a body. */
export function bodyFields(schema: Schema | undefined): InputField[] {
  return Object.entries(schema?.properties ?? {}).map(([name, field]) => ({
    name,
    place: "body",
    required: schema?.required?.includes(name) ?? false,
    description: field.description ?? "",
    example: sampleOf(field),
    schema: field,
  }));
}

/** The objects in a field's kinds, and in the items of its lists. */
export function objectsIn(fields: readonly Schema[]): Schema[] {
  const inner = fields.map((field) => field.items ?? field);
  return inner.flatMap((field) => field.oneOf ?? field.anyOf ?? (field.properties ? [field] : []));
}

/** The rows of an answer: every field by its dotted path, with the fields in it. */
export function answerFields(kinds: readonly Schema[], prefix = ""): [path: string, field: Schema][] {
  const seen = new Map<string, Schema[]>();
  for (const { properties = {} } of kinds)
    for (const [name, field] of Object.entries(properties))
      seen.set(name, [...(seen.get(name) ?? []), field]);
  return [...seen].flatMap(([name, fields]) => {
    const below = objectsIn(fields);
    const path = `${prefix}${name}`;
    const [first] = fields as [Schema];
    return [[path, first], ...answerFields(below, `${path}${first.items ? "[]" : ""}.`)] as [
      string,
      Schema,
    ][];
  });
}
