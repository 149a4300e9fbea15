import * as z from "zod/mini";

/** JSON Schema keywords that describe a value beyond its kind. */
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

/** Describes a function rule to the OpenAPI document. The facets may say less than the rule, never more. */
export function withFacets<S extends z.ZodMiniType>(schema: S, facets: Facets): S {
  declared.add(schema, { ...declared.get(schema), ...facets });
  return schema;
}

/** The facets that {@link withFacets} declared for a schema. */
export function facetsOf(schema: unknown): Facets | undefined {
  return declared.get(schema as z.ZodMiniType);
}
