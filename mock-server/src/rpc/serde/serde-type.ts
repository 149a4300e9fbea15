import { invalidParams, RpcError } from "../rpc-error.js";

/** How a node's deserializer (serde, of Rust) reads JSON into one of the node's types. */
export interface SerdeType<T> {
  /** @throws {RpcError} -32602 in the deserializer's own words */
  readonly read: (value: unknown) => T;
  /** Stands for a field that an object does not have. Without it, the field is required. */
  readonly absent?: {
    readonly value: T;
    /** Whether it also stands for what a list is too short for. */
    readonly inLists: boolean;
  };
}

/** Types one after the other, as of params. */
export type SerdeTypes = readonly SerdeType<unknown>[];

/** The value that a type reads. */
export type Read<T> = T extends SerdeType<infer V> ? V : never;

/** An object of JSON. */
export type JsonMap = Readonly<Record<string, unknown>>;

/** The error for a value that the deserializer cannot read. */
export function unreadable(problem: string): RpcError {
  return invalidParams(`Invalid params: ${problem}.`);
}

/** A value of a kind that the type does not take. */
export function wrongKind(value: unknown, expected: string): RpcError {
  return unreadable(`invalid type: ${described(value)}, expected ${expected}`);
}

/** Whether a value is an object of JSON. */
export function isMap(value: unknown): value is JsonMap {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const [LEAST, MOST] = [-(2n ** 63n), 2n ** 64n - 1n];

/** A number as the deserializer holds it: an integer of 64 bits, or else a floating point number. */
export function integerOf(value: unknown): bigint | undefined {
  const whole =
    typeof value === "bigint" ? value : Number.isSafeInteger(value) ? BigInt(value as number) : undefined;
  return whole !== undefined && whole >= LEAST && whole <= MOST ? whole : undefined;
}

/** A value as messages name it. */
export function described(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (typeof value === "string") return `string ${JSON.stringify(value)}`;
  if (typeof value === "boolean") return `boolean \`${value}\``;
  if (typeof value !== "number" && typeof value !== "bigint")
    return Array.isArray(value) ? "sequence" : "map";
  const integer = integerOf(value);
  if (integer !== undefined) return `integer \`${integer}\``;
  return `floating point \`${Number.isInteger(Number(value)) ? exponential(Number(value)) : value}\``;
}

/** A whole number beyond 64 bits, with an exponent as Rust writes it. */
function exponential(value: number): string {
  return value.toExponential().replace("e+", "e");
}

/** The first of several types that reads the value. */
export function untagged<T extends SerdeTypes>(name: string, ...types: T): SerdeType<Read<T[number]>> {
  return {
    read: (value) => {
      for (const { read } of types) {
        try {
          return read(value) as Read<T[number]>;
        } catch (error) {
          if (!(error instanceof RpcError)) throw error;
        }
      }
      throw unreadable(`data did not match any variant of untagged enum ${name}`);
    },
  };
}
