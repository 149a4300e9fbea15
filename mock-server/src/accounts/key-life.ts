import type { KeyStatus, OperationPayload } from "intent-tx/contract";
import type { KeyRow } from "../state/rows-accounts.js";

/** Why a key no longer works. */
export type KeyEnd = "revoked" | "rotated" | "expired";

/**
 * Why a key no longer works at `now`, or undefined while it does. Revocation is final and hides the rest; after the
 * overlap a rotated key reads `rotated` even where its own expiry had ended it earlier (decision 23).
 */
export function endOfKey(row: KeyRow, now: number): KeyEnd | undefined {
  if (row.revokedAt !== undefined) return "revoked";
  if (row.retiresAt !== undefined && now >= row.retiresAt) return "rotated";
  if (row.expiresAt !== undefined && now >= row.expiresAt) return "expired";
  return undefined;
}

/** State of a key at `now` (decision 21). */
export function statusOfKey(row: KeyRow, now: number): KeyStatus {
  const end = endOfKey(row, now);
  if (end) return end === "revoked" ? "revoked" : "expired";
  return row.retiresAt === undefined ? "active" : "rotating";
}

/** The key record that answers show (decision 21). The secret is never in it. */
export function keyRecord(row: KeyRow, now: number): OperationPayload<"keys.revoke"> {
  const overlapEndsAt = row.retiresAt ?? row.overlapEndsAt;
  return {
    keyId: row.keyId,
    name: row.name,
    scopes: [...row.scopes],
    environment: row.environment,
    status: statusOfKey(row, now),
    createdAt: iso(row.createdAt),
    ...(row.expiresAt !== undefined && { expiresAt: iso(row.expiresAt) }),
    ...(row.lastUsedAt !== undefined && { lastUsedAt: iso(row.lastUsedAt) }),
    ...(row.rotatedFrom !== undefined && { rotatedFrom: row.rotatedFrom }),
    ...(overlapEndsAt !== undefined && { overlapEndsAt: iso(overlapEndsAt) }),
  };
}

function iso(at: number): string {
  return new Date(at).toISOString();
}

/** A key's row once it was used. Member by member where it has no other: a copy takes V8 five times as long, and each request makes one. */
export function usedAt(row: KeyRow, lastUsedAt: number): KeyRow {
  const { keyId, account, name, scopes, environment, secretHash, createdAt } = row;
  return row.expiresAt === undefined &&
    row.revokedAt === undefined &&
    row.retiresAt === undefined &&
    row.rotatedFrom === undefined &&
    row.overlapEndsAt === undefined
    ? { keyId, account, name, scopes, environment, secretHash, createdAt, lastUsedAt }
    : { ...row, lastUsedAt };
}
