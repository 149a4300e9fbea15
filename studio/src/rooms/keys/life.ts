import type { ApiKey } from "intent-tx/contract";
import { lengthOfTime, moment } from "../../parts/format.js";
import { serverNow } from "../../server/clock.js";

/** A key's creation, last use, and expiry or end of the overlap, in words. */
export function lifeOf({
  createdAt,
  rotatedFrom,
  lastUsedAt,
  status,
  overlapEndsAt,
  expiresAt,
}: ApiKey): string {
  const rotating = status === "rotating";
  const end = rotating ? overlapEndsAt : expiresAt;
  const now = serverNow.value;
  const left = end === undefined || now === undefined ? 0 : Date.parse(end) - now;
  const verb = rotating ? "overlap ends" : left > 0 ? "expires" : "expired";
  return [
    `created ${moment(createdAt)}`,
    rotatedFrom !== undefined && `replaces ${rotatedFrom}`,
    lastUsedAt === undefined ? "never used" : `last used ${moment(lastUsedAt)}`,
    end === undefined
      ? "does not expire"
      : `${verb} ${moment(end)}${left > 0 ? `, in ${lengthOfTime(left)}` : ""}`,
  ]
    .filter(Boolean)
    .join("; ");
}
