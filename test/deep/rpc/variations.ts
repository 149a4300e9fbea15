import type { Cast } from "./cast.js";

/** A configuration object: the values of each field that are worth asking for, beside those that no field takes. */
export type Fields = Readonly<Record<string, readonly unknown[]>>;

/** One param of a method: a value that it takes, and the fields if it is a configuration. */
export interface Param {
  readonly value: unknown;
  readonly fields?: Fields;
  readonly odd?: readonly unknown[];
  /** Whether a young chain and an old one differ over small numbers. */
  readonly young?: true;
}

/** Values that few params take. */
const ODD: readonly unknown[] = [null, true, -1, 7, 1.5, 1e20, "x", "", [], ["x"], {}, { x: 1 }];
export const COMMITMENTS = [
  "processed",
  "confirmed",
  "finalized",
  "recent",
  "root",
  "single",
  "max",
  "Confirmed",
];
export const ENCODINGS = ["base58", "base64", "base64+zstd", "jsonParsed", "json", "binary", "BASE64"];
const SLICES = [
  { offset: 0, length: 0 },
  { offset: 1, length: 3 },
  { offset: 1 },
  { length: 1 },
  { offset: -1, length: 1 },
  { offset: "0", length: 1 },
  { offset: 1.5, length: 1 },
  { offset: null, length: 1 },
  { offset: 0, length: 1, x: 1 },
  { offset: 1e19, length: 1e19 },
  [1, 2],
  [1],
];
export const LARGE_SLOT = 9_000_000_000_000;

export const context: Fields = { commitment: COMMITMENTS, minContextSlot: [0, 1, LARGE_SLOT, "1"] };
export const account: Fields = { ...context, encoding: ENCODINGS, dataSlice: SLICES };
export const config = (fields: Fields): Param => ({ value: {}, fields });

/** A value as a name tells of it: without what is a chain's own. */
function show(value: unknown, cast: Cast): string {
  let text = JSON.stringify(value) ?? "absent";
  for (const [name, own] of [...Object.entries(cast.signatures), ["blockhash", cast.blockhash]])
    text = text.replaceAll(own ?? "", `<${name}>`);
  return text.length > 90 ? `${text.slice(0, 30)}… (${text.length})` : text;
}

/** A call with a param that is odd, and what is odd about it. */
export interface Variation {
  readonly what: string;
  readonly params: unknown;
}

/** A method with every param of every wrong kind, one at a time. */
export function variationsOf(params: readonly Param[], cast: Cast): Variation[] {
  const found = new Map<string, unknown>();
  const add = (what: string, value: unknown, given: unknown): void => {
    found.set(`${what} ${show(value, cast)}`, given);
  };
  const values = params.map(({ value }) => value);
  const given = values.slice(0, params.at(-1)?.fields ? -1 : undefined);
  for (const value of [undefined, null, {}, "x", 5, { x: 1 }]) add("params", value, value);
  for (let count = 0; count <= values.length; count++) add("params given:", count, values.slice(0, count));
  for (const extra of [null, {}, 7]) add("and", extra, [...values, extra]);
  for (const [index, { odd = [], fields = {}, young }] of params.entries()) {
    const [before, after] = [values.slice(0, index), given.slice(index + 1)];
    for (const value of [...ODD, ...odd]) {
      if (!(young && value === 7)) add(`param ${index}:`, value, [...before, value, ...after]);
    }
    for (const [field, wanted] of Object.entries(fields)) {
      for (const value of [...ODD, ...wanted])
        add(`${field}:`, value, [...before, { [field]: value }, ...after]);
    }
  }
  return [...found].map(([what, odd]) => ({ what, params: odd }));
}
