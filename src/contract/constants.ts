import {
  INTENT_TTL_MS,
  PRIORITY_FEE_DEFAULT,
  PRIORITY_FEE_MAX,
  ROTATION_OVERLAP_MS,
  SLIPPAGE_DEFAULT,
  SLIPPAGE_MAX,
  SLIPPAGE_MIN,
} from "./figures.js";

/** The version prefix of every path; `baseUrl` already ends with it. */
export const API_VERSION = "v1";

/** All scopes of an API key. `admin` includes all of them. */
export const SCOPES = [
  "read:portfolio",
  "read:transactions",
  "write:intents",
  "write:transactions",
  "read:prices",
  "admin",
] as const;
/** One of {@link SCOPES}. */
export type Scope = (typeof SCOPES)[number];

/** The service's price plans, cheapest first. */
export const TIERS = ["free", "pro", "enterprise"] as const;
/** One of {@link TIERS}. */
export type Tier = (typeof TIERS)[number];

/** The two networks that a key can belong to. The key's prefix shows which one (`svc_live_…`, `svc_test_…`). */
export const ENVIRONMENTS = ["live", "test"] as const;
/** One of {@link ENVIRONMENTS}. */
export type Environment = (typeof ENVIRONMENTS)[number];

/** The limits of one tier. `Infinity` means unlimited; the wire format uses `-1`. */
export interface TierLimits {
  /** Requests per UTC minute, across all keys of the account. */
  readonly requestsPerMinute: number;
  /** Successful builds in one UTC day. */
  readonly transactionsPerDay: number;
}

/** The limits of each tier. */
// In a function, because bundlers keep an unused object that reads a global.
export const TIER_LIMITS: Readonly<Record<Tier, TierLimits>> = /* @__PURE__ */ (() => ({
  free: { requestsPerMinute: 30, transactionsPerDay: 100 },
  pro: { requestsPerMinute: 120, transactionsPerDay: 1000 },
  enterprise: { requestsPerMinute: 600, transactionsPerDay: Number.POSITIVE_INFINITY },
}))();

/** Limits and defaults that do not depend on the tier. */
export const LIMITS = {
  /** Requests per UTC day, across all test keys of an account. */
  testRequestsPerDay: 100,
  /** Requests per UTC minute from one remote address without a valid key. */
  anonymousRequestsPerMinute: 30,
  /** Longest command, in UTF-16 code units. */
  commandLength: 500,
  /** Smallest slippage, basis points. */
  slippageMin: SLIPPAGE_MIN,
  /** Largest slippage, basis points. */
  slippageMax: SLIPPAGE_MAX,
  /** Default slippage, basis points. */
  slippageDefault: SLIPPAGE_DEFAULT,
  /** Largest priority fee, micro-lamports per compute unit. */
  priorityFeeMax: PRIORITY_FEE_MAX,
  /** Default priority fee, micro-lamports per compute unit. */
  priorityFeeDefault: PRIORITY_FEE_DEFAULT,
  /** Default page size of the transaction history. */
  pageDefault: 50,
  /** Largest page size of the transaction history. */
  pageMax: 100,
  /** Time after parsing in which an intent can be built, milliseconds. */
  intentTtlMs: INTENT_TTL_MS,
  /** How long an expired intent is remembered, milliseconds. Building it fails with 410 until then, later with 404. */
  expiredIntentMs: 86_400_000,
  /** How long a rotated key keeps working, milliseconds. */
  rotationOverlapMs: ROTATION_OVERLAP_MS,
  /** Longest key name, characters. */
  keyNameLength: 64,
  /** Largest request body, bytes. */
  bodyBytes: 65_536,
} as const;

/** Actions of a command. */
export const ACTIONS = ["swap", "transfer", "query"] as const;
/** One of {@link ACTIONS}. */
export type Action = (typeof ACTIONS)[number];

/** Statuses of a transaction. A status only moves forward; `failed` is final. */
export const TRANSACTION_STATUSES = ["processed", "confirmed", "finalized", "failed"] as const;
/** One of {@link TRANSACTION_STATUSES}. */
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];

/** Kinds of transaction in the history. */
export const TRANSACTION_TYPES = ["swap", "transfer"] as const;
/** One of {@link TRANSACTION_TYPES}. */
export type TransactionType = (typeof TRANSACTION_TYPES)[number];

/** Granularities of metrics. */
export const GRANULARITIES = ["hour", "day", "week", "month"] as const;
/** One of {@link GRANULARITIES}. */
export type Granularity = (typeof GRANULARITIES)[number];

/** States of an API key. */
export const KEY_STATUSES = ["active", "rotating", "revoked", "expired"] as const;
/** One of {@link KEY_STATUSES}. */
export type KeyStatus = (typeof KEY_STATUSES)[number];

/** Why a key was rejected with 401. */
export const UNAUTHORIZED_REASONS = [
  "missing",
  "malformed",
  "unknown",
  "expired",
  "revoked",
  "rotated",
] as const;
/** One of {@link UNAUTHORIZED_REASONS}. */
export type UnauthorizedReason = (typeof UNAUTHORIZED_REASONS)[number];

/** Why a command was rejected with 422 `parsing_error`. */
export const PARSING_REASONS = [
  "unsafe_text",
  "non_english",
  "not_a_command",
  "question",
  "negated",
  "unsupported_action",
  "several_actions",
  "several_recipients",
  "missing_amount",
  "ambiguous_amount",
  "invalid_amount",
  "conflicting_amounts",
  "unsupported_currency",
  "insufficient_balance",
  "missing_token",
  "unknown_token",
  "ambiguous_token",
  "same_token",
  "missing_recipient",
  "unknown_recipient",
  "invalid_address",
  "off_curve_recipient",
  "self_transfer",
  "mint_recipient",
  "program_recipient",
  "unsupported_chain",
  "no_route",
  "insufficient_liquidity",
  "ambiguous_slippage",
  "invalid_slippage",
] as const;
/** One of {@link PARSING_REASONS}. */
export type ParsingReason = (typeof PARSING_REASONS)[number];

/** Header names, spelled as in the contract. */
export const HEADERS = {
  rateLimit: "X-RateLimit-Limit",
  rateRemaining: "X-RateLimit-Remaining",
  rateReset: "X-RateLimit-Reset",
  requestId: "X-Request-Id",
  retryAfter: "Retry-After",
} as const;
