import type { FaultRule } from "./fault-rules.js";

/** An armed fault. */
export interface ArmedFault {
  /** Identifier with which `clear` disarms the fault. */
  readonly id: string;
  /** The rule as it was armed. */
  readonly rule: FaultRule;
  /** Number of matching requests or transactions since the fault was armed. */
  readonly seen: number;
  /** Number of times the fault has fired. */
  readonly fired: number;
  /** Number of times the fault can fire; absent if there is no limit. */
  readonly times?: number;
}

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
