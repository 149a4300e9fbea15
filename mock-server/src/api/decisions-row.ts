/** A switch of the mock server that changes one decision. */
export interface DecisionOption {
  /** Name of the option. */
  readonly name: "envelope" | "pagination" | "rateLimitReset" | "idempotency" | "intentTtl" | "limits";
  /** Where it is given: `--contract NAME=VALUE` (library: `contract`), or a flag and option of its own. */
  readonly given: "--contract" | "--limits";
  /** What the server does under each value; the default first. A value in angle brackets stands for any such text. */
  readonly values: Readonly<Record<string, string>>;
}

/** One point that the contract leaves open, and what was decided. */
export interface Decision {
  /** Stable number, by which code, tests and docs refer to it. */
  readonly number: number;
  /** The open point, in a few words. */
  readonly topic: string;
  /** What the mock server does unless it is switched. */
  readonly rule: string;
  /** The switch that changes it, where there is one. */
  readonly option?: DecisionOption;
  /** What the dialect `strict-minimal` leaves out here. */
  readonly strictMinimal?: string;
  /** What the SDK accepts from any service, where that is more than the rule. */
  readonly sdk?: string;
}
