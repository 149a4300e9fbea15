import * as z from "zod/mini";
import { isAddress, isSignature } from "./chain.js";
import { isIsoDate } from "./dates.js";

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

/** Describes a rule that is a function to JSON Schema. The facets may say less than the rule, never more. */
export function withFacets<S extends z.ZodMiniType>(schema: S, facets: Facets): S {
  z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), ...facets });
  return schema;
}

/** A field with a description of its own: a copy, since other fields share the schema. */
export const described = <S extends z.ZodMiniType>(schema: S, description: string): S =>
  withFacets(schema.clone(schema._zod.def, { parent: true }) as S, { description });

/** Shows a transformed value in JSON Schema as the wire writes it. */
function asWritten<S extends z.ZodMiniType>(schema: S, facets: Facets): S {
  schema._zod.toJSONSchema = () => ({ ...facets });
  return schema;
}

/** A value the contract lists, or one that a later version of the service adds. */
export type OpenEnum<T extends string> = T | (string & {});

/** How the SDK reads what the strict schema would refuse: the tolerant counterpart of a strict schema. */
const tolerated = z.registry<{ readonly loose: unknown }>();

/**
 * Declares what the SDK accepts in the place of `strict`. `tolerance.ts` lists every use. It is made when the first answer is
 * read by it: a server never needs it.
 */
export function tolerate<S extends z.ZodMiniType>(strict: S, loose: () => z.ZodMiniType): S {
  tolerated.add(strict, { loose });
  return strict;
}

/** The declared tolerant counterpart of a strict schema, if it has one. */
export function toleranceOf(schema: z.ZodMiniType): z.ZodMiniType | undefined {
  const declared = tolerated.get(schema)?.loose as (() => z.ZodMiniType) | undefined;
  return declared?.();
}

/** An enumeration that answers may extend: strict here, any string for the SDK. */
export function openEnum<const T extends readonly [string, ...string[]]>(values: T) {
  return tolerate(z.enum(values) as unknown as z.ZodMiniType<OpenEnum<T[number]>, OpenEnum<T[number]>>, () =>
    z.string(),
  );
}

/** An optional field as the SDK reads it: many services write `null` for what is absent. */
export const orNull = <T extends z.ZodMiniType>(schema: T) =>
  z.optional(
    z.pipe(
      z.nullable(schema),
      z.transform((value: z.output<T> | null) => value ?? undefined),
    ),
  );

export const text = () => z.string("must be a string");

const base58 = (min: number, max: number) => ({ pattern: `^[1-9A-HJ-NP-Za-km-z]{${min},${max}}$` });

export const address = withFacets(
  text().check(z.refine(isAddress, "must be a base58 address of 32 bytes")),
  base58(32, 44),
);

export const signature = withFacets(
  text().check(z.refine(isSignature, "must be a base58 signature of 64 bytes")),
  base58(64, 88),
);

export const isoDate = withFacets(
  text().check(
    z.refine(isIsoDate, "must be an ISO 8601 date, or a date and time with a zone (Z or an offset)"),
  ),
  {
    description: "ISO 8601: a date, or a date and time with a zone.",
    pattern: "^\\d{4}-\\d\\d-\\d\\d(T.+)?$",
  },
);

/** A moment as answers write it. */
export const moment = () => withFacets(z.string(), { format: "date-time" });

/** How many there are of something. */
export const count = () => withFacets(z.number(), { type: "integer", minimum: 0 });

const DIGITS = /^\d{1,39}$/;
const integers = z.union([z.bigint().check(z.gte(0n)), z.int().check(z.gte(0))]);
const digits = z.string().check(z.regex(DIGITS));
const toBigInt = <T extends bigint | number | string>() => z.transform((value: T) => BigInt(value));
const anyUnits = () => z.pipe(z.union([integers, digits]), toBigInt<bigint | number | string>());

/** Base units that the wire writes as a JSON number, exact at every size (decision 27). */
export const unitsNumber = asWritten(tolerate(z.pipe(integers, toBigInt<bigint | number>()), anyUnits), {
  type: "integer",
  minimum: 0,
  description: "Base units, an exact integer that can be above 2^53.",
});

/** Base units that the wire writes as a decimal string (decision 42). */
export const unitsString = asWritten(tolerate(z.pipe(digits, toBigInt<string>()), anyUnits), {
  type: "string",
  pattern: DIGITS.source,
  description: "Base units in decimal digits.",
});

/** A limit; the wire writes "unlimited" as -1, which reads as `Infinity` (decision 33). */
const toLimit = <T extends number | null | undefined>() =>
  z.transform((value: T): number =>
    value === null || value === undefined || value === -1 ? Number.POSITIVE_INFINITY : value,
  );
export const limit = asWritten(
  tolerate(z.pipe(z.number(), toLimit<number>()), () =>
    z.pipe(z.nullish(z.number()), toLimit<number | null | undefined>()),
  ),
  { type: "integer", minimum: -1, description: "-1 is unlimited." },
);

/** An object of which only its being one is known. */
export const anyObject = z.record(z.string(), z.unknown());

/** How an integer of a request must look; the message names the bounds. */
export const integerBetween = (min: number, max: number, facets: Facets = {}) =>
  withFacets(
    z
      .number("must be a number")
      .check(
        z.refine(
          (value) => Number.isInteger(value) && value >= min && value <= max,
          `must be an integer from ${min} to ${max}`,
        ),
      ),
    { type: "integer", minimum: min, maximum: max, ...facets },
  );
