import fc from "fast-check";
import { expect, test } from "vitest";
import { repeatedName } from "../../mock-server/src/kernel/json.js";
import { readJson } from "../../src/contract/json.js";
import { forAll } from "../for-all.js";

/** A JSON text, its value, and whether one of its objects has a duplicate name. */
interface Written {
  readonly text: string;
  readonly value: unknown;
  readonly repeated: boolean;
}

const space = fc.constantFrom("", "", " ", "\n\t");
/** Strings that look like JSON, like numbers, or like the server's internal notation. */
const words = fc.oneof(
  fc.constantFrom(
    ...["", "a", "b", '"', "\\", '\\"', ":", "{", "]", '":1,"a'],
    ...["\u0000", "\u00005", "1234567890123456789"],
  ),
  fc.stringMatching(/^(int_*)?-?\d{0,30}$/),
  fc.string({ maxLength: 3 }),
);
/** A string and its JSON, either with only the required escapes or with every character escaped. */
const spelled = fc.tuple(words, fc.boolean()).map(([word, escaped]) => ({
  word,
  text: escaped
    ? `"${word.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)}"`
    : JSON.stringify(word),
}));
/** Whole numbers of all magnitudes. Uniform ones would nearly all be far beyond 2^53. */
const whole = fc.tuple(fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }), fc.nat(60)).map(([drawn, shift]) => {
  const number = drawn >> BigInt(shift);
  const value = Number.isSafeInteger(Number(number)) ? Number(number) : number;
  return { text: String(number), value, repeated: false };
});

/** Numbers with a fraction or an exponent, and literals. */
const others = fc
  .oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((number) => /[.e]/.test(String(number))),
    fc.boolean(),
    fc.constant(null),
  )
  .map((value) => ({ text: String(value), value, repeated: false }));

const { json } = fc.letrec<{ json: Written; list: Written; object: Written }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3 },
    whole,
    others,
    spelled.map(({ word, text }) => ({ text, value: word, repeated: false })),
    tie("list"),
    tie("object"),
  ),
  list: fc.array(fc.tuple(space, tie("json")), { maxLength: 3 }).map((items) => ({
    text: `[${items.map(([gap, { text }]) => gap + text + gap).join(",")}]`,
    value: items.map(([, { value }]) => value),
    repeated: items.some(([, { repeated }]) => repeated),
  })),
  object: fc.array(fc.tuple(space, spelled, tie("json")), { maxLength: 4 }).map((members) => ({
    text: `{${members.map(([gap, name, { text }]) => `${gap}${name.text}${gap}:${gap}${text}`).join(",")}}`,
    value: Object.fromEntries(members.map(([, { word }, { value }]) => [word, value])),
    repeated:
      new Set(members.map(([, { word }]) => word)).size < members.length ||
      members.some(([, , { repeated }]) => repeated),
  })),
}));

test("finds duplicate names in an object, however they are escaped, and no others", () => {
  forAll(500, [json], ({ text, repeated }) => {
    expect(repeatedName(text) !== undefined).toBe(repeated);
  });
});

test("reads JSON correctly, with exact integers of every size", () => {
  forAll(500, [json], ({ text, value }) => {
    expect(readJson(text)).toEqual(value);
  });
});
