import * as z from "zod/mini";

/** What JSON Schema can say of a value, beside its kind. */
export interface Facets {
  readonly type?: "integer" | "string";
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly uniqueItems?: boolean;
  readonly pattern?: string;
  readonly format?: string;
  readonly default?: number | boolean | string;
  readonly description?: string;
}

const declared = z.registry<Facets>();

/** Tells the OpenAPI document what a rule that is a function asks for. What it says is a part of the rule, never more. */
export function withFacets<S extends z.ZodMiniType>(schema: S, facets: Facets): S {
  declared.add(schema, { ...declared.get(schema), ...facets });
  return schema;
}

/** What was told of a schema. */
export function facetsOf(schema: unknown): Facets | undefined {
  return declared.get(schema as z.ZodMiniType);
}
