import type { Environment, Scope, Tier } from "intent-tx/contract";

/** A customer's account. Limits, usage and metrics are per account. */
export interface AccountRow {
  readonly account: string;
  readonly tier: Tier;
}

/** An API key. Only the hash of its secret is stored. */
export interface KeyRow {
  readonly keyId: string;
  readonly account: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly environment: Environment;
  /** SHA-256 of the secret, base64. */
  readonly secretHash: string;
  readonly createdAt: number;
  readonly expiresAt?: number;
  readonly lastUsedAt?: number;
  readonly revokedAt?: number;
  /** When this key stops working, if it was rotated. */
  readonly retiresAt?: number;
  /** On the new key after a rotation: the key that it replaces. */
  readonly rotatedFrom?: string;
  /** On the new key after a rotation: when the replaced key stops working. */
  readonly overlapEndsAt?: number;
}

/** Usage within a rate-limit window. An owner has one row per kind of window; the next window replaces the row. */
export interface WindowRow {
  readonly start: number;
  readonly used: number;
}

/** The requests handled for an account in a billing period. */
export interface UsageRow {
  readonly start: number;
  /** All requests, including those with test keys. */
  readonly requests: number;
  readonly testRequests: number;
}

/** A command that was parsed, or refused with 422. */
export interface ParseRow {
  readonly account: string;
  readonly at: number;
  /** Absent for a refused command. */
  readonly confidence?: number;
}

/** An account's activity in one hour, more than 31 days ago. */
export interface MetricHourRow {
  readonly account: string;
  readonly at: number;
  /** Commands that were parsed, and those refused with 422. */
  readonly parsed: number;
  readonly refused: number;
  /** Sum of the confidences, in millionths. */
  readonly millionths: number;
  /** `swaps` and `transfers` count landed transactions, and `successes` the successful ones among them. */
  readonly swaps: number;
  readonly transfers: number;
  readonly successes: number;
  readonly usd: number;
}

/** A landed transaction that the service built. */
export interface LandedRow {
  readonly account: string;
  readonly at: number;
  readonly action: "swap" | "transfer";
  readonly success: boolean;
  /** Value in USD when it landed; 0 if it failed. */
  readonly usd: number;
}
