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
import type { MovedPoolRow, PriceRow, VolumeRow } from "./rows-market.js";

/**
 * The tables of a World. A row is plain JSON (no bigint, no bytes, no Date): amounts are decimal strings, bytes are
 * base64, moments are milliseconds since 1970. A row is never changed in place; a new one replaces it.
 */
export interface Tables {
  /** Draws so far, by purpose: the counters of `State.next`. Also numbers of `State.remember`, by name. */
  counters: number;
  /** By account id. */
  accounts: AccountRow;
  /** By key id. */
  keys: KeyRow;
  /** Requests and builds used in a window, by owner and kind of window. */
  windows: WindowRow;
  /** Answered requests, by owner and billing period. */
  usage: UsageRow;
  /** Commands of the last 31 days, by account and number. */
  parses: ParseRow;
  /** Older commands and transactions, by account and hour. */
  metricHours: MetricHourRow;
  /** Landed transactions of the last 31 days that the service built, by signature. */
  landed: LandedRow;
  /** By intent id. */
  intents: IntentRow;
  /** Remainders of expired intents, kept for a day, by intent id. */
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
  /** Accounts that differ from the seed's world, by environment and address. */
  ledgerAccounts: LedgerAccountRow;
  /** Accounts before changes that are not final yet, by environment and number. */
  unfinalized: UnfinalizedRow;
  /** The transaction log, by environment and number. */
  ledgerTransactions: LedgerTransactionRow;
  /** The remains of transactions dropped from the log, by environment and slot. */
  pastStatuses: PastStatusesRow;
  /** Transactions that a fault delays, by environment and number. */
  lateTransactions: LateTransactionRow;
  /** Facts of the World itself: when it started, whether its clock was set by hand, and which validator's chain it follows. */
  meta: number | boolean | string;
}

/** Name of a table. */
export type TableName = keyof Tables;

/** Tables that have a part for each network; keys of a snapshot begin with its name, as in `live:12`. */
export const NETWORK_TABLES = [
  "prices",
  "volumes",
  "movedPools",
  "ledgerAccounts",
  "unfinalized",
  "ledgerTransactions",
  "pastStatuses",
  "lateTransactions",
] as const satisfies readonly TableName[];

/** Every table's name, so that snapshots include them all. */
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

/** Name of a table that has a part for each network. */
export type NetworkTableName = (typeof NETWORK_TABLES)[number];

/** Name of a table that one service opens as a whole. `counters` and `meta` are State's own. */
export type WorldTableName = Exclude<TableName, NetworkTableName | "counters" | "meta">;

/** True for a table that has a part for each network. */
export function isNetworkTable(name: TableName): name is NetworkTableName {
  return (NETWORK_TABLES as readonly TableName[]).includes(name);
}
