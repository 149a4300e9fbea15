import { PROGRAM_IDS } from "intent-tx/contract";
import { swapProgramError } from "../formats/amm/instruction.js";
import type { StepKind } from "../formats/compute-units.js";
import type { Instruction } from "../formats/instructions.js";
import { JUPITER } from "../formats/router/instruction.js";
import { ServiceError } from "../kernel/errors.js";
import type { ChainError, Execution } from "../ledger/ledger.js";
import { instructionsOf, type Plan } from "./plan.js";

/** A transaction that failed in simulation, with its accounts, to which errors refer by index. */
export interface Failure extends Pick<Execution, "accountKeys"> {
  readonly err: ChainError;
  readonly plan: Plan;
  /** Number of compute-budget instructions before the plan's. */
  readonly before: number;
  /** Writes an amount of the spent token, such as `"1.5 USDC"`. */
  readonly write: (units: bigint) => string;
}

const DOING: Readonly<Record<StepKind, string>> = {
  "create-token-account": "creating a token account",
  wrap: "wrapping SOL",
  "swap-one-hop": "the swap",
  "swap-two-hops": "the swap",
  unwrap: "unwrapping SOL",
  "token-transfer": "the transfer",
  "sol-transfer": "the transfer",
};

/** Errors of both token programs, by code. */
const TOKEN_ERRORS = new Map<number, string>([
  [0, "lamports below the rent-exempt minimum"],
  [1, "insufficient funds"],
  [2, "invalid mint"],
  [3, "the account is not for this mint"],
  [4, "the account has a different owner"],
  [13, "the account's state does not allow this instruction"],
  [14, "arithmetic overflow"],
  [17, "account is frozen"],
  [18, "the mint has a different number of decimals"],
]);

const SLIPPAGE =
  "slippage tolerance exceeded: the price moved further than the intent allows; parse the command again, or allow more slippage";

/** Explanations for transaction errors whose names do not explain enough. */
export const FAILURE_REASONS = {
  AccountNotFound: "insufficient funds: the wallet has no SOL to pay the network fee; fund it first",
  InsufficientFundsForFee: "insufficient funds: the wallet cannot pay the network fee in SOL; fund it first",
  InvalidAccountForFee: "the wallet address is not a System account, so it cannot pay the network fee",
  BlockhashNotFound: "blockhash not found: it is no longer recent; build the intent again",
  AlreadyProcessed: "this transaction has already been processed",
} as const;

export function simulationFailed(reason: string, logs: string[]): ServiceError<"simulation_failed"> {
  return new ServiceError("simulation_failed", `The simulation failed: ${reason}.`, {
    details: { reason, logs },
  });
}

/**
 * Why the simulation failed, in a sentence that starts with the kind of failure: `slippage tolerance exceeded …`,
 * `insufficient funds …`, `insufficient funds for rent …`.
 */
export function failureReason(failure: Failure): string {
  const { err, plan, write } = failure;
  if (typeof err === "string") return (FAILURE_REASONS as Readonly<Record<string, string>>)[err] ?? err;
  const rent = err["InsufficientFundsForRent"];
  if (rent !== undefined) return rentReason(failure, rent);
  const instruction = err["InstructionError"];
  if (!Array.isArray(instruction)) return JSON.stringify(err);
  const [index, cause] = instruction as [number, unknown];
  const at = index - failure.before;
  const reason = causeOf(cause, instructionsOf(plan)[at]);
  const { amount, held } = plan.spends;
  // Programs report low funds in many ways, so the balance is checked instead, except after a slippage error.
  if (held < amount && reason !== SLIPPAGE)
    return `insufficient funds: the wallet holds ${write(held)}, but ${write(amount)} is needed`;
  return `${reason} (in ${doing(plan, at)})`;
}

function rentReason({ accountKeys, plan }: Failure, rent: unknown): string {
  const index = (rent as { account_index?: number }).account_index ?? 0;
  const account = accountKeys[index];
  if (index === 0) {
    return "insufficient funds for rent: the wallet would be left with more than 0 lamports but less than the rent-exempt minimum of 890,880; send less";
  }
  const what = plan.steps.some((step) => step.kind === "sol-transfer")
    ? "; send at least 0.00089088 SOL"
    : "";
  return `insufficient funds for rent: account ${account ?? index} would hold less than the rent-exempt minimum${what}`;
}

function doing(plan: Plan, at: number): string {
  let next = 0;
  for (const { kind, instructions } of plan.steps) {
    next += instructions.length;
    if (at < next) return DOING[kind];
  }
  return "the compute budget";
}

function causeOf(cause: unknown, instruction: Instruction | undefined): string {
  if (typeof cause === "string")
    return cause === "ComputationalBudgetExceeded" ? "out of compute units" : cause;
  const code = (cause as { Custom?: number } | null)?.Custom;
  if (code === undefined) return JSON.stringify(cause);
  return customError(code, instruction?.programId) ?? `custom program error: 0x${code.toString(16)}`;
}

function customError(code: number, programId: string | undefined): string | undefined {
  // The router ends with the error of the swap program, which it calls.
  const isSwap = programId === PROGRAM_IDS.swap || programId === JUPITER;
  const swap = isSwap ? swapProgramError(code) : undefined;
  if (swap?.name === "slippage_exceeded") return SLIPPAGE;
  if (swap) return swap.message;
  if (programId === PROGRAM_IDS.system || programId === PROGRAM_IDS.associatedToken) {
    // Code 1 is an error of the System program. The associated-token program forwards it.
    if (code === 1) return "insufficient funds: the wallet lacks the SOL for the amount, rent and fees";
    return undefined;
  }
  return TOKEN_ERRORS.get(code);
}
