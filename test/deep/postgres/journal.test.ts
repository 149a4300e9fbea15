import { afterAll, beforeAll, describe } from "vitest";
import { postgresJournal, TABLE } from "../../../examples/postgres-journal.js";
import { journalSuite } from "../../sdk/pay/journal-suite.js";
import { BIN, startPostgres } from "./server.js";

if (BIN === undefined) {
  console.warn("skipped: postgres: the journal recipe against a real server (apt-get install postgresql)");
}

describe.skipIf(BIN === undefined)("the journal of examples/postgres-journal.ts", () => {
  let server: Awaited<ReturnType<typeof startPostgres>>;
  beforeAll(async () => {
    server = await startPostgres(BIN ?? "");
    await server.pool.query(TABLE);
  });
  afterAll(() => server?.close());

  journalSuite(() => ({
    journal: () => postgresJournal(server.pool),
    // Postgres uses the machine's clock, so the settled rows are backdated.
    pass: async (ms) => {
      await server.pool.query("UPDATE payments SET settled_at = settled_at - $1 * interval '1 ms'", [ms]);
    },
  }));
});
