import type { Environment, Scope, Tier } from "intent-tx/contract";

/** A customer of the service: the owner of limits, usage and metrics. */
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
  /** Once the key was rotated: when it stops working. */
  readonly retiresAt?: number;
  /** On the successor of a rotation: the key that it replaces. */
  readonly rotatedFrom?: string;
  /** On the successor of a rotation: when the key that it replaces stops working. */
  readonly overlapEndsAt?: number;
}

/** The used part of a window. An owner has one row per kind of window; the next window replaces it. */
export interface WindowRow {
  /** When the window began. */
  readonly start: number;
  readonly used: number;
}

/** Answered requests of an account in a billing period. */
export interface UsageRow {
  /** When the period began. */
  readonly start: number;
  /** All requests, including those with test keys. */
  readonly requests: number;
  /** Requests with test keys. */
  readonly testRequests: number;
}

/** One command that was parsed, or refused with 422. */
export interface ParseRow {
  readonly account: string;
  readonly at: number;
  /** Absent when the command was refused. */
  readonly confidence?: number;
}

/** Activity of an account in one hour more than 31 days ago. */
export interface MetricHourRow {
  readonly account: string;
  /** When the hour began. */
  readonly at: number;
  /** Commands parsed, and refused with 422. */
  readonly parsed: number;
  readonly refused: number;
  /** Sum of the confidences, in millionths. */
  readonly millionths: number;
  /** Landed transactions, and the successful ones among them. */
  readonly swaps: number;
  readonly transfers: number;
  readonly successes: number;
  readonly usd: number;
}

/** One landed transaction that the service built. */
export interface LandedRow {
  readonly account: string;
  readonly at: number;
  readonly action: "swap" | "transfer";
  readonly success: boolean;
  /** Value in USD when it landed; 0 if it failed. */
  readonly usd: number;
}
