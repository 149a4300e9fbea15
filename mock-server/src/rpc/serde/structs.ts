import { isMap, type JsonMap, type Read, type SerdeType, unreadable, wrongKind } from "./serde-type.js";

/** Fields of a struct, in the node's order. */
type Fields = Readonly<Record<string, SerdeType<unknown>>>;

/** A struct as it is read. */
type Struct<F extends Fields> = { readonly [K in keyof F]: Read<F[K]> };

/** Reads the fields in the order in which a node meets them: by their names. Then those that are not there. */
function fieldsOf<F extends Fields>(fields: F): (map: JsonMap) => Struct<F> {
  const named = Object.entries(fields);
  const sorted = [...named].sort(([one], [other]) => (one < other ? -1 : 1));
  return (map) => {
    const struct: Record<string, unknown> = {};
    for (const [name, { read }] of sorted) if (map[name] !== undefined) struct[name] = read(map[name]);
    for (const [name, { absent }] of named) {
      if (map[name] !== undefined) continue;
      if (!absent) throw unreadable(`missing field \`${name}\``);
      struct[name] = absent.value;
    }
    return struct as Struct<F>;
  };
}

/** The fields as a list of their values, in the node's order. */
function listed<F extends Fields>(name: string, fields: F, values: readonly unknown[]): Struct<F> {
  const named = Object.entries(fields);
  const read = named.map(([field, { read, absent }], index) => {
    if (index < values.length) return [field, read(values[index])];
    if (absent?.inLists) return [field, absent.value];
    const elements = `${named.length} element${named.length === 1 ? "" : "s"}`;
    throw unreadable(`invalid length ${index}, expected struct ${name} with ${elements}`);
  });
  if (values.length > named.length)
    throw unreadable(`invalid length ${values.length}, expected fewer elements in array`);
  return Object.fromEntries(read) as Struct<F>;
}

/** An object with fields. As the deserializer does, it also reads a list of their values. */
export function struct<F extends Fields>(name: string, fields: F): SerdeType<Struct<F>> {
  const read = fieldsOf(fields);
  return {
    read: (value) => {
      if (Array.isArray(value)) return listed(name, fields, value);
      if (!isMap(value)) throw wrongKind(value, `struct ${name}`);
      return read(value);
    },
  };
}

/** An object with fields, among which are those of another one. It is no list. */
export function flatStruct<F extends Fields, R extends object>(
  name: string,
  fields: F,
  others: (map: JsonMap) => R,
): SerdeType<Struct<F> & R> {
  const read = fieldsOf(fields);
  return {
    read: (value) => {
      if (!isMap(value)) throw wrongKind(value, `struct ${name}`);
      return { ...read(value), ...others(value) };
    },
  };
}
