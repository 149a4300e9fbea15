import * as fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { quickCheck } from "../../mock-server/src/kernel/quick-check.js";
import { ROW_SCHEMAS } from "../../mock-server/src/state/schemas.js";
import { TABLE_NAMES, type TableName } from "../../mock-server/src/state/tables.js";
import { MixedRequests } from "../deep/server/mixed-requests.js";
import { lab } from "./lab.js";

type Rows = Partial<Record<TableName, readonly (readonly [string, unknown])[]>>;

let made: Promise<Rows> | undefined;

/** Rows as a server makes them. */
function rowsOfWork(): Promise<Rows> {
  made ??= work();
  return made;
}

async function work(): Promise<Rows> {
  const server = await lab({ limits: "off" });
  const { port } = await server.listen({ port: 0 });
  const mixed = new MixedRequests(server, port, 5);
  for (let at = 0; at < 800; at++) await mixed.next();
  return (await server.snapshot()).state as Rows;
}

/** Every place in a value, as the names that lead to it. */
function* placesOf(value: unknown, path: readonly string[] = []): Generator<readonly string[]> {
  yield path;
  if (typeof value !== "object" || value === null) return;
  for (const [name, inner] of Object.entries(value)) yield* placesOf(inner, [...path, name]);
}

/** A copy with another value at a place, or without it, or with a member that is not its own. */
function changed(value: unknown, path: readonly string[], how: string, other: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) {
    if (how !== "more" || typeof value !== "object" || value === null) return other;
    return Array.isArray(value) ? [...value, other] : { ...value, another: other };
  }
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) };
  const members = copy as Record<string, unknown>;
  if (rest.length === 0 && how === "without") delete members[name];
  else members[name] = changed(members[name], rest, how, other);
  return copy;
}

const OTHERS = [
  ...[undefined, null, true, 0, -1, 1.5, 256, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY, 1e300],
  ...["", "0", "01", "live", "swap", "18446744073709551616", "AAAA", "AAA", "AAAA\n"],
  ...["So11111111111111111111111111111111111111112", "So1111111111111111111111111111111111111111O"],
  ...[[], {}, [null], new Array(2), { length: 2 }, Object.create({ id: "inherited" })],
];

test("a value that the quick check passes is one in which the schema finds nothing wrong", async () => {
  const rows = await rowsOfWork();
  const tables = TABLE_NAMES.filter((table) => (rows[table]?.length ?? 0) > 0);
  const quick = new Map(tables.map((table) => [table, quickCheck(ROW_SCHEMAS[table])]));
  let [passed, refused] = [0, 0];
  fc.assert(
    fc.property(
      fc.constantFrom(...tables),
      fc.nat(),
      fc.nat(),
      fc.constantFrom("other", "without", "more"),
      fc.constantFrom(...OTHERS),
      (table, which, where, how, other) => {
        const all = rows[table] ?? [];
        const row = all[which % all.length]?.[1];
        const places = [...placesOf(row)];
        const value = changed(row, places[where % places.length] ?? [], how, other);
        if (quick.get(table)?.(value) !== true) refused++;
        else {
          passed++;
          expect(ROW_SCHEMAS[table].safeParse(value).error).toBeUndefined();
        }
      },
    ),
    { numRuns: 8000 },
  );
  expect(Math.min(passed, refused)).toBeGreaterThan(200);
});

test("it passes the rows of every table that may be long, as a server makes them", async () => {
  const rows = await rowsOfWork();
  const long = ["parses", "landed", "intents", "built", "ledgerAccounts", "ledgerTransactions"] as const;
  for (const table of long) {
    const check = quickCheck(ROW_SCHEMAS[table]);
    expect(rows[table]?.length, table).toBeGreaterThan(0);
    expect(
      rows[table]?.filter(([, row]) => !check(row)),
      table,
    ).toEqual([]);
  }
});

test("of a schema with a kind or a rule that it does not know it passes nothing", () => {
  const schemas: [z.ZodMiniType, unknown][] = [
    [z.union([z.string(), z.number()]), "a"],
    [z.string().check(z.regex(/a/)), "a"],
    [z.string().check(z.trim()), "a"],
    [z.email(), "a@b.example"],
    [z.int(), 1],
    [z.coerce.number(), 1],
    [z.object({ a: z.string() }), { a: "a" }],
    [z.looseObject({ a: z.string() }), { a: "a" }],
    [z.nullable(z.string()), "a"],
    [z.strictObject({ a: z.optional(z.string()).check(z.refine((value) => value !== "b")) }), { a: "a" }],
    [z.pipe(z.string(), z.transform(Number)), "1"],
  ];
  for (const [schema, value] of schemas) {
    expect(schema.safeParse(value).success).toBe(true);
    expect(quickCheck(schema)(value)).toBe(false);
    expect(quickCheck(z.array(schema))([value])).toBe(false);
  }
});
