import { isAddress } from "../contract/chain.js";
import { parseIsoDate } from "../contract/dates.js";
import type { RetryClass } from "../contract/operations.js";

/**
 * A contract schema in the compact form used at run time: `wire.ts` is generated from the zod schemas, because zod
 * itself (9 kB compressed) and ky together exceed the size budget. A test proves that both forms are equal.
 *
 * An object lists its fields; `name?` is optional and may be `null` in a response. `[shape]` is an array; a string is a
 * code for {@link read}.
 */
export type Shape = string | readonly [Shape] | { readonly [field: string]: Shape };

/** Thrown by {@link read}: the problem and its path. */
export class InvalidValue {
  constructor(
    readonly field: string,
    readonly reason: string,
  ) {}
}

export const asObject = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;

function withPath(name: string | number, error: unknown): unknown {
  if (!(error instanceof InvalidValue)) return error;
  return new InvalidValue(error.field ? `${name}.${error.field}` : `${name}`, error.reason);
}

/**
 * Reads a value by its shape, or throws an {@link InvalidValue}. Responses are modified in place: base units become
 * `bigint`, unknown fields stay. Requests (`strict`) must not contain unknown fields and are not modified.
 */
export function read(
  shape: Shape,
  value: unknown,
  strict = false,
  parent?: Record<string, unknown>,
): unknown {
  if (typeof shape === "string") return readCode(shape, value, parent);
  if (Array.isArray(shape)) return readArray(shape[0] as Shape, value, strict);
  const object = asObject(value) ?? fail("must be a JSON object", value);
  const names = new Set<string>();
  let at = "";
  try {
    for (const [key, inner] of Object.entries<Shape>(shape as { readonly [field: string]: Shape })) {
      const name = key.replace("?", "");
      at = name;
      names.add(name);
      const found = Object.hasOwn(object, name) ? object[name] : undefined;
      if (key !== name && (strict ? found === undefined : found == null)) {
        if (!strict) delete object[name];
        continue;
      }
      const next = read(inner, found, strict, object);
      // Writes only changed values, because requests belong to the caller.
      if (next !== found) object[name] = next;
    }
  } catch (error) {
    throw withPath(at, error);
  }
  if (strict)
    for (const name of Object.keys(object))
      if (!names.has(name)) throw new InvalidValue(name, "is not a field of this request");
  return object;
}

function readArray(shape: Shape, value: unknown, strict: boolean): unknown {
  if (!Array.isArray(value)) return fail("must be an array", value);
  let at = 0;
  try {
    for (; at < value.length; at++) value[at] = read(shape, value[at], strict);
  } catch (error) {
    // Errors of a request name only the array, as in the contract. In a response, the index helps to find the item.
    throw strict ? error : withPath(at, error);
  }
  return value;
}

function fail(reason: string, value?: unknown): never {
  throw new InvalidValue("", value === undefined ? "is required" : reason);
}

const text = (value: unknown) => (typeof value === "string" ? value : fail("must be a string", value));

function readCode(code: string, value: unknown, parent?: Record<string, unknown>): unknown {
  const rest = code.slice(1);
  switch (code.charAt(0)) {
    case "s":
      return text(value);
    case "S":
      return text(value) || fail("must not be empty", value);
    case "b":
      return typeof value === "boolean" ? value : fail("must be true or false", value);
    case "=":
      return rest.split("|").includes(value as string)
        ? value
        : fail(`must be one of ${rest.replaceAll("|", ", ")}`, value);
    case "n":
      return readNumber(typeof value === "bigint" ? Number(value) : value, rest);
    case "i":
      return readNumber(value, rest, true);
    case "u":
      return readUnits(value);
    case "l":
      // Unlimited is -1, null or absent (decision 33).
      return value == null || value === -1 ? Number.POSITIVE_INFINITY : readNumber(value, "");
    case "o":
      return asObject(value) ?? fail("must be a JSON object", value);
    case "*":
      return value;
    case "a":
      return isAddress(text(value)) ? value : fail("must be a base58-encoded 32-byte address", value);
    case "d":
      return readDate(text(value), parent?.[rest]);
    case "k":
      return text(value) && [...text(value)].length <= +rest
        ? value
        : fail(`must have 1 to ${rest} characters`, value);
    case "x":
      if (text(value).length > +rest) fail(`too_long: at most ${rest} characters`, value);
      return text(value).trim()
        ? value
        : fail('empty: say what to do, for example "swap 1 SOL for USDC"', value);
    default:
      return readScopes(value, rest);
  }
}

function readNumber(value: unknown, bounds: string, integer = false): unknown {
  if (typeof value !== "number" || !Number.isFinite(value)) return fail("must be a number", value);
  if (!bounds) return value;
  const [min, max] = bounds.split(",").map(Number) as [number, number];
  return value >= min && value <= max && (!integer || Number.isInteger(value))
    ? value
    : fail(`must be ${integer ? "an integer" : "a number"} from ${min} to ${max}`, value);
}

function readUnits(value: unknown): unknown {
  const exact =
    typeof value === "bigint" || Number.isSafeInteger(value)
      ? (value as number) >= 0
      : typeof value === "string" && /^\d{1,39}$/.test(value);
  return exact ? BigInt(value as number | string) : fail("must be a non-negative base-unit integer", value);
}

function readDate(date: string, after: unknown): string {
  const time = parseIsoDate(date);
  if (time === undefined)
    return fail("must be an ISO 8601 date, or a date and time with a zone (Z or an offset)", date);
  return after === undefined || time > Date.parse(after as string)
    ? date
    : fail("must be after startDate", date);
}

function readScopes(value: unknown, known: string): unknown {
  if (!Array.isArray(value)) return fail("must be an array of scopes", value);
  for (const scope of value) read(`=${known}`, scope);
  if (!value.length) fail("must name at least one scope", value);
  return new Set(value).size === value.length ? value : fail("must not contain duplicate scopes", value);
}

export interface WireOperation {
  readonly method: string;
  readonly path: string;
  readonly retry: RetryClass;
  readonly params?: Shape;
  readonly query?: Shape;
  readonly body?: Shape;
  readonly response?: Shape;
}

export type OperationParts = { readonly [Part in "params" | "query" | "body"]?: object | undefined };
