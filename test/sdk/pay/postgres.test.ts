import { inspect } from "node:util";
import { PGlite } from "@electric-sql/pglite";
import { ConfigurationError } from "intent-tx";
import { type PostgresClient, PostgresJournal, postgresJournalTable } from "intent-tx/postgres";
import { checkJournal } from "intent-tx/solana";
import { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { record, settleOne } from "./record.js";

let client: PGlite;
beforeAll(async () => {
  client = await PGlite.create();
  await client.exec('CREATE SCHEMA "Shop"');
});
afterAll(() => client?.close());

const rows = async (table: string) =>
  (await client.query<{ id: string }>(`SELECT payment_id AS id FROM ${table} ORDER BY id`)).rows;

describe.each([undefined, "Shop.Payments"])("PostgresJournal in table %s", (table) => {
  const name = table === undefined ? "intent_tx_payments" : '"Shop"."Payments"';
  beforeAll(() => client.exec(postgresJournalTable(table)));
  // Creating it again changes nothing.
  afterAll(() => client.exec(postgresJournalTable(table)));

  test("meets the contract of journals", () =>
    checkJournal(() => new Proxy(new PostgresJournal({ client, table }), {}), {
      // The database uses the machine's clock, so the settled rows are backdated.
      async pass(ms) {
        await client.query(`UPDATE ${name} SET settled_at = settled_at - $1 * interval '1 ms'`, [ms]);
      },
      async damage(paymentId) {
        await client.query(`UPDATE ${name} SET record = '{}' WHERE payment_id = $1`, [paymentId]);
      },
    }));

  test("a settled payment is removed after 7 days, when another one is settled, and then hourly", async () => {
    const [over, open] = ["a", "b"].map((paymentId) => record({ paymentId }));
    const settled = { ...over!, state: "settled" as const, outcome: "landed" as const };
    await client.query(`DELETE FROM ${name}`);
    const journal = new PostgresJournal({ client, table });
    await settleOne(journal);
    for (const one of [settled, open!]) await journal.claim(one);
    await client.query(
      `UPDATE ${name} SET settled_at = now() - interval '7 days' WHERE settled_at IS NOT NULL`,
    );
    await settleOne(journal);
    expect(await rows(name)).toHaveLength(4);
    const later = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 3_600_000);
    await settleOne(journal);
    later.mockRestore();
    await expect.poll(() => rows(name)).toHaveLength(3);
    expect(await rows(name)).toContainEqual({ id: "b" });
  });

  test.each([
    ["never ends", () => new Promise<never>(() => {})],
    ["fails", () => Promise.reject(new Error("lock timeout"))],
  ])("a payment does not wait for the removal of others: it %s", async (_, remove) => {
    const slow: PostgresClient = {
      query: (text, values) => (text.startsWith("DELETE") ? remove() : client.query(text, values)),
    };
    const journal = new PostgresJournal({ client: slow, table });
    const { paymentId } = await settleOne(journal);
    expect(await journal.get(paymentId)).toMatchObject({ outcome: "landed" });
  });
});

test.each([
  ["a record without an outcome", "record"],
  ["an empty record", "'{}'"],
  ["a record of null", "'null'"],
  ["an outcome that is not one", `'{"outcome":"paid"}'`],
  ["an outcome of an open payment", `'{"outcome":"unknown"}'`],
])("%s is neither removed nor taken for none, whatever settled_at says", async (_, json) => {
  const journal = new PostgresJournal({ client });
  const one = record();
  await journal.claim(one);
  await client.query(
    `UPDATE intent_tx_payments SET record = ${json}, settled_at = '-infinity' WHERE payment_id = $1`,
    [one.paymentId],
  );
  await new PostgresJournal({ client }).claim(record());
  expect((await journal.get(one.paymentId)) ?? undefined).toBeDefined();
  expect((await journal.claim(one)) ?? undefined).toBeDefined();
});

test("creates nothing: without its table, every method says how to create it", async () => {
  const journal = new PostgresJournal({ client, table: "absent" });
  const one = record();
  for (const call of [
    () => journal.get("x"),
    () => journal.claim(one),
    () => journal.update(one),
    () => journal.open(),
  ])
    await expect(call()).rejects.toMatchObject({
      name: "ConfigurationError",
      message: expect.stringMatching(
        /^PostgreSQL has no table "absent"\. Create it .*postgresJournalTable\(\)/,
      ),
    });
});

test("other errors of the client are thrown unchanged", async () => {
  const away = new Error("connection terminated");
  const journal = new PostgresJournal({ client: { query: () => Promise.reject(away) } });
  await expect(journal.get("x")).rejects.toBe(away);
});

test("an inspected journal does not show the password of its client", () => {
  const options = { connectionString: "postgres://shop:canary@db.internal/shop" };
  const journal = new PostgresJournal({ client: new Pool(options) });
  expect(inspect(journal, { depth: 9, showHidden: true })).not.toContain("canary");
});

test.each([
  ["no client", {}],
  ["a client without query", { client: { execute: () => {} } }],
  ["an unknown option", { client: { query: () => {} }, name: "payments" }],
  ["an empty name", { client: { query: () => {} }, table: "" }],
  ["SQL in the name", { client: { query: () => {} }, table: 'payments"; DROP TABLE x; --' }],
  ["a name of three parts", { client: { query: () => {} }, table: "a.b.c" }],
  ["a name that is too long", { client: { query: () => {} }, table: "t".repeat(64) }],
])("%s is refused", (_, options) => {
  expect(() => new PostgresJournal(options as unknown as { client: PostgresClient })).toThrow(
    ConfigurationError,
  );
});
