import * as z from "zod/mini";
import { orNull, toleranceOf } from "./primitives.js";

/**
 * How the SDK reads an answer: the strict schema, widened by every reading that the contract decisions list.
 *
 * The readings, by the number of their decision:
 * - 1 envelope: unwrapped before this schema is asked (`unwrap` in `http/answer.ts`).
 * - 2 request id, 4 reset unit, 6 missing headers, 9 `Retry-After`: headers, read in `http/`.
 * - 3, 46 cursor: either name, absent or `null`.
 * - 15, 18, 21 error codes, statuses, scopes, tiers: any string, by `openEnum`.
 * - 20, 22, 23 key answers: 200, 201 or 204, decided by status in `http/`. Of a new key only `keyId` and `key` must be there:
 *   a secret that is shown once is not refused for a field beside it (`keys.ts`).
 * - 27 base units: number or string, exact at every size, by `unitsNumber` and `unitsString`.
 * - 28, 29, 48 NFT and stake entries, details: any object.
 * - 33 unlimited: -1, `null` or absent read as `Infinity`, by `limit`.
 * - 40 unknown fields: kept, by turning every strict object into a loose one, here.
 * - 41 absent fields: an intent's parameters and route may be left out, by `IntentSchema`; `null` for an optional field reads
 *   as its absence, here.
 *
 * @param strict A schema of the contract.
 * @returns A schema that accepts every reading that the decisions list.
 * @example
 * ```ts
 * import { TokenPriceSchema, tolerant } from "intent-tx/contract";
 * const price = tolerant(TokenPriceSchema).safeParse({ mint: "…", unknown: 1 }); // unknown fields are no reason to refuse
 * ```
 */
export function tolerant<S extends z.ZodMiniType>(strict: S): z.ZodMiniType<z.output<S>> {
  const known = cache.get(strict);
  const loose = known ?? widen(strict);
  if (!known) cache.set(strict, loose);
  return loose as z.ZodMiniType<z.output<S>>;
}

const cache = new WeakMap<z.ZodMiniType, z.ZodMiniType>();

function widen(schema: z.ZodMiniType): z.ZodMiniType {
  const declared = toleranceOf(schema);
  // A declared schema is loose already, unless it is an object that uses the contract's own strict fields.
  const strict = declared instanceof z.ZodMiniObject && declared._zod.def.catchall instanceof z.ZodMiniNever;
  if (declared && !strict) return declared;
  const object = declared ?? schema;
  if (object instanceof z.ZodMiniObject) {
    const shape: Record<string, z.ZodMiniType> = {};
    for (const [key, field] of Object.entries(object._zod.def.shape))
      shape[key] = tolerant(field as z.ZodMiniType);
    return z.looseObject(shape);
  }
  if (schema instanceof z.ZodMiniArray) return z.array(tolerant(schema._zod.def.element as z.ZodMiniType));
  if (schema instanceof z.ZodMiniOptional)
    return orNull(tolerant(schema._zod.def.innerType as z.ZodMiniType));
  return schema;
}
