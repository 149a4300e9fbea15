import { ConfigurationError } from "../errors/errors.js";
import { checkOptions } from "../options/checks.js";
import { type PaymentJournal, type PaymentRecord, SETTLED_KEPT_MS } from "../solana/pay/journal.js";

const DEFAULT_TABLE = "intent_tx_payments";

/** Milliseconds between removals of settled payments. */
const SWEEP_INTERVAL_MS = 3_600_000;

/**
 * Settled payments are kept for 7 days, by the database's clock. Open payments have no `settled_at`, and if one has it
 * nevertheless, as after a repair by hand, the record decides. Early builds wrote `never` for `expired`.
 */
const expired = (row = "") =>
  `${row}settled_at <= now() - interval '${SETTLED_KEPT_MS} milliseconds'
   AND ${row}record->>'outcome' IN ('landed', 'failed', 'expired', 'not-sent', 'never')`;
const EXPIRED = expired();

/** PostgreSQL's code for a table that does not exist. */
const UNDEFINED_TABLE = "42P01";

/**
 * A connection to PostgreSQL: a pool or client of `pg`, or a PGlite database. You connect and close it. Statements must
 * be committed when `query` resolves, so a client must not be inside a transaction.
 */
export interface PostgresClient {
  /**
   * Runs one statement.
   * @param text The statement, with `$1`, `$2` for values.
   * @param values The values.
   */
  query(text: string, values: unknown[]): Promise<{ readonly rows: readonly unknown[] }>;
}

/** Options of `PostgresJournal`. */
export interface PostgresJournalOptions {
  /** A `pg` pool, a PGlite database, or another client with the same `query`. */
  readonly client: PostgresClient;
  /** Name of the table, with its schema if needed, such as `shop.payments`. Default `intent_tx_payments`. */
  readonly table?: string | undefined;
}

/** Validates a table's name, and quotes its parts. */
function quotedName(table: unknown): string {
  if (typeof table !== "string" || !/^[a-z_]\w{0,62}(?:\.[a-z_]\w{0,62})?$/i.test(table))
    throw new ConfigurationError(
      'table must be a name such as "payments" or "shop.payments": letters, digits and _.',
    );
  return table.replaceAll(/\w+/g, '"$&"');
}

/**
 * The SQL that creates the table of a {@link PostgresJournal} and its index, unless they exist, for a migration.
 * @param table Name of the table, as in the journal's options. Default `intent_tx_payments`.
 * @throws ConfigurationError when the name contains characters other than letters, digits and `_`.
 * @example
 * ```ts
 * import { postgresJournalTable } from "intent-tx/postgres";
 * console.log(postgresJournalTable("payments"));
 * ```
 */
export function postgresJournalTable(table: string = DEFAULT_TABLE): string {
  const name = quotedName(table);
  return `CREATE TABLE IF NOT EXISTS ${name} (
  payment_id text PRIMARY KEY,
  version integer NOT NULL,
  record json NOT NULL,
  settled_at timestamptz
);
CREATE INDEX IF NOT EXISTS "${table.replace(/.*\./, "").slice(0, 50)}_settled_at" ON ${name} (settled_at);
`;
}

/**
 * Stores payments in a table of PostgreSQL, for processes on many machines. It creates nothing: run
 * {@link postgresJournalTable} in a migration. Keep `synchronous_commit` on, so that a stored record survives a crash of
 * the server; a failover to an asynchronous replica can lose a record that was just stored. Errors of the client are
 * thrown unchanged, and `ConfigurationError` when the table does not exist.
 * @example
 * ```ts no-run
 * import { PostgresJournal, postgresJournalTable } from "intent-tx/postgres";
 * import { PGlite } from "@electric-sql/pglite"; // or a Pool of `pg`
 * const client = await PGlite.create("payments");
 * await client.exec(postgresJournalTable());
 * const journal = new PostgresJournal({ client });
 * const open = await journal.open();
 * ```
 */
export class PostgresJournal implements PaymentJournal {
  // No #private members, which a Proxy of the journal does not have. A function, because the options of a client can contain
  // a password, which `inspect` would show.
  private readonly query: PostgresClient["query"];
  private readonly table: string;
  private sweptAt = Number.NEGATIVE_INFINITY;

  /**
   * @param options The client, and the table if it has another name.
   * @throws ConfigurationError when an option is unknown or invalid.
   */
  constructor(options: PostgresJournalOptions) {
    checkOptions(options, { client: true, table: true }, "{ client }");
    const { client } = options;
    if (typeof client?.query !== "function")
      throw new ConfigurationError(
        "PostgresJournal needs a client with query(text, values), such as a pg Pool.",
      );
    this.query = (text, values) => client.query(text, values);
    this.table = quotedName(options.table ?? DEFAULT_TABLE);
  }

  async get(paymentId: string): Promise<PaymentRecord | undefined> {
    const [record] = await this.records(`payment_id = $1 AND (${EXPIRED}) IS NOT TRUE`, paymentId);
    return record;
  }

  async claim(record: PaymentRecord): Promise<PaymentRecord | undefined> {
    for (;;) {
      const isStored = await this.write(
        `INSERT INTO ${this.table} AS stored (payment_id, version, record, settled_at)
         VALUES ($1, $2, $3::text::json, CASE WHEN $4::boolean THEN now() END)
         ON CONFLICT (payment_id) DO UPDATE
         SET version = excluded.version, record = excluded.record, settled_at = excluded.settled_at
         WHERE ${expired("stored.")} RETURNING 1`,
        record,
      );
      const existing = isStored ? undefined : await this.get(record.paymentId);
      // If the existing record expired after the statement, tries again.
      if (isStored || existing !== undefined) return existing;
    }
  }

  async update(record: PaymentRecord): Promise<boolean> {
    const isStored = await this.write(
      `UPDATE ${this.table}
       SET version = $2, record = $3::text::json, settled_at = CASE WHEN $4::boolean THEN now() END
       WHERE payment_id = $1 AND version = $2 - 1 AND (${EXPIRED}) IS NOT TRUE RETURNING 1`,
      record,
    );
    // A payment that has begun must not wait for the removal of others.
    if (isStored && record.outcome !== undefined) this.sweep().catch(() => undefined);
    return isStored;
  }

  open(): Promise<readonly PaymentRecord[]> {
    return this.records("settled_at IS NULL");
  }

  private async records(where: string, ...values: string[]): Promise<PaymentRecord[]> {
    // As text, because clients can be set to parse json differently.
    const rows = await this.run(`SELECT record::text AS record FROM ${this.table} WHERE ${where}`, values);
    // A record of null is a damaged row, not a missing one.
    return rows.map((row) => JSON.parse((row as { readonly record: string }).record) ?? {});
  }

  /** Returns true if the statement wrote a row. */
  private async write(text: string, record: PaymentRecord): Promise<boolean> {
    const { paymentId, version, outcome } = record;
    const rows = await this.run(text, [paymentId, version, JSON.stringify(record), outcome !== undefined]);
    return rows.length === 1;
  }

  /** Removes payments that were settled at least 7 days ago. If it fails, they stay for another hour. */
  private async sweep(): Promise<void> {
    const now = Date.now();
    if (now - this.sweptAt < SWEEP_INTERVAL_MS) return;
    this.sweptAt = now;
    // Skips rows that other processes are removing or claiming, so that they do not wait for each other.
    const old = `SELECT payment_id FROM ${this.table} WHERE ${EXPIRED} FOR UPDATE SKIP LOCKED`;
    await this.run(`DELETE FROM ${this.table} WHERE payment_id IN (${old})`, []);
  }

  private async run(text: string, values: unknown[]): Promise<readonly unknown[]> {
    try {
      return (await this.query(text, values)).rows;
    } catch (cause) {
      if ((Object(cause) as { readonly code?: unknown }).code !== UNDEFINED_TABLE) throw cause;
      throw new ConfigurationError(
        `PostgreSQL has no table ${this.table}. Create it with the SQL that postgresJournalTable() returns.`,
        { cause },
      );
    }
  }
}
