import type { Environment, Scope, Tier } from "intent-tx/contract";

/** A customer of the service: limits, usage and metrics are counted for it. */
export interface AccountRow {
  readonly account: string;
  readonly tier: Tier;
}

/** An API key. Its secret is kept as a hash alone. */
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
  readonly rotatedFrom?: string;
  /** On a rotated key: when it stops working. On its successor: the same moment. */
  readonly overlapEndsAt?: number;
  /** True on the old key of a rotation. */
  readonly rotated?: boolean;
}

/** What is used of a window. */
export interface WindowRow {
  /** When the window began. */
  readonly start: number;
  readonly used: number;
}

/** Requests answered in a billing period. */
export interface UsageRow {
  readonly requests: number;
}

/** One command that was parsed, or refused with 422. */
export interface ParseRow {
  readonly account: string;
  readonly at: number;
  /** Absent when the command was refused. */
  readonly confidence?: number;
}

/** One landed transaction that the service built. */
export interface LandedRow {
  readonly account: string;
  readonly at: number;
  readonly action: "swap" | "transfer";
  readonly success: boolean;
  /** USD at the moment it landed; 0 when it failed. */
  readonly usd: number;
}
