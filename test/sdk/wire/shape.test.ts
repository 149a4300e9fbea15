import * as fc from "fast-check";
import { describeIssue, OPERATIONS, type Operation, type OperationName, tolerant } from "intent-tx/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { en } from "zod/v4/locales";
import { wireTable } from "../../../scripts/build/wire-table.js";
import { InvalidValue, read, type Shape, type Strictness } from "../../../src/wire/shape.js";
import { WIRE } from "../../../src/wire/table.js";
import { forAll } from "../../for-all.js";
import { samplesOf } from "../contract/operation-samples.js";
import { WALLET } from "../harness.js";

// To stay small, the SDK validates with the table in src/wire/table.ts instead of zod. Here both read the same values,
// thousands of them with one invalid field. They must accept the same values with equal results, and report the same
// field and reason for invalid requests.

/** Values of all types, at and beyond the bounds of the contract's fields. */
const ODD = [
  ...[undefined, null, true, false, 5n, 2n ** 70n],
  ...[0, 1, -1, 1.5, 64, 100, 101, 1000, 1001, 5_000_000, 5_000_001, 1e9, 2 ** 53, Number.NaN, Infinity],
  ...["", " ", "x", "0", "12", "-3", "1e3", "\ud800", "day", "swap", "all", "admin"],
  ...["9".repeat(40), "x".repeat(64), "x".repeat(65), "x".repeat(500), "x".repeat(501)],
  ...["2026-01-01", "2026-02-30", "2026-01-01T00:00", "2026-01-01T00:00:00.5Z", "2025-12-31"],
  ...[WALLET, WALLET.slice(1), `${WALLET}1`, "1".repeat(32), "1".repeat(33), "0".repeat(32), "5".repeat(87)],
  ...[[], {}, ["admin"], ["admin", "admin"], ["root"], [7], [null], [{}], { data: [] }],
];

type Path = (string | number)[];
function paths(value: unknown, at: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [at];
  return [at, ...Object.entries(value).flatMap(([name, inner]) => paths(inner, [...at, name]))];
}

function withValue(root: unknown, [first, ...rest]: Path, value: unknown): unknown {
  if (first === undefined) return value;
  const copy = (Array.isArray(root) ? [...root] : { ...(root as object) }) as Record<
    string | number,
    unknown
  >;
  copy[first] = withValue(copy[first], rest, value);
  return copy;
}

function bySdk(shape: Shape, value: unknown, reading: Strictness) {
  try {
    return { value: read(shape, structuredClone(value), reading) };
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error;
    return { field: error.field, reason: error.reason };
  }
}

const parts = ["params", "query", "body"] as const;
const byContract = () => {};
const rows = (Object.entries(OPERATIONS) as [OperationName, Operation][]).flatMap(([name, operation]) => [
  ...parts.flatMap((part) => {
    const schema = operation[part];
    return schema
      ? [
          [name, part, "strict", schema, "strict"] as const,
          [name, part, "contract", tolerant(schema), byContract] as const,
        ]
      : [];
  }),
  [name, "response", "", tolerant(operation.response), undefined] as const,
]);

/** Only reasons, which responses do not have, depend on the messages that an app's import sets. */
const requests = rows.filter(([, part]) => part !== "response");

describe.each([
  ["", undefined, rows],
  [", in an app that imports all of zod", en().localeError, requests],
])("the SDK reads values as zod does%s", (_, localeError, compared) => {
  const before = z.config().localeError;
  beforeAll(() => void z.config({ localeError }));
  afterAll(() => void z.config({ localeError: before }));

  test.each(compared)("%s %s %s", (name, part, _mode, schema: z.ZodMiniType, reading: Strictness) => {
    const shape = (WIRE as unknown as Record<string, Record<string, Shape>>)[name]![part]!;
    const good = samplesOf(name)[part] ?? {};
    const compare = (value: unknown) => {
      const sdk = bySdk(shape, value, reading);
      const zod = schema.safeParse(value);
      // `null` is an absent value in a response. In a request it has the wrong type.
      if (zod.success && reading === byContract && Object.values(Object(value)).includes(null)) return;
      if (zod.success) expect(sdk).toEqual({ value: zod.data });
      else if (reading)
        expect({ value, ...sdk }).toEqual({ value, ...describeIssue(zod.error.issues[0]!, value) });
      else expect(sdk).toHaveProperty("reason");
    };
    expect(bySdk(shape, good, reading)).toHaveProperty("value");
    const extended = [...paths(good), ["unknownField"]];
    for (const path of extended)
      for (const odd of ODD) {
        // The SDK's JSON reader returns large integers as bigint, and `read` accepts them in float fields. zod does
        // not, so bigints in responses are skipped.
        if (typeof odd === "bigint" && !reading) continue;
        // The service validates cursors (decision 3). The SDK only requires a string.
        if (path[0] === "before" || path[0] === "cursor") continue;
        compare(withValue(good, path, odd));
      }
    forAll(50, [fc.jsonValue().filter((value) => !JSON.stringify(value).includes("__proto__"))], (value) =>
      compare(value),
    );
  });
});

test("an integer over 2^53 in a float field is read as a float", () => {
  expect(read("n", 2n ** 60n)).toBe(2 ** 60);
});

test("a code without a meaning throws, and is not read as another", () => {
  expect(() => read("?", ["admin"])).toThrow("No shape has the code ?");
});

test("a request is not modified, and may be frozen", () => {
  const body = Object.freeze({ name: "n", scopes: Object.freeze(["admin"]) });
  expect(read(WIRE["keys.create"].body as Shape, body, "strict")).toBe(body);
});

test("src/wire/table.ts matches the contract's operations", async () => {
  await expect(wireTable()).toMatchFileSnapshot("../../../src/wire/table.ts");
});
