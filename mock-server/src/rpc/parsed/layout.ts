import { ByteReader } from "../../formats/byte-reader.js";

// The accounts and instructions of a program as tables: names of accounts, and values in the order of their bytes.

/** A parsed account or instruction. A kind without content has no `info`. */
export interface Words {
  readonly type: string;
  readonly info?: unknown;
}

type Info = Readonly<Record<string, unknown>>;

/** Reads a value. @throws {RangeError} if the data is invalid */
export type Read = (reader: ByteReader) => unknown;
/** Values by name, in the order of their bytes. An undefined value is left out. */
export type Fields = Readonly<Record<string, Read>>;

export const bool: Read = (reader) => reader.bool();
export const u8 = (reader: ByteReader) => reader.u8();
export const u16: Read = (reader) => reader.u16();
export const u32: Read = (reader) => reader.u32();
export const uint64: Read = (reader) => reader.u64();
export const i16: Read = (reader) => reader.i16();
export const i64: Read = (reader) => reader.i64();
export const f64: Read = (reader) => reader.f64();
export const key: Read = (reader) => reader.key();
export const keyOrZero: Read = (reader) => reader.keyOrZero();
export const shortText: Read = (reader) => reader.text();
export const longText: Read = (reader) => reader.longText();
export const decimal64: Read = (reader) => String(reader.u64());
export const decimal128: Read = (reader) => {
  const low = reader.u64();
  return String((reader.u64() << 64n) | low);
};
export const base64Rest: Read = (reader) => [
  Buffer.from(reader.take(reader.left)).toString("base64"),
  "base64",
];

/** A value that follows a flag; undefined if the flag is 0. */
export const optional =
  (read: Read): Read =>
  (reader) =>
    reader.optional(() => read(reader));
export const orNull =
  (read: Read): Read =>
  (reader) =>
    read(reader) ?? null;
export const orNone =
  (read: Read): Read =>
  (reader) =>
    read(reader) ?? undefined;
export const listOf =
  (read: Read): Read =>
  (reader) =>
    reader.list(() => read(reader));

/** The name at the index that a number selects. @throws {RangeError} beyond the end */
export const oneOf =
  (names: readonly string[], read: (reader: ByteReader) => number = u8) =>
  (reader: ByteReader): string => {
    const name = names[read(reader)];
    if (name === undefined) throw new RangeError("no such kind");
    return name;
  };

export const struct =
  (fields: Fields) =>
  (reader: ByteReader): Info => {
    const read = Object.entries(fields).map(([name, value]) => [name, value(reader)]);
    return Object.fromEntries(read.filter(([, value]) => value !== undefined));
  };

/** An instruction during parsing: its accounts, and its data after the tag. */
export interface Call {
  readonly accounts: readonly string[];
  readonly data: ByteReader;
}

/** How an account or an instruction of one kind is parsed. @throws {RangeError} if it is invalid for the kind */
export type Form = (call: Call) => Words;

/**
 * Defines a kind by its accounts and its data.
 *
 * @param accounts - names of the accounts in order, `-` for one without a name. `name?` can be missing, and a missing
 * `name=null` is null. `@name` is an authority: the accounts after it are the signers of a multisig. `*name` is the list
 * of all other accounts
 * @param data - values after the tag, or a function for other forms
 */
export function form(type: string, accounts = "", data: Fields | ((call: Call) => Info) = {}): Form {
  const places = accounts === "" ? [] : accounts.split(" ");
  const required = places.filter((place) => !/\?$|=null$/.test(place)).length;
  const rest = typeof data === "function" ? data : ({ data: reader }: Call) => struct(data)(reader);
  if (required === 0 && typeof data === "object" && Object.keys(data).length === 0) return () => ({ type });
  return (call) => {
    if (call.accounts.length < required) throw new RangeError("there are too few accounts");
    const named = places.map((place, at) => namedAccount(place, at, call.accounts));
    return { type, info: Object.assign({}, ...named, rest(call)) };
  };
}

function namedAccount(place: string, at: number, accounts: readonly string[]): Info {
  const [name = "", orElse] = place.split("=");
  if (name.startsWith("@")) return authority(name.slice(1), accounts.slice(at));
  if (name.startsWith("*")) return { [name.replace(/\W/g, "")]: accounts.slice(at) };
  const account = accounts[at] ?? (orElse === "null" ? null : undefined);
  return name === "-" || account === undefined ? {} : { [name.replace("?", "")]: account };
}

/** An authority, with the signers if it is a multisig. */
export function authority(name: string, [account, ...signers]: readonly string[]): Info {
  if (signers.length === 0) return { [name]: account };
  return { [`multisig${name.charAt(0).toUpperCase()}${name.slice(1)}`]: account, signers };
}

/** Parses data that begins with the number of its kind. @throws {RangeError} if the kind is unknown */
export function byNumber(forms: readonly (Form | undefined)[]) {
  return (data: Uint8Array, accounts: readonly string[] = []): Words => {
    const reader = new ByteReader(data);
    return parsedBy(forms[reader.u32()], accounts, reader);
  };
}

/** @throws {RangeError} if the kind is unknown */
export function parsedBy(found: Form | undefined, accounts: readonly string[], data: ByteReader): Words {
  if (!found) throw new RangeError("no such kind");
  return found({ accounts, data });
}
