import { ROW_SCHEMAS, type Row } from "./rows.js";

export type TableName = keyof typeof ROW_SCHEMAS;

export type Tables = { [T in TableName]: Row<(typeof ROW_SCHEMAS)[T]> };

/** All table names, so that snapshots are complete. */
export const TABLE_NAMES = Object.keys(ROW_SCHEMAS) as TableName[];

/** Tables with a part per network. Their keys in a snapshot have the network as prefix: `live:12`. */
const NETWORK_TABLES = [
  "prices",
  "volumes",
  "movedPools",
  "priceScales",
  "ledgerAccounts",
  "unfinalized",
  "ledgerTransactions",
  "lateTransactions",
] as const satisfies readonly TableName[];

export type NetworkTableName = (typeof NETWORK_TABLES)[number];

/** A table without a part per network, which one service opens. `counters` and `meta` belong to State itself. */
export type WorldTableName = Exclude<TableName, NetworkTableName | "counters" | "meta">;

export function isNetworkTable(name: TableName): name is NetworkTableName {
  return (NETWORK_TABLES as readonly TableName[]).includes(name);
}

/** One change of State, as the journal records it. A change without `row` is a deletion. */
export type Write = {
  [T in TableName]: { readonly table: T; readonly key: string; readonly row?: Tables[T] };
}[TableName];

/** All of State as plain JSON. */
export type StateSnapshot = { readonly [T in TableName]?: readonly (readonly [string, Tables[T]])[] };

/** The rows of one network in a snapshot, or of a whole table, by their keys without the prefix. */
export function rowsOf<T extends TableName>(
  snapshot: StateSnapshot,
  table: T,
  prefix = "",
): Map<string, Tables[T]> {
  const rows = (snapshot[table] ?? []).filter(([key]) => key.startsWith(prefix));
  return new Map(rows.map(([key, row]) => [key.slice(prefix.length), row as Tables[T]]));
}
