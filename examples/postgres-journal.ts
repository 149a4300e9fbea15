// A payment journal in Postgres, for `execute` and `resume` from intent-tx/solana.
import type { PaymentJournal, PaymentRecord } from "intent-tx/solana";

/** A `pg` pool, or another client with the same `query` method. */
export interface Database {
  query(
    sql: string,
    values?: unknown[],
  ): Promise<{ readonly rows: { readonly record: PaymentRecord }[]; readonly rowCount: number | null }>;
}

export const TABLE = `
  CREATE TABLE IF NOT EXISTS payments (
    payment_id text PRIMARY KEY,
    version integer NOT NULL,
    record json NOT NULL,
    settled_at timestamptz
  );
  CREATE INDEX IF NOT EXISTS payments_settled ON payments (settled_at)`;

/** Settled payments are kept for 7 days, measured by the database's clock. Open payments are kept forever. */
const OVER = "settled_at <= now() - interval '7 days'";

export function postgresJournal(database: Database): PaymentJournal {
  const records = async (where: string, ...values: string[]) => {
    const { rows } = await database.query(`SELECT record FROM payments WHERE ${where}`, values);
    return rows.map(({ record }) => record);
  };
  const get = async (paymentId: string) =>
    (await records(`payment_id = $1 AND (${OVER}) IS NOT TRUE`, paymentId))[0];
  const run = async (sql: string, { paymentId, version, ...rest }: PaymentRecord) => {
    const text = JSON.stringify({ version, paymentId, ...rest });
    const { rowCount } = await database.query(sql, [paymentId, version, text, rest.outcome !== undefined]);
    return rowCount === 1;
  };
  return {
    get,
    open: () => records("settled_at IS NULL"),
    async claim(record) {
      for (;;) {
        await database.query(`DELETE FROM payments WHERE ${OVER}`);
        const stored = await run(
          `INSERT INTO payments (payment_id, version, record, settled_at)
           VALUES ($1, $2, $3, CASE WHEN $4 THEN now() END) ON CONFLICT DO NOTHING`,
          record,
        );
        const there = stored ? undefined : await get(record.paymentId);
        if (stored || there !== undefined) return there;
      }
    },
    update: (record) =>
      run(
        `UPDATE payments SET version = $2, record = $3, settled_at = CASE WHEN $4 THEN now() END
         WHERE payment_id = $1 AND version = $2 - 1 AND (${OVER}) IS NOT TRUE`,
        record,
      ),
  };
}
