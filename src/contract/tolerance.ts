import * as z from "zod/mini";
import { orNull, toleranceOf } from "./primitives.js";

/**
 * Widens a strict schema by everything that the contract does not state: for the responses that the client reads, and
 * for the requests that it sends.
 *
 * The deviations, by number of their decision. Functions without a file are in `primitives.ts`:
 * - 1 envelope: removed before this schema is applied (`unwrap` in `http/response.ts`).
 * - 2 request id, 4 reset unit, 6 missing headers, 9 `Retry-After`: headers, read in `http/`.
 * - 3, 46 cursor: either name, absent or `null`.
 * - 15, 18, 21 error codes, statuses, scopes, tiers: any string, by `openEnum`.
 * - 19 requests: lists are open, and bounds, lengths and required fields are only those of the contract.
 * - 20, 22, 23 key responses: 200, 201 or 204, decided by status in `http/`. 21 key records: any object (`keys.ts`).
 * - 27 base units: number or string, exact at every size, by `unitsNumber` and `unitsString`.
 * - 28, 29, 48 NFT and stake entries, details: any object.
 * - 33 unlimited: -1, `null` or absent read as `Infinity`, by `limit`.
 * - 31, 40 unknown fields: kept, by making every strict object loose, here.
 * - 41 `null` in an optional field of a response, or in a field of another kind of intent, means absent, here and in
 * `intents.ts`.
 * - 47 dates: every form of ISO 8601, by `isoDate`.
 * - fields for display, and 42 a pool's fee in another unit: `null` for every value of another type, and for an absent one, by `display`.
 * @param strict A schema of the contract.
 * @returns A schema that accepts all listed deviations.
 * @example
 * ```ts
 * import { TokenPriceSchema, tolerant } from "intent-tx/contract";
 * const price = tolerant(TokenPriceSchema).safeParse({ mint: "…", unknown: 1 }); // unknown fields are accepted
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
  // A schema declared with `tolerate` is already loose, unless it is a strict object of the contract's own fields.
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
