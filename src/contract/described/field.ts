import * as z from "zod/mini";

/** A field for readers of the OpenAPI document: its meaning, and a value; an object or a list has those of its parts. */
export type Field = readonly [description: string, example?: unknown];

/** A schema of an object, and its fields by name. */
export type About = readonly [schema: z.ZodMiniType, fields: Readonly<Record<string, Field>>];

/** Describes every field of an object; the compiler asks for each of them. */
export const about = <T extends object>(
  schema: z.ZodMiniType,
  fields: { readonly [K in keyof T]-?: Field },
): About => [schema, fields as Readonly<Record<string, Field>>];

/** The object under a field of another. */
export function part(schema: z.ZodMiniType, name: string): z.ZodMiniType {
  const field =
    schema instanceof z.ZodMiniObject ? (schema._zod.def.shape[name] as z.ZodMiniType) : undefined;
  const inner = field instanceof z.ZodMiniOptional ? (field._zod.def.innerType as z.ZodMiniType) : field;
  if (!(inner instanceof z.ZodMiniObject)) throw new Error(`There is no object under ${name}.`);
  return inner;
}

/** Values that the examples share. The wallet is alice of the mock server with seed 1, so that calls at `/docs` find it. */
export const SAMPLE = {
  wallet: "6Px1aSgHPb5dJ8pyyWVYabEbmcXWU6LZuVcqhD3XPrXj",
  sol: "So11111111111111111111111111111111111111112",
  usdc: "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
  intentId: "intent_Zk3vQ9yT1bRw6XcA",
  keyId: "key_h2Vn8LqM4sXd0PfE",
  pool: "8sLbNZoA1cfnvMJLPfp98ZLAnFSYCFApfJKMbiXNLwxj",
  signature: "5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW",
  moment: "2026-01-01T00:00:00.000Z",
} as const;
