/** A switch of the mock server that changes one decision. */
export interface DecisionOption {
  /** Name of the option. */
  readonly name: "envelope" | "pagination" | "rateLimitReset" | "idempotency" | "intentTtl" | "limits";
  /** Where it is given: `--contract NAME=VALUE` (library: `contract`), or a flag and option of its own. */
  readonly given: "--contract" | "--limits";
  /** The server's behaviour by value, default first. A value in angle brackets stands for any such text. */
  readonly values: Readonly<Record<string, string>>;
}

/** One point that the contract leaves open, and what was decided. */
export interface Decision {
  /** Stable number, by which code, tests and docs refer to it. */
  readonly number: number;
  /** The open point, in a few words. */
  readonly topic: string;
  /** The mock server's behaviour, unless it is switched. */
  readonly rule: string;
  /** The switch that changes it, where there is one. */
  readonly option?: DecisionOption;
  /** The parts that the dialect `strict-minimal` leaves out here. */
  readonly strictMinimal?: string;
  /** The forms that the SDK accepts from any service, where they are more than the rule. */
  readonly sdk?: string;
}
