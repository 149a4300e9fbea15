import { isAddress } from "../contract/chain.js";
import { isIsoForm, parseIsoDate } from "../contract/dates.js";
import type { RetryClass } from "../contract/operations.js";

/**
 * A contract schema in the compact form used at run time: `table.ts` is generated from the zod schemas, because zod
 * itself (9 kB compressed) and ky together exceed the size budget. A test proves that both forms are equal.
 *
 * An object lists its fields; `name?` is optional and may be `null` in a response, `name?a|b` is so only in the kinds `a` and `b`
 * of an intent. `[shape]` is an array; a function reads the value itself. A string is a code, one letter and its argument:
 *
 * - `s` a string, `S` a non-empty one, `x500` a command of at most 500 characters, `k64` a name, `a` an address
 * - `b` a boolean, `n` a number, `n0,1` a number from 0 to 1, `=a|b` one of a list, `pa|b` a list of scopes
 * - `i1,100` an integer in this range. `j` and `I` also are: the contract states only the upper bound, or neither
 * - `u` base units, `l` a limit, which may be unlimited
 * - `d` a date, `dname` a date after the field `name`
 * - `o` an object, `O` one whose fields with `null` are absent, `Oname` one in which the field `name` is a string
 * - `L` a list of strings
 * - `~code` a value that is `null` if it does not fit the code
 */
export type Shape =
  | string
  | ((value: unknown) => unknown)
  | readonly [Shape]
  | { readonly [field: string]: Shape };

/** Thrown by {@link read}: the problem and its path. */
export class InvalidValue {
  constructor(
    readonly field: string,
    readonly reason: string,
    /** For an unknown field: the known ones. */
    readonly known: readonly string[] = [],
  ) {}
}

/** Called for a field or a value that the contract does not state. `known` are the stated ones. */
export type OnUnknown = (name: string, known: readonly string[], value?: string) => void;

/**
 * How a value is read. With a function, a request is read by what the contract states, and the function gets each part that it does not state.
 * `strict` reads a request by the mock server's decisions too. Without either, a response is read; `lenient` keeps the
 * fields of a response that cannot be read as they are.
 */
export type Strictness = OnUnknown | "strict" | "lenient" | undefined;

export const asObject = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;

function withPath(name: string | number, error: unknown): unknown {
  if (!(error instanceof InvalidValue)) return error;
  return new InvalidValue(error.field ? `${name}.${error.field}` : `${name}`, error.reason, error.known);
}

/**
 * Reads a value by its shape, or throws an {@link InvalidValue}. Responses are modified in place: base units become
 * `bigint`, unknown fields stay. Requests are not modified.
 */
export function read(
  shape: Shape,
  value: unknown,
  reading?: Strictness,
  name = "",
  parent?: Record<string, unknown>,
): unknown {
  if (typeof shape === "function") return shape(value);
  if (typeof shape === "string") return readCode(shape, value, reading, name, parent);
  if (Array.isArray(shape)) return readArray(shape[0] as Shape, value, reading);
  const object = objectIn(value);
  const names = new Set<string>();
  const isResponse = reading === undefined || reading === "lenient";
  for (const [key, inner] of Object.entries<Shape>(shape as { readonly [field: string]: Shape })) {
    const [name, kinds] = key.split("?") as [string, string?];
    names.add(name);
    try {
      const found = Object.hasOwn(object, name) ? object[name] : undefined;
      // The contract does not state whether the fields with the codes k and p are required.
      const isOfKind = !kinds || kinds.includes(`${object["action"] ?? parent?.["action"]}`);
      const optional =
        (kinds !== undefined && isOfKind) || (typeof reading === "function" && /^[kp]/.test(inner as string));
      if (optional && (isResponse ? found == null : found === undefined)) {
        if (isResponse) delete object[name];
        continue;
      }
      const next = read(inner, found, reading, name, object);
      // Writes only changed values, because requests belong to the caller.
      if (next !== found) object[name] = next;
    } catch (error) {
      if (reading !== "lenient") throw withPath(name, error);
    }
  }
  if (!isResponse)
    for (const name of Object.keys(object)) {
      if (names.has(name)) continue;
      if (reading === "strict") throw new InvalidValue(name, "is not a field of this request", [...names]);
      if (object[name] !== undefined) reading(name, [...names]);
    }
  return object;
}

function readArray(shape: Shape, value: unknown, reading: Strictness): unknown {
  if (!Array.isArray(value)) return fail("must be an array", value);
  for (let at = 0; at < value.length; at++)
    try {
      value[at] = read(shape, value[at], reading);
    } catch (error) {
      if (reading !== "lenient") throw withPath(at, error);
    }
  return value;
}

function fail(reason: string, value?: unknown): never {
  throw new InvalidValue("", value === undefined ? "is required" : reason);
}

const objectIn = (value: unknown) => asObject(value) ?? fail("must be a JSON object", value);

const text = (value: unknown) => (typeof value === "string" ? value : fail("must be a string", value));

function readCode(
  code: string,
  value: unknown,
  reading: Strictness,
  name: string,
  parent?: Record<string, unknown>,
): unknown {
  const rest = code.slice(1);
  const onUnknown = typeof reading === "function" ? reading : undefined;
  const kind = code.charAt(0);
  switch (kind) {
    case "~":
      try {
        return readCode(rest, value, reading, name);
      } catch {
        return null;
      }
    case "s":
      return text(value);
    case "S":
      return text(value) || onUnknown ? value : fail("must not be empty", value);
    case "b":
      return typeof value === "boolean" ? value : fail("must be true or false", value);
    case "=":
      return readMember(value, rest, name, onUnknown);
    case "i":
    case "j":
    case "I":
      return readInteger(value, rest, onUnknown && kind);
    case "u":
      return readUnits(value);
    case "l":
    case "n":
      // Unlimited is -1, null or absent (decision 33).
      if (kind === "l" && (value == null || value === -1)) return Number.POSITIVE_INFINITY;
      return readNumber(typeof value === "bigint" ? Number(value) : value, rest);
    case "o":
      return objectIn(value);
    case "O":
      if (rest && reading !== "lenient" && typeof objectIn(value)[rest] !== "string")
        throw new InvalidValue(
          rest,
          "must be a string. Read an answer with other names with validateResponses: false",
        );
      // A `null` means that the field is absent.
      return Object.fromEntries(Object.entries(objectIn(value)).filter(([, one]) => one !== null));
    case "L":
      return readArray("s", value, reading);
    case "a":
      return isAddress(text(value)) ? value : fail("must be a base58-encoded 32-byte address", value);
    case "d":
      return readDate(value, parent?.[rest], onUnknown !== undefined);
    case "k":
      return (text(value) && [...text(value)].length <= +rest) || onUnknown
        ? value
        : fail(`must have 1 to ${rest} characters`, value);
    case "x":
      // The contract does not state how characters are counted.
      if ((onUnknown ? [...text(value)] : text(value)).length > +rest)
        fail(`too_long: at most ${rest} characters`, value);
      return text(value).trim() || onUnknown
        ? value
        : fail('empty: say what to do, for example "swap 1 SOL for USDC"', value);
    case "p":
      return readScopes(value, rest, name, onUnknown);
    default:
      throw new Error(`No shape has the code ${code}.`);
  }
}

function readNumber(value: unknown, bounds: string): unknown {
  if (typeof value !== "number" || !Number.isFinite(value)) return fail("must be a number", value);
  if (!bounds) return value;
  const [min, max] = bounds.split(",").map(Number) as [number, number];
  return value >= min && value <= max ? value : fail(`must be a number from ${min} to ${max}`, value);
}

/** `stated` says which bounds the contract states: `i` both, `j` the upper one, `I` none. If undefined, all are checked. */
function readInteger(value: unknown, rest: string, stated: string | undefined): unknown {
  const number = readNumber(value, "") as number;
  const [, min, max] = /^(\d+),(\d+)/.exec(rest) as RegExpExecArray;
  const low = number < +(min as string) && stated !== "j";
  const high = number > +(max as string);
  return stated === "I" || !(low || high || (!stated && number % 1))
    ? value
    : fail(`must be an integer from ${rest.replace(",", " to ")}`, value);
}

/** A member of a list. The lists of requests are open, unless the reading is strict. */
function readMember(value: unknown, list: string, name: string, onUnknown: OnUnknown | undefined): unknown {
  const known = list.split("|");
  if (known.includes(value as string)) return value;
  if (!onUnknown) return fail(`must be ${known[1] ? "one of " : ""}${known.join(", ")}`, value);
  onUnknown(name, known, text(value));
  return value;
}

function readUnits(value: unknown): unknown {
  const exact =
    typeof value === "bigint" || Number.isSafeInteger(value)
      ? (value as number) >= 0
      : typeof value === "string" && /^\d{1,39}$/.test(value);
  return exact ? BigInt(value as number | string) : fail("must be a non-negative base-unit integer", value);
}

/** The text of a `Date`, also of another realm, or of a date library's object. Other values stay as they are. */
export const dateText = (value: unknown): unknown =>
  typeof (value as Date | undefined)?.toJSON === "function" ? (value as Date).toJSON() : value;

function readDate(value: unknown, after: unknown, anyForm: boolean): unknown {
  const date = dateText(value);
  if (value === null || (typeof date !== "string" && date !== null))
    return fail("must be an ISO 8601 string", value);
  if (anyForm)
    return isIsoForm(date ?? "") ? value : fail("must be an ISO 8601 date, or a date and time", value);
  const time = parseIsoDate(date ?? "");
  if (time === undefined)
    return fail("must be an ISO 8601 date, or a date and time with a zone (Z or an offset)", value);
  return after === undefined || time > Date.parse(String(dateText(after)))
    ? value
    : fail("must be after startDate", value);
}

function readScopes(value: unknown, known: string, name: string, onUnknown: OnUnknown | undefined): unknown {
  if (!Array.isArray(value)) return fail("must be an array of scopes", value);
  for (const scope of value) readMember(scope, known, name, onUnknown);
  if (onUnknown) return value;
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
