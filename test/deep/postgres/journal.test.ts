import { PostgresJournal, postgresJournalTable } from "intent-tx/postgres";
import { afterAll, beforeAll, describe } from "vitest";
import { journalSuite } from "../../sdk/pay/journal-suite.js";
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

  journalSuite(() => ({
    journal: () => new PostgresJournal({ client: server.pool }),
    // Postgres uses the machine's clock, so the settled rows are backdated.
    drift: 60_000,
    pass: async (ms) => {
      await server.pool.query(
        "UPDATE intent_tx_payments SET settled_at = settled_at - $1 * interval '1 ms'",
        [ms],
      );
    },
  }));
});
