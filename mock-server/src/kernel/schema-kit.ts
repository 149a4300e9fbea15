import { isAddress, isIsoDate, parseIsoDate } from "intent-tx/contract";
import * as z from "zod/mini";
import { unknownName } from "./nearest.js";
import { type Duration, momentOf, parseDuration } from "./time.js";

// Schema building blocks for options, bodies and rows. An error message continues a sentence that starts with the path.

/** OpenAPI keywords for schemas with a custom rule: `schema.register(documented, …)`. */
export const documented = z.registry<{
  readonly type?: "integer" | readonly ["string", "number"];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly pattern?: string;
  readonly description?: string;
}>();

export const text = z.string("must be a string");
export const filled = text.check(z.minLength(1, "must not be empty"));
export const flag = z.boolean("must be true or false");

export function choice<const T extends readonly [string, ...string[]]>(words: T) {
  return z.enum(words, `must be one of ${words.join(", ")}`);
}

export function textThat(isRight: (value: string) => boolean, message: string) {
  return z.string(message).check(z.refine(isRight, message));
}

export const address = textThat(isAddress, "must be a base58-encoded 32-byte address").register(documented, {
  pattern: "^[1-9A-HJ-NP-Za-km-z]{32,44}$",
});

export function numberThat(isRight: (value: number) => boolean, message: string) {
  return z.number(message).check(z.refine(isRight, message));
}

function bounds(minimum: number, maximum: number) {
  const bounded = maximum < Number.MAX_SAFE_INTEGER;
  return {
    message: `must be an integer${bounded ? ` from ${minimum} to ${maximum}` : `, ${minimum} or greater`}`,
    type: "integer" as const,
    minimum,
    ...(bounded && { maximum }),
  };
}

/** An integer that a double represents exactly. */
export function integer(minimum: number, maximum = Number.MAX_SAFE_INTEGER, words?: string) {
  const { message, ...facets } = bounds(minimum, maximum);
  return numberThat(
    (value) => Number.isSafeInteger(value) && value >= minimum && value <= maximum,
    words ?? message,
  ).register(documented, facets);
}

export function integerText(minimum: number, maximum = Number.MAX_SAFE_INTEGER) {
  const { message, ...facets } = bounds(minimum, maximum);
  const isRight = (value: string) =>
    /^\d{1,15}$/.test(value) && Number(value) >= minimum && Number(value) <= maximum;
  return z.pipe(
    textThat(isRight, message).register(documented, facets),
    z.transform((value): number => Number(value)),
  );
}

/** A date in a query string, converted to milliseconds since 1970. */
export const dateText = z.pipe(
  textThat(isIsoDate, "must be an ISO 8601 date, or a date and time with a zone").register(documented, {
    description: "ISO 8601: a date, or a date and time with a zone.",
  }),
  z.transform((value): number => parseIsoDate(value) ?? 0),
);

const TIME = {
  type: ["string", "number"],
  description: 'Milliseconds, or a duration such as "90s", "5m", "24h" or "2d".',
} as const;

export const duration = z
  .custom<Duration>(
    (value) => parseDuration(value) !== undefined,
    'must be milliseconds or a duration such as "90s" or "24h"',
  )
  .register(documented, TIME);

export const someTime = z
  .custom<Duration>(
    (value) => (parseDuration(value) ?? 0) > 0,
    'must be a positive number of milliseconds, or a duration such as "10m" or "1h"',
  )
  .register(documented, TIME);

/** A time, converted to milliseconds since 1970. */
export const moment = z.pipe(
  z
    .custom<string | number | Date>(
      (value) => momentOf(value) !== undefined,
      "must be an ISO 8601 date and time with a zone, a Date, or milliseconds since 1970, up to the year 9999",
    )
    .register(documented, {
      type: ["string", "number"],
      description: "ISO 8601, or milliseconds of Unix time.",
    }),
  z.transform((value) => momentOf(value) ?? 0),
);

/** A seed. Empty seeds are rejected: an unset variable would silently create a different world. */
export const seed = z
  .custom<number | string>(
    (value) => (typeof value === "string" ? value !== "" : Number.isFinite(value)),
    "must be a number or a non-empty string",
  )
  .register(documented, { type: ["string", "number"] });

export const humanUnits = z
  .union([z.string(), z.number()], 'must be an amount in human units, such as "1.5" or 1.5')
  .register(documented, { description: "Human units." });

export const list = <T extends z.ZodMiniType>(item: T) => z.array(item, "must be a list");

/** Rejects the name `__proto__`. Every object inherits this name, so schemas of named values would silently drop it. */
export function named<T extends z.ZodMiniType>(schema: T): T {
  const own = z.custom<object>(
    (value) => !Object.hasOwn(Object(value), "__proto__"),
    "contains __proto__, which is not a valid name",
  );
  return z.pipe(own, schema as z.ZodMiniType<unknown, object>) as unknown as T;
}

export const byName = <T extends z.ZodMiniType>(value: T, name = text) =>
  named(
    z.record(name, value, {
      error: (issue) =>
        (issue.code === "invalid_key" && issue.issues?.[0]?.message) || "must be an object keyed by name",
    }),
  );

/** An optional field of a {@link part}; undefined counts as absent. */
export const maybe = <T extends z.ZodMiniType>(schema: T) =>
  z.optional(schema) as unknown as z.ZodMiniExactOptional<T>;

/** `T` with each member that can be undefined as an optional one. */
type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

export function withoutUndefined<T extends object>(value: T): Defined<T> {
  for (const name of Object.keys(value) as (keyof T)[]) if (value[name] === undefined) delete value[name];
  return value as Defined<T>;
}

/** An object that allows only these fields. */
export function part<const T extends z.core.$ZodShape>(fields: T, message = "must be an object") {
  return z
    .strictObject(fields, {
      error: (issue) =>
        issue.code === "unrecognized_keys" ? unknownName(issue.keys[0] ?? "", Object.keys(fields)) : message,
    })
    .check(z.overwrite(withoutUndefined as <V extends object>(value: V) => V));
}
