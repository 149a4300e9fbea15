import * as fc from "fast-check";
import { formatUnits, OutOfRangeError, parseUnits, stringifyJson } from "intent-tx";
import { describe, expect, test } from "vitest";
import { forAll } from "../../for-all.js";

const decimals = fc.integer({ min: 0, max: 30 });
const units = fc.bigInt({ min: -(2n ** 128n), max: 2n ** 128n });

test("formatUnits and parseUnits are inverses, at every size", () => {
  forAll(100, [units, decimals], (value, d) => {
    expect(parseUnits(formatUnits(value, d), d)).toBe(value);
  });
});

test("formatUnits omits trailing zeros, and parseUnits accepts them", () => {
  forAll(100, [units, decimals, fc.integer({ min: 0, max: 5 })], (value, d, zeros) => {
    const text = formatUnits(value, d);
    expect(text).toMatch(/^-?(0|[1-9]\d*)(\.\d*[1-9])?$/);
    const padded = (text.includes(".") ? text : `${text}.`) + "0".repeat(zeros);
    expect(parseUnits(padded, d)).toBe(value);
  });
});

test("a long text is parsed quickly, and not repeated in the error", () => {
  const zeros = "0".repeat(400_000);
  expect(parseUnits(`1.5${zeros}`, 9)).toBe(1_500_000_000n);
  for (const text of [`0.${zeros}1`, `${zeros}x`])
    expect(() => parseUnits(text, 9)).toThrow(
      expect.objectContaining({ name: "OutOfRangeError", message: expect.stringMatching(/^.{20,130}$/) }),
    );
});

test("only text is an amount, since a number may already be rounded", () => {
  for (const odd of [1.5, 5, 5n, -0, Number.NaN, 1e21, null, undefined, true, ["5"], { toString: () => "5" }])
    expect(() => parseUnits(odd as never, 9)).toThrow(OutOfRangeError);
});

test("one more decimal than the token has is refused, never rounded", () => {
  forAll(
    100,
    [decimals, fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.integer({ min: 1, max: 9 })],
    (d, whole, last) => {
      expect(() => parseUnits(`${whole}.${"0".repeat(d)}${last}`, d)).toThrow(/not rounded/);
    },
  );
});

test.each([
  ["1.5", 9, 1_500_000_000n],
  ["1", 0, 1n],
  ["-0.000001", 6, -1n],
  [".5", 1, 5n],
  ["5.", 1, 50n],
  ["007", 2, 700n],
  ["18446744073709551615", 0, 18446744073709551615n],
])("parseUnits(%j, %i)", (text, d, expected) => expect(parseUnits(text, d)).toBe(expected));

test.each([
  "",
  " ",
  ".",
  "-",
  "-.",
  "1e3",
  "1,5",
  "1.2.3",
  "+1",
  "0x10",
  " 1",
  "1 ",
  "١",
  "NaN",
  "Infinity",
  "1_000",
  "--5",
  "5-",
  "５",
])("parseUnits refuses %j", (text) => expect(() => parseUnits(text, 6)).toThrow(RangeError));

describe("invalid decimals", () => {
  test.each([-1, 1.5, Number.NaN, 256])("%s", (d) => {
    expect(() => parseUnits("1", d)).toThrow(RangeError);
    expect(() => formatUnits(1n, d)).toThrow(RangeError);
  });
});

test("stringify is JSON.stringify with bigint as text", () => {
  forAll(100, [fc.jsonValue()], (value) => {
    expect(stringifyJson(value, null, 2)).toBe(JSON.stringify(value, null, 2));
  });
  expect(stringifyJson({ a: 2n ** 64n, b: [1n] })).toBe('{"a":"18446744073709551616","b":["1"]}');
  const hex = (_: string, value: unknown) => (typeof value === "bigint" ? value.toString(16) : value);
  expect(stringifyJson({ a: 255n }, hex)).toBe('{"a":"ff"}');
});
