import { clockRuns } from "../server/clock.js";

/** Whether the server's clock runs; nothing until its first reading. */
export function ClockBadge() {
  const runs = clockRuns.value;
  if (runs === undefined) return null;
  return <span class={`badge ${runs ? "good" : "info"}`}>{runs ? "running" : "frozen"}</span>;
}
