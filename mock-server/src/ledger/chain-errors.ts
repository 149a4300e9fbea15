import { INSTRUCTION_ERRORS, TRANSACTION_ERRORS } from "./chain-error-names.js";
import type { ChainError } from "./ledger.js";

/** An error of the virtual machine: a number where it has no fields, an object where it has. */
export type NativeError =
  | number
  | { readonly index: number; err(): number | { readonly code: number } | { readonly msg: string } }
  | { readonly index: number }
  | { readonly accountIndex: number };

/** The chain's error as JSON-RPC writes it. `textOf` writes the native error, whose text alone names the kind of some. */
export function chainError(error: NativeError, textOf: () => string): ChainError {
  if (typeof error === "number") return TRANSACTION_ERRORS[error]?.[0] ?? `UnknownError${error}`;
  if ("err" in error) return { InstructionError: [error.index, instructionError(error.err())] };
  if ("index" in error) return { DuplicateInstruction: error.index };
  const kind = textOf().includes("InsufficientFundsForRent")
    ? "InsufficientFundsForRent"
    : "ProgramExecutionTemporarilyRestricted";
  return { [kind]: { account_index: error.accountIndex } };
}

function instructionError(error: number | { code: number } | { msg: string }): unknown {
  if (typeof error === "number") return INSTRUCTION_ERRORS[error]?.[0] ?? `UnknownError${error}`;
  return "code" in error ? { Custom: error.code } : "BorshIoError";
}

/** The sentence that a validator puts to an error. */
export function describeChainError(error: ChainError): string {
  if (typeof error === "string") return TRANSACTION_ERRORS.find(([name]) => name === error)?.[1] ?? error;
  const { InstructionError: failed, InsufficientFundsForRent: rent, DuplicateInstruction: index } = error;
  if (Array.isArray(failed)) {
    return `Error processing Instruction ${failed[0]}: ${describeInstructionError(failed[1])}`;
  }
  if (typeof rent === "object" && rent !== null && "account_index" in rent) {
    return `Transaction results in an account (${rent.account_index}) with insufficient funds for rent`;
  }
  if (index !== undefined) {
    return `Transaction contains a duplicate instruction (${index}) that is not allowed`;
  }
  return JSON.stringify(error);
}

function describeInstructionError(error: unknown): string {
  if (typeof error === "object" && error !== null && "Custom" in error) {
    return `custom program error: 0x${Number(error.Custom).toString(16)}`;
  }
  return INSTRUCTION_ERRORS.find(([name]) => name === error)?.[1] ?? String(error);
}
