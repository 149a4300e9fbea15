import { PROGRAMS } from "../chain/programs.js";
import type { Transaction } from "../chain/transaction.js";
import type { ChainError } from "./ledger.js";

const REQUEST_HEAP = 1;
/** A tag and a u32. */
const REQUEST_HEAP_BYTES = 5;

/**
 * How a validator meets an instruction of the compute-budget program that it cannot use. That program never runs: it is read before
 * the transaction. One that cannot be read makes the transaction malformed; a heap that cannot be had only keeps it from
 * running, without a fee. Undefined for any other error.
 */
export function budgetError(
  transaction: Transaction,
  err: ChainError | null,
): "malformed" | "unpaid" | undefined {
  if (typeof err !== "object" || err === null || !("InstructionError" in err)) return undefined;
  const failed: unknown = err["InstructionError"];
  if (!Array.isArray(failed) || failed[1] !== "InvalidInstructionData") return undefined;
  const instruction = transaction.instructions[Number(failed[0])];
  if (!instruction || transaction.staticKeys[instruction.programIdIndex] !== PROGRAMS.computeBudget)
    return undefined;
  const { data } = instruction;
  return data[0] === REQUEST_HEAP && data.length >= REQUEST_HEAP_BYTES ? "unpaid" : "malformed";
}
