import fc from "fast-check";
import { expect, test } from "vitest";
import { answeredAgain, writeObject } from "../../mock-server/src/kernel/json-object.js";

const { payload } = fc.letrec((tie) => ({
  leaf: fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("", "a b", 'say "no"', "\u2028", "\ud800", "\u0000", "back\\slash", "é"),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(-0, 0, 1e21, 1e-7, 5e-324, 2 ** 53),
    fc.bigInt(),
    fc.boolean(),
    fc.constantFrom(null, undefined),
  ),
  value: fc.oneof({ depthSize: "small" }, tie("leaf"), fc.array(tie("leaf")), tie("payload")),
  payload: fc.dictionary(
    fc.oneof(fc.string(), fc.constantFrom("__proto__", "a-b", 'a"b', "1")),
    tie("value"),
  ),
}));

/** JSON as it is told of, with base units as integers. */
function json(value: unknown): string {
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  if (Array.isArray(value)) return `[${value.map(json).join(",")}]`;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${json(member)}`).join(",")}}`;
}

test("an object is written as JSON of it is", () => {
  fc.assert(
    fc.property(payload, (value) => {
      const given = value as object;
      expect(writeObject(given)).toBe(json(given));
      // Its text is kept, and the same.
      expect(writeObject({ again: answeredAgain(given) })).toBe(json({ again: given }));
      expect(writeObject({ again: given })).toBe(json({ again: given }));
    }),
    { numRuns: 300 },
  );
});

test("what JSON cannot hold is refused with its name", () => {
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY])
    expect(() => writeObject({ data: { price: value } })).toThrow(
      new TypeError(`"price" is ${value}, which JSON cannot hold`),
    );
});
