import bs58 from "bs58";
import { U64_MAX } from "../chain/base-units.js";
import type { Commitment } from "../ledger/ledger.js";
import { invalidParams, RpcError } from "./rpc-error.js";

/** A configuration object of a call. Keys that the method does not know are ignored, as a node does. */
export type Config = Readonly<Record<string, unknown>>;

/** A value as a node's error messages name it. */
export function described(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (typeof value === "string") return `string ${JSON.stringify(value)}`;
  if (typeof value === "boolean") return `boolean \`${value}\``;
  if (typeof value === "bigint") return `integer \`${value}\``;
  if (typeof value === "number")
    return `${Number.isInteger(value) ? "integer" : "floating point"} \`${value}\``;
  return Array.isArray(value) ? "sequence" : "map";
}

function wrongType(value: unknown, expected: string): RpcError {
  return invalidParams(`Invalid params: invalid type: ${described(value)}, expected ${expected}.`);
}

/** The params of a call as a list of at least `required` and at most `total`. @throws {RpcError} -32602 */
export function paramList(params: unknown, required: number, total: number): readonly unknown[] {
  const list = params === undefined || params === null ? [] : params;
  if (!Array.isArray(list)) throw invalidParams("`params` should be an array");
  if (list.length < required) throw invalidParams(`\`params\` should have at least ${required} argument(s)`);
  if (list.length > total) {
    const problem =
      total === 0 ? "No parameters were expected" : `Expected from ${required} to ${total} parameters.`;
    const got = total === 0 ? rustValue(list) : `"Got: ${list.length}"`;
    throw new RpcError(-32602, `Invalid parameters: ${problem}`, got);
  }
  return list as readonly unknown[];
}

/** A JSON value as Rust shows it to developers, which is what a node tells of params that it does not want. */
function rustValue(value: unknown): string {
  if (value === null) return "Null";
  if (Array.isArray(value)) return `Array([${value.map(rustValue).join(", ")}])`;
  if (typeof value === "string") return `String(${JSON.stringify(value)})`;
  if (typeof value === "boolean") return `Bool(${value})`;
  if (typeof value === "number" || typeof value === "bigint") return `Number(${value})`;
  const entries = Object.entries(value as Config).map(
    ([key, one]) => `${JSON.stringify(key)}: ${rustValue(one)}`,
  );
  return `Object {${entries.join(", ")}}`;
}

/** The configuration object of a call; absent, it is empty. @throws {RpcError} -32602 */
export function configOf(value: unknown, expected = "a configuration object"): Config {
  if (value === undefined || value === null) return {};
  if (typeof value !== "object" || Array.isArray(value)) throw wrongType(value, expected);
  return value as Config;
}

/** A field that a configuration must have. @throws {RpcError} -32602 */
export function fieldOf(config: Config, name: string): unknown {
  const value = config[name];
  if (value === undefined) throw invalidParams(`Invalid params: missing field \`${name}\`.`);
  return value;
}

/** The one key of an object that is one of several things, with its value. @throws {RpcError} -32602 */
export function variantOf(value: unknown): readonly [key: string, value: unknown] {
  const entries = Object.entries(configOf(value));
  const [only] = entries;
  if (!only || entries.length > 1) {
    throw invalidParams("Invalid params: invalid value: map, expected map with a single key.");
  }
  return only;
}

/** A string. @throws {RpcError} -32602 */
export function stringOf(value: unknown): string {
  if (typeof value !== "string") throw wrongType(value, "a string");
  return value;
}

/** A list of at most `most` strings. @throws {RpcError} -32602 */
export function stringsOf(value: unknown, most: number): readonly string[] {
  if (!Array.isArray(value)) throw wrongType(value, "a sequence");
  if (value.length > most) throw invalidParams(`Too many inputs provided; max ${most}`);
  return value.map(stringOf);
}

/** A whole number from 0 to 2^64 - 1. @throws {RpcError} -32602 */
export function u64Of(value: unknown, type = "u64"): bigint {
  if (typeof value === "bigint" && value >= 0n && value <= U64_MAX) return value;
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return BigInt(value);
  const whole = typeof value === "bigint" || (typeof value === "number" && Number.isSafeInteger(value));
  if (whole) throw invalidParams(`Invalid params: invalid value: ${described(value)}, expected ${type}.`);
  throw wrongType(value, type);
}

/** A whole number that a double holds: a slot, a length, a limit. @throws {RpcError} -32602 */
export function countOf(value: unknown, type = "u64"): number {
  return Number(u64Of(value, type));
}

/** Characters of base58 for each byte, at most. */
const BASE58_GROWTH = Math.log(256) / Math.log(58);

function base58Of(value: unknown, length: number, prefix: string): string {
  const text = stringOf(value);
  // Decoding takes quadratic time: a text too long for so many bytes is not looked into, as on a node.
  if (text.length > Math.ceil(length * BASE58_GROWTH)) throw invalidParams(`${prefix}WrongSize`);
  const bytes = bs58.decodeUnsafe(text);
  if (!bytes) throw invalidParams(`${prefix}Invalid`);
  if (bytes.length !== length) throw invalidParams(`${prefix}WrongSize`);
  return text;
}

/** A base58 address. @throws {RpcError} -32602 */
export function addressOf(value: unknown): string {
  return base58Of(value, 32, "Invalid param: ");
}

/** A base58 blockhash. @throws {RpcError} -32602 */
export function blockhashOf(value: unknown): string {
  return base58Of(value, 32, "");
}

/** A base58 signature. @throws {RpcError} -32602 */
export function signatureParam(value: unknown): string {
  return base58Of(value, 64, "Invalid param: ");
}

/** The commitment that a configuration asks for. Finalized is the default, and what an unknown one means. */
export function commitmentOf(config: Config): Commitment {
  const { commitment } = config as { commitment?: unknown };
  return commitment === "processed" || commitment === "confirmed" ? commitment : "finalized";
}

/** As {@link commitmentOf}, for methods that tell of blocks. @throws {RpcError} -32602 for `processed` */
export function blockCommitmentOf(config: Config): Commitment {
  const commitment = commitmentOf(config);
  if (commitment === "processed") throw invalidParams("Method does not support commitment below `confirmed`");
  return commitment;
}
