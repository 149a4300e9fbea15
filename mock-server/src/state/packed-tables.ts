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

/**
 * Tables whose rows may be many for as long as a server runs, each with the members whose strings many rows share. Without limits,
 * a hundred thousand intents live at a time; a landed transaction is large, and ten thousand are kept.
 */
const PACKED: ReadonlyMap<TableName, readonly string[]> = new Map<TableName, readonly string[]>([
  ["intents", INTENT],
  ["expiredIntents", EXPIRED],
  ["built", BUILT],
  ["landed", LANDED],
  ["ledgerTransactions", TRANSACTION],
]);

/** An empty place for the rows of a table. */
export function emptyRows(table: TableName): RowMap<unknown> {
  const repeated = PACKED.get(table);
  if (!repeated) return new PlainRows();
  return new PackedRows(new RowPacker(repeated)) as RowMap<unknown>;
}
