import * as fc from "fast-check";
import { expect, test } from "vitest";
import { readJson } from "../../../src/contract/json.js";
import { forAll } from "../../for-all.js";

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
    expect(() => readJson(text), text).toThrow(SyntaxError);
  }
  forAll(2000, [fc.string({ unit: fc.constantFrom(...'01239-+.eE",:[]{} \\') })], (junk) => {
    const text = junk + BIG + junk;
    const valid = (() => {
      try {
        JSON.parse(text);
        return true;
      } catch {
        return false;
      }
    })();
    if (valid) expect(() => readJson(text)).not.toThrow();
    else expect(() => readJson(text)).toThrow();
  });
});

test("floats and exponents stay numbers with any digits", () => {
  expect(readJson("[0.12345678901234567, 12345678901234567e3, -1.7976931348623157e308]")).toEqual([
    Number("0.12345678901234567"),
    Number("12345678901234567e3"),
    -Number.MAX_VALUE,
  ]);
});

test("an escaped string stays a string next to a big integer", () => {
  const texts = ["\\u0069nt77", "\\u0069ntro", "int_\\u005f77", "\\u0030.5:7"];
  for (const text of texts)
    expect(readJson(`{"a":12345678901234567890,"s":"${text}"}`)).toEqual({
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
    readJson(text);
  } catch (error) {
    expect(error).toBeInstanceOf(SyntaxError);
  }
});

test("a long text with escapes does not overflow", () => {
  const text = JSON.stringify({ a: '"\\'.repeat(500_000), b: 1 }).replace(
    '"b":1',
    '"b":12345678901234567890',
  );
  expect((readJson(text) as { b: bigint }).b).toBe(12345678901234567890n);
});

test("deep nesting around a big integer does not overflow", () => {
  const depth = 200_000;
  let value = readJson(`${"[".repeat(depth)}12345678901234567890${"]".repeat(depth)}`);
  for (let at = 0; at < depth; at++) [value] = value as [unknown];
  expect(value).toBe(12345678901234567890n);
});

test("a member named __proto__ stays a member", () => {
  const value = readJson('{"__proto__":12345678901234567890}') as object;
  expect(Object.entries(value)).toEqual([["__proto__", 12345678901234567890n]]);
});
