import { U64_MAX } from "../../chain/base-units.js";
import { described, integerOf, type SerdeType, unreadable, wrongKind } from "./serde-type.js";

const U8_MAX = 255n;

/** Text. */
export const string: SerdeType<string> = {
  read: (value) => {
    if (typeof value !== "string") throw wrongKind(value, "a string");
    return value;
  },
};

/** True or false. */
export const boolean: SerdeType<boolean> = {
  read: (value) => {
    if (typeof value !== "boolean") throw wrongKind(value, "a boolean");
    return value;
  },
};

/** True or false; a field that is not there is false. */
export const boolOrFalse: SerdeType<boolean> = { ...boolean, absent: { value: false, inLists: true } };

function unsigned(name: string, most: bigint): SerdeType<bigint> {
  return {
    read: (value) => {
      const integer = integerOf(value);
      if (integer === undefined) throw wrongKind(value, name);
      if (integer >= 0n && integer <= most) return integer;
      throw unreadable(`invalid value: ${described(value)}, expected ${name}`);
    },
  };
}

/** A whole number as the double that is nearest to it: a slot, a length, a limit. */
function counted({ read }: SerdeType<bigint>): SerdeType<number> {
  return { read: (value) => Number(read(value)) };
}

/** An amount: every digit counts. */
export const u64 = unsigned("u64", U64_MAX);
/** A slot, an epoch, a number of a subscription. */
export const slot = counted(u64);
/** A length or a limit. */
export const usize = counted(unsigned("usize", U64_MAX));
/** A byte. */
export const u8 = counted(unsigned("u8", U8_MAX));

/** A value, or nothing: null, or a field that is not there. */
export function option<T>({ read }: SerdeType<T>): SerdeType<T | undefined> {
  return {
    read: (value) => (value === null || value === undefined ? undefined : read(value)),
    absent: { value: undefined, inLists: false },
  };
}

/** A list. */
export function vec<T>({ read }: SerdeType<T>): SerdeType<readonly T[]> {
  return {
    read: (value) => {
      if (!Array.isArray(value)) throw wrongKind(value, "a sequence");
      return value.map(read);
    },
  };
}
