import type { Instruction } from "../chain/instruction.js";
import type { StepKind } from "./compute-units.js";

/** One instruction or two that belong together, and what kind of work they are. */
export interface PlanStep {
  readonly kind: StepKind;
  readonly instructions: readonly Instruction[];
}

/** The steps and the spending of a transaction, before limit, price and blockhash are added. */
export interface Plan {
  readonly steps: readonly PlanStep[];
  /** The most that can leave the wallet, for messages about missing funds. */
  readonly spends: {
    readonly mint: string;
    readonly amount: bigint;
    /** The wallet itself for SOL, else its token account. */
    readonly account: string;
  };
}

/** The kinds of a plan's steps. */
export function kindsOf(plan: Plan): StepKind[] {
  return plan.steps.map((step) => step.kind);
}

/** The instructions of a plan in order. */
export function instructionsOf(plan: Plan): Instruction[] {
  return plan.steps.flatMap((step) => step.instructions);
}
