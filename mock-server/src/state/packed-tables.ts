import { PackedRows, PlainRows, type RowMap } from "./row-maps.js";
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
  ...(["accountKeys", "mint", "owner", "programId"] as const),
];

interface Packed {
  /** Members whose strings many rows share. */
  readonly repeated: readonly string[];
  readonly keptOpen: number;
  readonly deflated?: boolean;
}

/**
 * Tables whose rows may be many for as long as a server runs: without limits, a hundred thousand intents live at a time. A landed
 * transaction is large, and ten thousand are kept.
 */
const PACKED: ReadonlyMap<TableName, Packed> = new Map<TableName, Packed>([
  ["intents", { repeated: INTENT, keptOpen: 1024 }],
  ["expiredIntents", { repeated: EXPIRED, keptOpen: 64 }],
  ["built", { repeated: BUILT, keptOpen: 1024 }],
  ["landed", { repeated: LANDED, keptOpen: 1024 }],
  ["ledgerTransactions", { repeated: TRANSACTION, keptOpen: 256, deflated: true }],
]);

/** An empty place for the rows of a table. */
export function emptyRows(table: TableName): RowMap<unknown> {
  const packed = PACKED.get(table);
  if (!packed) return new PlainRows();
  return new PackedRows(new RowPacker(packed.repeated, packed.deflated), packed.keptOpen) as RowMap<unknown>;
}
