import { isAddress } from "../contract/base58.js";
import { parseIsoDate } from "../contract/dates.js";

/**
 * A schema of the contract in the form in which the SDK carries it: `wire.ts` is written from the zod schemas, because zod
 * itself (9 kB compressed) does not fit beside ky into the size budget. A test proves both forms equal.
 *
 * An object lists its fields, `name?` for an optional one, which in an answer may also be `null`; `[shape]` is an array; a text is a code, read by {@link read}.
 */
export type Shape = string | readonly [Shape] | { readonly [field: string]: Shape };

/** Thrown by {@link read}: what is wrong, and where. */
export class Misfit {
  constructor(
    readonly field: string,
    readonly reason: string,
  ) {}
}

/** The value, if it is an object of JSON. */
export const asObject = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;

/**
 * The value as the contract's types say it, or a {@link Misfit}. Answers are read in place, as they are ours: base units
 * become `bigint`, unknown fields stay. Requests (`strict`) may hold no unknown field.
 */
export function read(
  shape: Shape,
  value: unknown,
  field = "",
  strict = false,
  parent?: Record<string, unknown>,
): unknown {
  const fail = (reason: string): never => {
    throw new Misfit(field, value === undefined ? "is required" : reason);
  };
  const at = (key: string | number) => (field ? `${field}.${key}` : `${key}`);
  if (typeof shape === "string") return readCode(shape, value, fail, parent);
  if (Array.isArray(shape)) {
    if (!Array.isArray(value)) return fail("must be an array");
    // In a request the array is the field that was written; in an answer the item's place helps to find it.
    for (let i = 0; i < value.length; i++)
      value[i] = read(shape[0], value[i], strict ? field : at(i), strict);
    return value;
  }
  const object = asObject(value) ?? fail("must be a JSON object");
  const left = new Set(strict ? Object.keys(object) : []);
  for (const [key, inner] of Object.entries(shape)) {
    const name = key.replace("?", "");
    left.delete(name);
    const found = Object.hasOwn(object, name) ? object[name] : undefined;
    if (key !== name && (strict ? found === undefined : found == null)) {
      if (!strict) delete object[name];
      continue;
    }
    const next = read(inner, found, at(name), strict, object);
    // Only what reading changed is written: requests belong to the caller.
    if (next !== found) object[name] = next;
  }
  for (const name of left) throw new Misfit(at(name), "is not a field of this request");
  return object;
}

type Fail = (reason: string) => never;

function readCode(code: string, value: unknown, fail: Fail, parent?: Record<string, unknown>): unknown {
  const [kind, rest] = [code.charAt(0), code.slice(1)];
  const text = () => (typeof value === "string" ? value : fail("must be a string"));
  switch (kind) {
    case "s":
      return text();
    case "S":
      return text() || fail("must not be empty");
    case "b":
      return typeof value === "boolean" ? value : fail("must be true or false");
    case "=":
      return rest.split("|").includes(value as string)
        ? value
        : fail(`must be one of ${rest.replaceAll("|", ", ")}`);
    case "n":
      return readNumber(typeof value === "bigint" ? Number(value) : value, rest, fail);
    case "i":
      return readNumber(value, rest, fail, true);
    case "u":
      return readUnits(value, fail);
    case "l":
      // Unlimited is -1, null or left out (decision 33).
      return value == null || value === -1 ? Number.POSITIVE_INFINITY : readNumber(value, "", fail);
    case "o":
      return asObject(value) ?? fail("must be a JSON object");
    case "*":
      return value;
    case "a":
      return isAddress(text()) ? value : fail("must be a base58 address of 32 bytes");
    case "d":
      return readDate(text(), fail, parent?.[rest]);
    case "k":
      return text() && [...text()].length <= +rest ? value : fail(`must have 1 to ${rest} characters`);
    case "x":
      if (text().length > +rest) fail(`too_long: at most ${rest} characters`);
      return text().trim() ? value : fail('empty: say what to do, for example "swap 1 SOL for USDC"');
    default:
      return readScopes(value, rest, fail);
  }
}

function readNumber(value: unknown, bounds: string, fail: Fail, whole = false): unknown {
  if (typeof value !== "number" || !Number.isFinite(value)) return fail("must be a number");
  if (!bounds) return value;
  const [min, max] = bounds.split(",").map(Number) as [number, number];
  return value >= min && value <= max && (!whole || Number.isInteger(value))
    ? value
    : fail(`must be ${whole ? "an integer" : "a number"} from ${min} to ${max}`);
}

function readUnits(value: unknown, fail: Fail): unknown {
  const exact =
    typeof value === "bigint" || Number.isSafeInteger(value)
      ? (value as number) >= 0
      : typeof value === "string" && /^\d{1,39}$/.test(value);
  return exact ? BigInt(value as number | string) : fail("must be an integer in base units, from 0");
}

function readDate(text: string, fail: Fail, after: unknown): string {
  const time = parseIsoDate(text);
  if (time === undefined)
    return fail("must be an ISO 8601 date, or a date and time with a zone (Z or an offset)");
  return after === undefined || time > Date.parse(after as string) ? text : fail("must be after startDate");
}

function readScopes(value: unknown, known: string, fail: Fail): unknown {
  if (!Array.isArray(value)) return fail("must be an array of scopes");
  for (const scope of value) read(`=${known}`, scope, "scopes");
  if (!value.length) fail("must name at least one scope");
  return new Set(value).size === value.length ? value : fail("must not name a scope twice");
}
