import * as z from "zod/mini";

/** A field: its schema, its description (unless the schema has one), and examples; an object's example is its fields'. */
type Field = readonly [schema: z.ZodMiniType, description?: string | undefined, ...examples: unknown[]];

type Fields = Readonly<Record<string, Field>>;

interface Described {
  readonly schema: z.ZodMiniType;
  readonly name: string | undefined;
  readonly fields: Fields;
}

/** Names and fields of schemas, for the OpenAPI document. */
export const DESCRIBED = new Map<unknown, Described>();

/** The strict schema of a named object, described field by field. */
export function object<const F extends Fields>(name: string, fields: F) {
  return describe(name, unnamed(fields), fields);
}

/** The strict schema of an object that the document writes out where it is used. */
export function unnamed<const F extends Fields>(fields: F) {
  const shape = Object.fromEntries(Object.entries(fields).map(([field, [schema]]) => [field, schema]));
  return describe(undefined, z.strictObject(shape as { -readonly [K in keyof F]: F[K][0] }), fields);
}

/** Describes a schema. The document refers to a named one, so that generated clients have types of that name. */
export function describe<S extends z.ZodMiniType>(
  name: string | undefined,
  schema: S,
  fields: Fields = {},
): S {
  DESCRIBED.set(schema, { schema, name, fields });
  return schema;
}

// Values of the examples. The wallet is the mock server's alice with seed 1, so requests from `/docs` work.
export const WALLET = "6Px1aSgHPb5dJ8pyyWVYabEbmcXWU6LZuVcqhD3XPrXj";
export const SOL = "So11111111111111111111111111111111111111112";
export const USDC = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
export const INTENT_ID = "intent_Zk3vQ9yT1bRw6XcA";
export const KEY_ID = "key_h2Vn8LqM4sXd0PfE";
export const POOL = "8sLbNZoA1cfnvMJLPfp98ZLAnFSYCFApfJKMbiXNLwxj";
export const SIGNATURE =
  "5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW";
export const MOMENT = "2026-01-01T00:00:00.000Z";
