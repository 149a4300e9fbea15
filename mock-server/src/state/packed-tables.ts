import { PackedRows } from "./packed-rows.js";
import { PlainRows, type RowMap } from "./row-maps.js";
import { RowPacker } from "./row-packer.js";
import type { LandedRow } from "./rows-accounts.js";
import type { BuiltRow, ExpiredIntentRow, IntentRow, MarketInfoRow } from "./rows-intents.js";
import type { LedgerTransactionRow, TokenBalanceRow } from "./rows-ledger.js";
import type { TableName } from "./tables.js";

const INTENT: readonly (keyof IntentRow | keyof MarketInfoRow)[] = [
  ...(["intentId", "account", "environment", "walletAddress", "action", "side"] as const),
  ...(["inputMint", "outputMint", "id", "label"] as const),
];
const EXPIRED: readonly (keyof ExpiredIntentRow)[] = ["account", "environment", "walletAddress"];
const BUILT: readonly (keyof BuiltRow)[] = ["account", "environment", "walletAddress", "action"];
const LANDED: readonly (keyof LandedRow)[] = ["account", "action"];

const TRANSACTION: readonly (keyof LedgerTransactionRow | keyof TokenBalanceRow)[] = [
  ...(["accountKeys", "mint", "owner", "programId", "logs"] as const),
];

/** Rows that are deflated together: to read one of them takes a tenth of a millisecond. */
const BLOCK_ROWS = 64;
/** The same of landed transactions, each as large as ten others. */
const BLOCK_TRANSACTIONS = 8;

interface Packing {
  /** The members whose strings many rows share. */
  readonly repeated: readonly string[];
  readonly blockRows: number;
}

/**
 * Tables whose rows may be many for as long as a server runs. Without limits, a hundred thousand intents live at a time; a landed
 * transaction is large, and ten thousand are kept.
 */
const PACKED: ReadonlyMap<TableName, Packing> = new Map<TableName, Packing>([
  ["intents", { repeated: INTENT, blockRows: BLOCK_ROWS }],
  ["expiredIntents", { repeated: EXPIRED, blockRows: BLOCK_ROWS }],
  ["built", { repeated: BUILT, blockRows: BLOCK_ROWS }],
  ["landed", { repeated: LANDED, blockRows: BLOCK_ROWS }],
  ["ledgerTransactions", { repeated: TRANSACTION, blockRows: BLOCK_TRANSACTIONS }],
]);

/** Whether a table may have very many rows. */
export function isPacked(table: TableName): boolean {
  return PACKED.has(table);
}

/** An empty place for the rows of a table. */
export function emptyRows(table: TableName): RowMap<unknown> {
  const packing = PACKED.get(table);
  if (!packing) return new PlainRows();
  return new PackedRows(new RowPacker(packing.repeated), packing.blockRows) as RowMap<unknown>;
}
