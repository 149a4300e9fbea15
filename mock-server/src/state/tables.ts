import type {
  AccountRow,
  KeyRow,
  LandedRow,
  MetricHourRow,
  ParseRow,
  UsageRow,
  WindowRow,
} from "./rows-accounts.js";
import type { FaultRow, IdempotencyRow, NameRow } from "./rows-control.js";
import type { BuiltRow, ExpiredIntentRow, IntentRow } from "./rows-intents.js";
import type {
  LateTransactionRow,
  LedgerAccountRow,
  LedgerTransactionRow,
  PastStatusesRow,
  UnfinalizedRow,
} from "./rows-ledger.js";
import type { MovedPoolRow, PriceRow, PriceScaleRow, VolumeRow } from "./rows-market.js";

/**
 * A World's tables. Rows are plain JSON (no bigint, bytes or Date): amounts are decimal strings, bytes are base64,
 * times are milliseconds since 1970. Rows are immutable: changes replace them.
 */
export interface Tables {
  /** Numbers drawn so far by purpose (`State.next`), and numbers stored by name (`State.remember`). */
  counters: number;
  /** By account id. */
  accounts: AccountRow;
  /** By key id. */
  keys: KeyRow;
  /** Requests and builds within a rate-limit window, by owner and kind of window. */
  windows: WindowRow;
  /** Handled requests, by owner and billing period. */
  usage: UsageRow;
  /** Commands of the last 31 days, by account and number. */
  parses: ParseRow;
  /** Older commands and transactions, by account and hour. */
  metricHours: MetricHourRow;
  /** Landed transactions of the last 31 days that the service built, by signature (and account, if several). */
  landed: LandedRow;
  /** By intent id. */
  intents: IntentRow;
  /** Account and times of expired intents, kept for a day, by intent id. */
  expiredIntents: ExpiredIntentRow;
  /** Transactions that the service built, by the SHA-256 of their message. */
  built: BuiltRow;
  /** `.sol` names, by name. */
  names: NameRow;
  /** Stored responses, by account and idempotency key. */
  idempotency: IdempotencyRow;
  /** Armed faults, by id. */
  faults: FaultRow;
  /** Prices recorded since the start, by environment, mint and number. */
  prices: PriceRow;
  /** USD volume of swaps since the start, by environment, mint and number. */
  volumes: VolumeRow;
  /** Pools that a fault has moved, by environment and address. */
  movedPools: MovedPoolRow;
  /** Prices that were set for tokens with a price model, by environment and mint. */
  priceScales: PriceScaleRow;
  /** Accounts that differ from the seed's world, by environment and address. */
  ledgerAccounts: LedgerAccountRow;
  /** Accounts before unfinalized changes, by environment and number. */
  unfinalized: UnfinalizedRow;
  /** The transaction log, by environment and number. */
  ledgerTransactions: LedgerTransactionRow;
  /** Statuses of pruned transactions, by environment and slot. */
  pastStatuses: PastStatusesRow;
  /** Transactions delayed by a fault, by environment and number. */
  lateTransactions: LateTransactionRow;
  /** The World's start, whether its clock was set manually, and the validator chains that it follows. */
  meta: number | boolean | string;
}

export type TableName = keyof Tables;

/** Tables with a part per network. Their keys in a snapshot have the network as prefix: `live:12`. */
export const NETWORK_TABLES = [
  "prices",
  "volumes",
  "movedPools",
  "priceScales",
  "ledgerAccounts",
  "unfinalized",
  "ledgerTransactions",
  "pastStatuses",
  "lateTransactions",
] as const satisfies readonly TableName[];

/** All table names, so that snapshots are complete. */
export const TABLE_NAMES = [
  "counters",
  "accounts",
  "keys",
  "windows",
  "usage",
  "parses",
  "metricHours",
  "landed",
  "intents",
  "expiredIntents",
  "built",
  "names",
  "idempotency",
  "faults",
  ...NETWORK_TABLES,
  "meta",
] as const satisfies readonly TableName[];

export type NetworkTableName = (typeof NETWORK_TABLES)[number];

/** A table without a part per network, which one service opens. `counters` and `meta` belong to State itself. */
export type WorldTableName = Exclude<TableName, NetworkTableName | "counters" | "meta">;

export function isNetworkTable(name: TableName): name is NetworkTableName {
  return (NETWORK_TABLES as readonly TableName[]).includes(name);
}
