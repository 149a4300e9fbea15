import * as fc from "fast-check";
import { expect, test } from "vitest";
import { parseJson } from "../../../src/wire/json.js";

/** JSON in which a bigint is written as a number. */
const write = (value: unknown): string => {
  if (typeof value === "bigint") return value.toString();
  if (Array.isArray(value)) return `[${value.map(write).join(", ")}]`;
  if (typeof value === "object" && value !== null)
    return `{${Object.entries(value)
      .map(([key, inner]) => `${JSON.stringify(key)}: ${write(inner)}`)
      .join(", ")}}`;
  return JSON.stringify(value);
};
/** The value that parsing must return: safe integers as numbers, larger ones as bigint. */
const expected = (value: unknown): unknown => {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  // JSON writes floats up to 10^21 without an exponent, so readers take them for integers.
  if (typeof value === "number" && Number.isInteger(value) && !String(value).includes("e"))
    return Number.isSafeInteger(value) ? value : BigInt(String(value));
  if (Array.isArray(value)) return value.map(expected);
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, expected(inner)]));
  return value;
};
const plain = (value: unknown): unknown => (Object.is(value, -0) ? 0 : value);

const tree = fc.letrec((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    fc.bigInt({ min: -(2n ** 130n), max: 2n ** 130n }),
    fc.string(),
    fc.stringMatching(/^(int_*)?-?\d{0,30}$/),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(plain),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("node"), { maxLength: 5 }),
    fc.dictionary(
      fc.string().filter((key) => key !== "__proto__"),
      tie("node"),
      { maxKeys: 5, noNullPrototype: true },
    ),
  ),
})).node;

test("integers of every size are exact, and strings that look like integers stay strings", () => {
  fc.assert(
    fc.property(tree, (value) => {
      expect(parseJson(write(value))).toEqual(expected(value));
    }),
    { numRuns: 500 },
  );
});

test("everything else is as JSON.parse reads it", () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(parseJson(text)).toEqual(expected(JSON.parse(text)));
    }),
  );
});

test("refuses what JSON.parse refuses, also next to a big integer", () => {
  const BIG = "12345678901234567890";
  const texts = [
    "",
    "{",
    `${BIG}123.`,
    `0${BIG}`,
    `-0${BIG}`,
    `+${BIG}`,
    `${BIG} ${BIG}`,
    `"${BIG}`,
    `${BIG}"a"`,
    `{${BIG}:1}`,
    `[${BIG},]`,
    `${BIG}.5.${BIG}`,
    `a${BIG}`,
    `'${BIG}'`,
  ];
  for (const text of texts) {
    expect(() => JSON.parse(text)).toThrow();
    expect(() => parseJson(text), text).toThrow(SyntaxError);
  }
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'01239-+.eE",:[]{} \\') }), (junk) => {
      const text = junk + BIG + junk;
      const valid = (() => {
        try {
          JSON.parse(text);
          return true;
        } catch {
          return false;
        }
      })();
      if (valid) expect(() => parseJson(text)).not.toThrow();
      else expect(() => parseJson(text)).toThrow();
    }),
    { numRuns: 2000 },
  );
});

test("floats and exponents stay numbers with any digits", () => {
  expect(parseJson("[0.12345678901234567, 12345678901234567e3, -1.7976931348623157e308]")).toEqual([
    Number("0.12345678901234567"),
    Number("12345678901234567e3"),
    -Number.MAX_VALUE,
  ]);
});

test("an escaped string stays a string next to a big integer", () => {
  const texts = ["\\u0069nt77", "\\u0069ntro", "int_\\u005f77", "\\u0030.5:7"];
  for (const text of texts)
    expect(parseJson(`{"a":12345678901234567890,"s":"${text}"}`)).toEqual({
      a: 12345678901234567890n,
      s: JSON.parse(`"${text}"`),
    });
});

test.each([
  ["a truncated response with many escaped quotes", `{"a":"1234567890123456${'\\"'.repeat(600_000)}`],
  ["a text of underscores", `{"a":"1234567890123456int${"_".repeat(3_000_000)}"}`],
])("%s takes linear time", (_, text) => {
  // If reading took quadratic time, the test would time out.
  try {
    parseJson(text);
  } catch (error) {
    expect(error).toBeInstanceOf(SyntaxError);
  }
});

test("a long text with escapes does not overflow", () => {
  const text = JSON.stringify({ a: '"\\'.repeat(500_000), b: 1 }).replace(
    '"b":1',
    '"b":12345678901234567890',
  );
  expect((parseJson(text) as { b: bigint }).b).toBe(12345678901234567890n);
});
