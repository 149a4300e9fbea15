import type { ApiKey } from "intent-tx/contract";
import { lengthOfTime, moment } from "../../parts/format.js";
import { serverNow } from "../../server/clock.js";

/** A key's timeline: creation, rotation, the end of the overlap or the key's expiry, and the current time. */
export function KeyTimeline({ record }: { readonly record: ApiKey }) {
  const now = serverNow.value ?? Date.parse(record.createdAt);
  const start = Date.parse(record.createdAt);
  const end = record.status === "rotating" ? record.overlapEndsAt : record.expiresAt;
  const ends = end === undefined ? undefined : Date.parse(end);
  const last = Math.max(now, ends ?? now, start + 1);
  const at = (moment: number) => ((Math.min(Math.max(moment, start), last) - start) / (last - start)) * 100;
  const description = [
    `created ${moment(record.createdAt)}`,
    ...(record.rotatedFrom === undefined ? [] : [`replaces ${record.rotatedFrom}`]),
    ...(record.lastUsedAt === undefined ? ["never used"] : [`last used ${moment(record.lastUsedAt)}`]),
    ...(ends === undefined
      ? ["does not expire"]
      : [
          `${record.status === "rotating" ? "overlap ends" : "expires"} ${moment(ends)}${ends > now ? `, in ${lengthOfTime(ends - now)}` : ""}`,
        ]),
  ].join("; ");
  return (
    <div>
      <svg
        class={`life ${record.status}`}
        viewBox="0 0 100 8"
        preserveAspectRatio="none"
        role="img"
        aria-label={description}
      >
        <rect x="0" y="3" width="100" height="2" class="rest" />
        <rect
          x="0"
          y="2"
          width={at(record.status === "revoked" ? now : Math.min(now, ends ?? now))}
          height="4"
          class="lived"
        />
        {ends !== undefined && (
          <rect x={Math.max(0, at(ends) - 0.6)} y="0" width="1.2" height="8" class="end" />
        )}
      </svg>
      <p class="life-words">{description}</p>
    </div>
  );
}
