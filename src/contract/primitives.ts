import * as z from "zod/mini";
import { isAddress, isSignature } from "./chain.js";
import { ISO_DATE, isIsoDate, isIsoForm } from "./dates.js";

/** JSON Schema keywords that describe a value beyond its type. */
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

/** Adds JSON Schema keywords for a rule that is a function. They may allow more values than the rule, never fewer. */
export function withFacets<S extends z.ZodMiniType>(schema: S, facets: Facets): S {
  z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), ...facets });
  return schema;
}

/** Gives a field its own description. Copies the schema, because other fields share it. */
export const described = <S extends z.ZodMiniType>(schema: S, description: string): S =>
  withFacets(schema.clone(schema._zod.def, { parent: true }) as S, { description });

/** Describes a transformed value in JSON Schema by its wire format. */
function asWritten<S extends z.ZodMiniType>(schema: S, facets: Facets): S {
  schema._zod.toJSONSchema = () => ({ ...facets });
  return schema;
}

/** Maps each strict schema to the tolerant schema that the SDK uses instead. */
const tolerated = new WeakMap<z.ZodMiniType, () => z.ZodMiniType>();

/**
 * Declares the schema that the SDK uses instead of `strict`; `tolerance.ts` lists every use. `loose` is called only
 * when the SDK reads a response, because a server never needs that schema.
 */
export function tolerate<S extends z.ZodMiniType>(strict: S, loose: () => z.ZodMiniType): S {
  tolerated.set(strict, loose);
  return strict;
}

export const toleranceOf = (schema: z.ZodMiniType) => tolerated.get(schema)?.();

/**
 * An enumeration that may grow: strict here, any string for the SDK. Its type is `T | (string & {})`, whose editor
 * completion offers the known values. The type has no alias: code with `declaration: true` could not name it.
 */
export function openEnum<const T extends readonly [string, ...string[]]>(values: T) {
  return tolerate(
    z.enum(values) as unknown as z.ZodMiniType<T[number] | (string & {}), T[number] | (string & {})>,
    () => z.string(),
  );
}

/** An optional field as the SDK reads it: many services send `null` for an absent value. */
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
  text().check(z.refine(isAddress, "must be a base58-encoded 32-byte address")),
  base58(32, 44),
);

export const signature = withFacets(
  text().check(z.refine(isSignature, "must be a base58-encoded 64-byte signature")),
  base58(64, 88),
);

const dateText = () => z.string("must be an ISO 8601 string");
// In a function, so that bundlers drop it and its patterns from entries that read no date.
export const isoDate = /* @__PURE__ */ (() =>
  withFacets(
    tolerate(
      dateText().check(
        z.refine(isIsoDate, "must be an ISO 8601 date, or a date and time with a zone (Z or an offset)"),
      ),
      () => dateText().check(z.refine(isIsoForm, "must be an ISO 8601 date, or a date and time")),
    ),
    {
      description: "ISO 8601: a date, or a date and time with a zone.",
      pattern: ISO_DATE.source,
    },
  ))();

/**
 * A field for display. It carries no money, identity, secret or transaction, so the client reads `null` where a service
 * sends none, or one of another type, instead of losing the answer.
 */
export const display = <S extends z.ZodMiniType>(schema: S) => {
  const loose = tolerated.get(schema);
  return tolerate(schema as unknown as z.ZodMiniType<z.output<S> | null, z.input<S>>, () =>
    z.catch(loose?.() ?? schema, null),
  );
};

/** A timestamp in a response. */
export const moment = () => withFacets(z.string(), { format: "date-time" });

export const count = () => withFacets(z.number(), { type: "integer", minimum: 0 });

const DIGITS = /^\d{1,39}$/;
const integers = z.union([z.bigint().check(z.gte(0n)), z.int().check(z.gte(0))]);
const digits = z.string().check(z.regex(DIGITS));
const toBigInt = <T extends bigint | number | string>() => z.transform((value: T) => BigInt(value));
const anyUnits = () => z.pipe(z.union([integers, digits]), toBigInt<bigint | number | string>());

const exactUnits = () => z.pipe(integers, toBigInt<bigint | number>());
// Without the format, generators for Java, C# and Kotlin take 32 bits, which holds no more than 2.1 SOL.
const UNITS_FACETS = {
  type: "integer",
  format: "int64",
  minimum: 0,
  description: "An exact integer in base units, which can be above 2^53.",
} as const;

/** Base units as a JSON number, exact at every size (decision 27). */
export const unitsNumber = asWritten(tolerate(exactUnits(), anyUnits), UNITS_FACETS);

/** A pool's fee in base units (decision 42). The contract states no unit: the client reads `null` for a fraction. */
export const poolFee = asWritten(display(tolerate(exactUnits(), anyUnits)), UNITS_FACETS);

/** Base units as a decimal string (decision 42). */
export const unitsString = asWritten(tolerate(z.pipe(digits, toBigInt<string>()), anyUnits), {
  type: "string",
  pattern: DIGITS.source,
  description: "Base units, as a string of decimal digits.",
});

/** A limit; -1 means unlimited and is read as `Infinity` (decision 33). */
const toLimit = <T extends number | null | undefined>() =>
  z.transform((value: T): number =>
    value === null || value === undefined || value === -1 ? Number.POSITIVE_INFINITY : value,
  );
export const limit = asWritten(
  display(
    tolerate(z.pipe(z.number(), toLimit<number>()), () =>
      z.pipe(z.nullish(z.number()), toLimit<number | null | undefined>()),
    ),
  ),
  { type: "integer", minimum: -1, description: "-1 means unlimited." },
);

export const anyObject = z.record(z.string(), z.unknown());

/**
 * A key record as the client reads it: any object, because the contract does not state the fields (decision 21), with
 * `null` for an absent one.
 */
export const anyFields = z.pipe(
  anyObject,
  z.transform((record) => Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null))),
);

/** The record of an issued key, whose `key` is the secret. */
export const issuedFields = z.pipe(
  anyObject.check(
    z.refine(({ key }) => typeof key === "string", {
      path: ["key"],
      error: "must be a string",
    }),
  ),
  anyFields,
);

/** True if the list has more. A service may leave it out: a cursor then means that there is more. */
export const more = tolerate(z.boolean(), () => orNull(z.boolean()));

/** A non-empty string of a request. The contract does not state that it must not be empty. */
export const nonEmpty = () => tolerate(text().check(z.minLength(1, "must not be empty")), text);

/** One of a list that a later version of the service may extend, in a request. */
export const listed = <const T extends readonly [string, ...string[]]>(values: T) =>
  tolerate(z.enum(values, `must be one of ${values.join(", ")}`), text);

interface StatedBounds {
  readonly min?: number;
  readonly max?: number;
}

/** The range of each schema of {@link integerBetween}, with its unit, and the bounds that the contract states. */
export const INTEGER_BOUNDS = new WeakMap<z.ZodMiniType, { range: string; stated: StatedBounds }>();

/**
 * An integer in a request; the error message includes the bounds and the unit. `stated` are the bounds that the
 * contract states; the client rejects no other number.
 */
export const integerBetween = (
  min: number,
  max: number,
  { unit = "", stated, ...facets }: Facets & { unit?: string; stated: StatedBounds },
) => {
  const between = (low: number, high: number, isValid: (value: number) => boolean) =>
    z
      .number("must be a number")
      .check(
        z.refine(
          (value) => isValid(value) && value >= low && value <= high,
          `must be an integer from ${min} to ${max}${unit && ` ${unit}`}`,
        ),
      );
  const schema = between(min, max, Number.isInteger);
  INTEGER_BOUNDS.set(schema, { range: `${min},${max}${unit && ` ${unit}`}`, stated });
  const { min: low = Number.NEGATIVE_INFINITY, max: high = Number.POSITIVE_INFINITY } = stated;
  tolerate(schema, () => between(low, high, Number.isFinite));
  return withFacets(schema, { type: "integer", minimum: min, maximum: max, ...facets });
};
