import { ENVIRONMENTS, isAddress, isSignature, LIMITS, SCOPES, TIERS } from "intent-tx/contract";
import * as z from "zod/mini";
import { U64_MAX } from "../chain/base-units.js";
import { isBase64 } from "../chain/base64.js";
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

// Schemas of rows from state files, PUT /_mock/state or restore. A type test compares these schemas with the
// interfaces.

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
  "must be an integer of base units up to 2^64 - 1, as a decimal string",
);
const base64 = textThat(isBase64, "must be base64");
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

const account = row(() => ({ account: name, tier: choice(TIERS) }));

const key = row(() => ({
  keyId: name,
  account: name,
  name: text,
  scopes: list(choice(SCOPES)),
  environment,
  secretHash: base64.check(z.length(44, "must be 32 bytes in base64")),
  createdAt: moment,
  expiresAt: maybe(moment),
  lastUsedAt: maybe(moment),
  revokedAt: maybe(moment),
  retiresAt: maybe(moment),
  rotatedFrom: maybe(name),
  overlapEndsAt: maybe(moment),
}));

const window = row(() => ({ start: finite, used: count }));
const usage = row(() => ({ start: finite, requests: count, testRequests: count }));
const confidence = numberThat((value) => value >= 0 && value <= 1, "must be from 0 to 1");
const parse = row(() => ({ account: name, at: moment, confidence: maybe(confidence) }));
const metricHour = row(() => ({
  account: name,
  at: moment,
  parsed: count,
  refused: count,
  millionths: count,
  swaps: count,
  transfers: count,
  successes: count,
  usd,
}));
const action = choice(["swap", "transfer"]);
const landed = row(() => ({
  account: name,
  at: moment,
  action,
  success: flag,
  usd,
}));

const marketInfo = row(() => ({
  id: name,
  label: text,
  inputMint: address,
  outputMint: address,
  inAmount: baseUnits,
  outAmount: baseUnits,
  fee: baseUnits,
}));
const intent = row(() => ({
  intentId: name,
  account: name,
  environment,
  walletAddress: address,
  createdAt: moment,
  expiresAt: moment,
  action: choice(["swap", "transfer", "query"]),
  side: maybe(choice(["exact-in", "exact-out"])),
  inputMint: maybe(address),
  outputMint: maybe(address),
  amount: maybe(baseUnits),
  recipient: maybe(address),
  slippageBps: integer(LIMITS.slippageMin, LIMITS.slippageMax),
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
const expiredIntent = row(() => ({ account: name, environment, walletAddress: address, expiresAt: moment }));
const built = row(() => ({
  account: name,
  others: maybe(list(name)),
  environment,
  intentId: name,
  walletAddress: address,
  action,
  at: moment,
}));

const nameRow = row(() => ({ address }));
const idempotency = row(() => ({
  request: base64,
  at: moment,
  status: integer(200, 599),
  headers: z.record(z.string(), text, "must be an object of strings"),
  body: base64,
}));
const rule = z.custom<unknown>((value) => typeof value === "object" && value !== null, "must be a rule");
const transactions = z.record(base64, flag, "must be an object keyed by message");
const fault = row(() => ({ rule, seen: count, fired: count, transactions: maybe(transactions) }));

const price = row(() => ({ at: moment, usd }));
const priceScale = row(() => ({ scale: finite }));
const movedPool = row(() => ({ at: moment }));

const ledgerAccount = row(() => ({ lamports: baseUnits, owner: address, executable: flag, data: base64 }));
const tokenBalance = row(() => ({
  accountIndex: byte,
  mint: address,
  owner: address,
  programId: address,
  amount: baseUnits,
  decimals: byte,
}));
const held = {
  heldAt: maybe(z.literal("processed", "must be processed")),
  heldUntilSlot: maybe(count),
};
const unfinalized = row(() => ({ address, slot: count, ...held, before: maybe(ledgerAccount) }));
const ledgerTransaction = row(() => ({
  signature,
  slot: count,
  at: moment,
  beforeStart: maybe(flag),
  wire: base64,
  accountKeys: list(address),
  loadedWritable: count,
  loadedReadonly: count,
  err: z.unknown(),
  fee: baseUnits,
  unitsConsumed: count,
  loadedAccountsDataSize: maybe(count),
  logs: list(text),
  preBalances: list(baseUnits),
  postBalances: list(baseUnits),
  preTokenBalances: list(tokenBalance),
  postTokenBalances: list(tokenBalance),
  innerInstructions: list(
    row(() => ({ index: byte, programIdIndex: byte, accounts: list(byte), data: base64, stackHeight: byte })),
  ),
  returnData: maybe(row(() => ({ programId: address, data: base64 }))),
  ...held,
}));
const pastStatuses = row(() => ({
  landed: count,
  digests: maybe(base64),
  others: maybe(
    list(
      row(() => ({
        index: count,
        err: z.unknown(),
        ...held,
      })),
    ),
  ),
}));
const lateTransaction = row(() => ({ at: moment, wire: base64 }));

export const ROW_SCHEMAS = {
  counters: count,
  accounts: account,
  keys: key,
  windows: window,
  usage,
  parses: parse,
  metricHours: metricHour,
  landed,
  intents: intent,
  expiredIntents: expiredIntent,
  built,
  names: nameRow,
  idempotency,
  faults: fault,
  prices: price,
  volumes: price,
  movedPools: movedPool,
  priceScales: priceScale,
  ledgerAccounts: ledgerAccount,
  unfinalized,
  ledgerTransactions: ledgerTransaction,
  pastStatuses,
  lateTransactions: lateTransaction,
  meta: z.union([moment, flag, address], "must be a timestamp, a boolean or a genesis hash"),
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
  pastStatuses: (id) => NUMBER.test(id),
  lateTransactions: (id) => NUMBER.test(id),
};
