import { invalidParams, RpcError } from "../rpc-error.js";
import { isMap, type JsonMap, type Read, type SerdeTypes, unreadable, wrongKind } from "./serde-type.js";

/** The params of a call, read: those that are required, and then those that may be left out. */
export type ParamValues<R extends SerdeTypes, O extends SerdeTypes> = [
  ...{ -readonly [K in keyof R]: Read<R[K]> },
  ...{ -readonly [K in keyof O]: Read<O[K]> | undefined },
];

function isAbsent(params: unknown): params is null | undefined {
  return params === undefined || params === null;
}

/** Params of which some may be left out, or be null. @throws {RpcError} -32602 */
export function readParams<R extends SerdeTypes, O extends SerdeTypes>(
  params: unknown,
  required: R,
  optional: O,
): ParamValues<R, O> {
  const list = isAbsent(params) ? [] : params;
  const total = required.length + optional.length;
  if (total === 0) refuseParams(list);
  if (!Array.isArray(list)) throw invalidParams("`params` should be an array");
  if (list.length < required.length)
    throw invalidParams(`\`params\` should have at least ${required.length} argument(s)`);
  if (list.length > total) {
    const problem = `Expected from ${required.length} to ${total} parameters.`;
    throw new RpcError(-32602, `Invalid parameters: ${problem}`, `"Got: ${list.length}"`);
  }
  const given = required.map(({ read }, index) => read(list[index]));
  const others = optional.map(({ read }, index) => {
    const value: unknown = list[required.length + index];
    return isAbsent(value) ? undefined : read(value);
  });
  return [...given, ...others] as ParamValues<R, O>;
}

function refuseParams(params: unknown): void {
  if (Array.isArray(params) && params.length === 0) return;
  const shown = isMap(params) ? `Map({${entriesOf(params)}})` : debug(params);
  throw new RpcError(-32602, "Invalid parameters: No parameters were expected", shown);
}

/** Params of which none may be left out. @throws {RpcError} -32602 */
export function readTuple<const R extends SerdeTypes>(params: unknown, types: R): ParamValues<R, []> {
  const expected = `a tuple of size ${types.length}`;
  if (!Array.isArray(params)) throw wrongKind(params, expected);
  const values = types.map(({ read }, index) => {
    if (index < params.length) return read(params[index]);
    throw unreadable(`invalid length ${index}, expected ${expected}`);
  });
  if (params.length > types.length)
    throw unreadable(`invalid length ${params.length}, expected fewer elements in array`);
  return values as ParamValues<R, []>;
}

/** A JSON value as Rust shows it to developers: so a node tells of params that it does not want. */
function debug(value: unknown): string {
  if (value === null) return "Null";
  if (Array.isArray(value)) return `Array([${value.map(debug).join(", ")}])`;
  if (typeof value === "string") return `String(${JSON.stringify(value)})`;
  if (typeof value === "boolean") return `Bool(${value})`;
  return isMap(value) ? `Object {${entriesOf(value)}}` : `Number(${String(value)})`;
}

function entriesOf(map: JsonMap): string {
  return Object.entries(map)
    .map(([key, one]) => `${JSON.stringify(key)}: ${debug(one)}`)
    .join(", ");
}
