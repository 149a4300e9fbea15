import { PostgresJournal, postgresJournalTable } from "intent-tx/postgres";
import { checkJournal } from "intent-tx/solana";
import { afterAll, beforeAll, describe, test } from "vitest";
import { BIN, startPostgres } from "./server.js";

if (BIN === undefined) {
  console.warn("skipped: postgres: PostgresJournal against a real server (apt-get install postgresql)");
}

describe.skipIf(BIN === undefined)("PostgresJournal", () => {
  let server: Awaited<ReturnType<typeof startPostgres>>;
  beforeAll(async () => {
    server = await startPostgres(BIN ?? "");
    await server.pool.query(postgresJournalTable());
  });
  afterAll(() => server?.close());

  test("meets the contract of journals", () =>
    checkJournal(() => new PostgresJournal({ client: server.pool }), {
      // Postgres uses the machine's clock, so the settled rows are backdated.
      async pass(ms) {
        await server.pool.query(
          "UPDATE intent_tx_payments SET settled_at = settled_at - $1 * interval '1 ms'",
          [ms],
        );
      },
    }));
});
