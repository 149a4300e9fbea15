import type { ArmedFault } from "./armed-faults.js";

/** @throws Error that lists the faults that have not fired */
export function refuseUnfired(armed: readonly ArmedFault[]): void {
  const unfired = armed.filter(({ fired }) => fired === 0);
  if (unfired.length === 0) return;
  const lines = unfired.map(
    ({ id, rule, seen }) => `  ${id}: ${JSON.stringify(rule)} (${seen} matching requests seen)`,
  );
  throw new Error(
    `${unfired.length} ${unfired.length === 1 ? "fault" : "faults"} never fired:\n${lines.join("\n")}`,
  );
}
