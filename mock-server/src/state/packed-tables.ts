import { PackedRows, PlainRows, type RowMap } from "./row-maps.js";
import { RowPacker } from "./row-packer.js";
import type { LandedRow } from "./rows-accounts.js";
import type { BuiltRow, ExpiredIntentRow, IntentRow, MarketInfoRow } from "./rows-intents.js";
import type { TableName } from "./tables.js";

const INTENT: readonly (keyof IntentRow | keyof MarketInfoRow)[] = [
  ...(["intentId", "account", "environment", "walletAddress", "action", "side"] as const),
  ...(["inputMint", "outputMint", "id", "label"] as const),
];
const EXPIRED: readonly (keyof ExpiredIntentRow)[] = ["account", "environment", "walletAddress"];
const BUILT: readonly (keyof BuiltRow)[] = ["account", "environment", "walletAddress", "action"];
const LANDED: readonly (keyof LandedRow)[] = ["account", "action"];

/**
 * Tables whose rows may be many for as long as a server runs (without limits, a hundred thousand intents live at a time), each
 * with the members whose strings many rows share.
 */
const PACKED: ReadonlyMap<TableName, readonly string[]> = new Map<TableName, readonly string[]>([
  ["intents", INTENT],
  ["expiredIntents", EXPIRED],
  ["built", BUILT],
  ["landed", LANDED],
]);

/** An empty place for the rows of a table. */
export function emptyRows(table: TableName): RowMap<unknown> {
  const repeated = PACKED.get(table);
  return repeated ? (new PackedRows(new RowPacker(repeated)) as RowMap<unknown>) : new PlainRows();
}
