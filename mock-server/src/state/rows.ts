import { ENVIRONMENTS, isAddress, isSignature, LIMITS, SCOPES, TIERS } from "intent-tx/contract";
import * as z from "zod/mini";
import { U64_MAX } from "../formats/base-units.js";
import { bytesOfText } from "../formats/base64.js";
import {
  address,
  choice,
  filled,
  flag,
  integer,
  list,
  numberThat,
  text,
  textThat,
} from "../kernel/schema-kit.js";
import { LAST_MOMENT } from "../kernel/time.js";

// Rows are plain JSON (no bigint, bytes or Date): amounts are decimal strings, bytes are base64, times are milliseconds
// since 1970. The schemas check rows from state files, PUT /_mock/state and restore. The types follow from the schemas.
// Users store rows, so a new member needs a fixture in test/sdk/stored, and must be optional.

const name = filled;
const finite = z.number("must be a number");
const usd = numberThat((value) => value >= 0, "must be 0 or more");
const count = integer(0);
const moment = numberThat(
  (at) => at >= 0 && at <= LAST_MOMENT,
  "must be a time in milliseconds, from 1970 to the year 9999",
);
const signature = textThat(isSignature, "must be a base58-encoded 64-byte signature");
const baseUnits = textThat(
  (value) => /^(?:0|[1-9]\d{0,19})$/.test(value) && (value.length < 20 || BigInt(value) <= U64_MAX),
  "must be a whole number of base units up to 2^64 - 1, as a decimal string",
);
const base64 = textThat((value) => bytesOfText(value, "base64") !== undefined, "must be base64");
const environment = choice(ENVIRONMENTS);
const byte = integer(0, 255);
const maybe = <T extends z.ZodMiniType>(schema: T) => z.exactOptional(schema);
// Built on first use, because most servers never read rows from outside.
const row = <T extends z.core.$ZodShape>(fields: () => T) =>
  z.lazy(() =>
    z.strictObject(fields(), {
      error: (issue) =>
        issue.code === "unrecognized_keys"
          ? `has unknown fields: ${issue.keys.join(", ")}`
          : "must be an object",
    }),
  );

type Frozen<T> = T extends object ? { readonly [K in keyof T]: Frozen<T[K]> } : T;
/** Rows are immutable: changes replace them. */
export type Row<S extends z.ZodMiniType> = Frozen<z.output<S>>;

const account = row(() => ({ account: name, tier: choice(TIERS) }));
/** A customer's account. Limits, usage and metrics are per account. */
export type AccountRow = Row<typeof account>;

const key = row(() => ({
  keyId: name,
  account: name,
  name: text,
  scopes: list(choice(SCOPES)),
  environment,
  /** SHA-256 of the secret, which is not stored. */
  secretHash: base64.check(z.length(44, "must be 32 bytes in base64")),
  createdAt: moment,
  expiresAt: maybe(moment),
  lastUsedAt: maybe(moment),
  revokedAt: maybe(moment),
  /** When this key stops working, if it was rotated. */
  retiresAt: maybe(moment),
  /** On the new key after a rotation: the key that it replaces, and when that key stops working. */
  rotatedFrom: maybe(name),
  overlapEndsAt: maybe(moment),
}));
export type KeyRow = Row<typeof key>;

const window = row(() => ({ start: finite, used: count }));
/** Usage within a rate-limit window. An owner has one row per kind of window; the next window replaces the row. */
export type WindowRow = Row<typeof window>;

/** `requests` includes those with test keys. */
const usage = row(() => ({ start: finite, requests: count, testRequests: count }));
/** The requests handled for an account in a billing period. */
export type UsageRow = Row<typeof usage>;

const confidence = numberThat((value) => value >= 0 && value <= 1, "must be from 0 to 1");
/** Without `confidence`, the command was refused. */
const parse = row(() => ({ account: name, at: moment, confidence: maybe(confidence) }));
/** A command that was parsed, or refused with 422. */
export type ParseRow = Row<typeof parse>;

const metricHour = row(() => ({
  account: name,
  at: moment,
  /** Commands that were parsed, and those refused with 422. */
  parsed: count,
  refused: count,
  /** Sum of the confidences, in millionths. */
  millionths: count,
  /** `swaps` and `transfers` count landed transactions, and `successes` the successful ones among them. */
  swaps: count,
  transfers: count,
  successes: count,
  usd,
}));
/** An account's activity in one hour, more than 31 days ago. */
export type MetricHourRow = Row<typeof metricHour>;

const action = choice(["swap", "transfer"]);
/** `usd` is the value when the transaction landed; 0 if it failed. */
const landed = row(() => ({ account: name, at: moment, action, success: flag, usd }));
/** A landed transaction that the service built. */
export type LandedRow = Row<typeof landed>;

const marketInfo = row(() => ({
  id: name,
  label: text,
  inputMint: address,
  outputMint: address,
  inAmount: baseUnits,
  outAmount: baseUnits,
  fee: baseUnits,
}));
/** A pool in a stored quote. */
export type MarketInfoRow = Row<typeof marketInfo>;

const intent = row(() => ({
  intentId: name,
  account: name,
  environment,
  walletAddress: address,
  createdAt: moment,
  expiresAt: moment,
  action: choice(["swap", "transfer", "query"]),
  /** The fixed side of a swap. */
  side: maybe(choice(["input", "output"])),
  inputMint: maybe(address),
  outputMint: maybe(address),
  amount: maybe(baseUnits),
  recipient: maybe(address),
  /** The applied slippage in basis points. */
  slippageBps: integer(LIMITS.slippageMin, LIMITS.slippageMax),
  /** Micro-lamports per compute unit. */
  priorityFee: integer(0, LIMITS.priorityFeeMax),
  route: maybe(
    row(() => ({
      inAmount: baseUnits,
      outAmount: baseUnits,
      priceImpact: finite,
      marketInfos: list(marketInfo),
    })),
  ),
  confidence: finite,
  command: text,
}));
export type IntentRow = Row<typeof intent>;

const expiredIntent = row(() => ({ account: name, environment, walletAddress: address, expiresAt: moment }));
/** The stored part of an expired intent, so that the API can respond with 410 to callers with access to it. */
export type ExpiredIntentRow = Row<typeof expiredIntent>;

const built = row(() => ({
  account: name,
  /** Other accounts for which the service built the same bytes. */
  others: maybe(list(name)),
  environment,
  intentId: name,
  walletAddress: address,
  action,
  at: moment,
}));
/** A transaction that the service built. It is recognized by its message when it lands. */
export type BuiltRow = Row<typeof built>;

const solName = row(() => ({ address }));
/** The wallet of a `.sol` name. */
export type NameRow = Row<typeof solName>;

const idempotency = row(() => ({
  /** SHA-256 of method, path and body. */
  request: base64,
  at: moment,
  status: integer(200, 599),
  headers: z.record(z.string(), text, "must be an object of strings"),
  body: base64,
}));
/** A response stored for an idempotency key. */
export type IdempotencyRow = Row<typeof idempotency>;

const fault = row(() => ({
  /** The rule as given, after its check. */
  rule: z.custom<unknown>((value) => typeof value === "object" && value !== null, "must be a rule"),
  /** Matching requests or chain events since the fault was armed, and how many times the fault was applied. */
  seen: count,
  fired: count,
  /** When an outage began. */
  since: maybe(moment),
  /** For chain faults: whether the fault hit each transaction seen so far, by the SHA-256 of its message. */
  transactions: maybe(z.record(base64, flag, "must be an object keyed by message")),
}));
export type FaultRow = Row<typeof fault>;

const price = row(() => ({ at: moment, usd }));
/** A token's price since the time `at`, or the USD value swapped at that time. */
export type PriceRow = Row<typeof price>;

const priceScale = row(() => ({ scale: finite }));
/** The price that was set for a token with a price model, as a multiple of the model's price. */
export type PriceScaleRow = Row<typeof priceScale>;

const movedPool = row(() => ({ at: moment }));
/** The time of a pool's last move. */
export type MovedPoolRow = Row<typeof movedPool>;

const ledgerAccount = row(() => ({ lamports: baseUnits, owner: address, executable: flag, data: base64 }));
export type LedgerAccountRow = Row<typeof ledgerAccount>;

const tokenBalance = row(() => ({
  accountIndex: byte,
  mint: address,
  owner: address,
  programId: address,
  amount: baseUnits,
  decimals: byte,
}));
export type TokenBalanceRow = Row<typeof tokenBalance>;

/** The commitment at which a chain fault holds a transaction, until a slot or, without `heldUntilSlot`, forever. */
const held = {
  heldAt: maybe(z.literal("processed", "must be processed")),
  heldUntilSlot: maybe(count),
};
/** Without `before`, the account had not changed since the world's start. */
const unfinalized = row(() => ({ address, slot: count, ...held, before: maybe(ledgerAccount) }));
/** An account before an unfinalized change. */
export type UnfinalizedRow = Row<typeof unfinalized>;

const innerInstruction = row(() => ({
  /** Index of the top-level instruction. */
  index: byte,
  programIdIndex: byte,
  accounts: list(byte),
  data: base64,
  stackHeight: byte,
}));

const ledgerTransaction = row(() => ({
  signature,
  slot: count,
  at: moment,
  /** True for generated history, whose times move with the world's start. */
  beforeStart: maybe(flag),
  /** The signed transaction. */
  wire: base64,
  /** Static keys, then keys from lookup tables: writable, then read-only. */
  accountKeys: list(address),
  loadedWritable: count,
  loadedReadonly: count,
  /** The chain's error as JSON, or null. */
  err: z.unknown(),
  fee: baseUnits,
  unitsConsumed: count,
  /** Total size of the loaded accounts and programs in bytes. */
  loadedAccountsDataSize: maybe(count),
  logs: list(text),
  /** Lamports. */
  preBalances: list(baseUnits),
  postBalances: list(baseUnits),
  preTokenBalances: list(tokenBalance),
  postTokenBalances: list(tokenBalance),
  innerInstructions: list(innerInstruction),
  returnData: maybe(row(() => ({ programId: address, data: base64 }))),
  ...held,
}));
export type LedgerTransactionRow = Row<typeof ledgerTransaction>;

/** `at` is the time at which the transaction lands. */
const lateTransaction = row(() => ({ at: moment, wire: base64 }));
export type LateTransactionRow = Row<typeof lateTransaction>;

/** A World's tables. The order of the names is their order in snapshots. */
export const ROW_SCHEMAS = {
  /** Numbers drawn so far by purpose (`State.next`), and numbers stored by name (`State.storeNumber`). */
  counters: count,
  /** By account id. */
  accounts: account,
  /** By key id. */
  keys: key,
  /** Requests and builds within a rate-limit window, by owner and kind of window. */
  windows: window,
  /** By owner. */
  usage,
  /** Commands of the last 31 days, by account and number. */
  parses: parse,
  /** Older commands and transactions, by account and hour. */
  metricHours: metricHour,
  /** Landed transactions of the last 31 days, by signature (and account, if several). */
  landed,
  /** By intent id. */
  intents: intent,
  /** Kept for a day, by intent id. */
  expiredIntents: expiredIntent,
  /** By the SHA-256 of the message. */
  built,
  names: solName,
  /** By account and idempotency key. */
  idempotency,
  /** By fault id. */
  faults: fault,
  /** Prices recorded since the start, by mint and number. */
  prices: price,
  /** USD volume of swaps since the start, by mint and number. */
  volumes: price,
  /** Pools that a fault has moved, by address. */
  movedPools: movedPool,
  /** By mint. */
  priceScales: priceScale,
  /** Accounts that differ from the seed's world, by address. */
  ledgerAccounts: ledgerAccount,
  /** Accounts before unfinalized changes, by number. */
  unfinalized,
  /** The transaction log, by number. */
  ledgerTransactions: ledgerTransaction,
  /** Transactions delayed by a fault, by number. */
  lateTransactions: lateTransaction,
  /** The World's start, whether its clock was set manually, its validator chains, and its world and supply as JSON. */
  meta: z.union(
    [moment, flag, address, z.string().check(z.regex(/^\{/))],
    "must be a timestamp, a boolean, a genesis hash or a JSON object as text",
  ),
};

const NUMBER = /^\d{1,15}$/;
const MINT_AND_NUMBER = /^[1-9A-HJ-NP-Za-km-z]{32,44}:\d{1,15}$/;

/** Key formats after the network prefix, for tables whose keys contain data. */
export const KEY_FORMS: { readonly [table: string]: (key: string, row: object) => boolean } = {
  accounts: (id, known) => (known as { account?: unknown }).account === id,
  keys: (id, known) => (known as { keyId?: unknown }).keyId === id,
  intents: (id, known) => (known as { intentId?: unknown }).intentId === id,
  prices: (id) => MINT_AND_NUMBER.test(id),
  volumes: (id) => MINT_AND_NUMBER.test(id),
  movedPools: isAddress,
  priceScales: isAddress,
  ledgerAccounts: isAddress,
  unfinalized: (id) => NUMBER.test(id),
  ledgerTransactions: (id) => NUMBER.test(id),
  lateTransactions: (id) => NUMBER.test(id),
};
