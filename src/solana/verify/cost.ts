import { MAX_COMPUTE_UNITS, MOST_RENT, priorityLamports, SIGNATURE_FEE } from "../decode/cost.js";
import type { DecodedTransaction } from "../decode/decode.js";
import { show, type Terms } from "./options.js";
import type { Report } from "./steps.js";

/** Token accounts that an intent may need and that stay: for what goes in, and for what comes out. */
const LASTING_ACCOUNTS = 2n;

/** Holds what a transaction costs against what was asked for, announced and allowed. */
export function checkCost(
  transaction: DecodedTransaction,
  { priorityFee, maxFee }: Terms,
  announced: unknown,
  report: Report,
): void {
  checkBudget(transaction, priorityFee, report);
  const { fee, rent } = transaction;
  if (announced !== undefined && announced !== null) {
    const said =
      typeof announced === "number" && Number.isSafeInteger(announced) ? BigInt(announced) : announced;
    if (typeof said !== "bigint")
      report(
        "fee",
        `expectedOutput.fee is ${show(announced)}; expected is a bigint of lamports. Revive what went through JSON with parse.`,
      );
    else if (fee > said)
      report(
        "fee",
        `It costs ${fee} lamports; expectedOutput.fee announced ${said}. Build the intent again.`,
      );
  }
  const usual =
    SIGNATURE_FEE + priorityLamports(MAX_COMPUTE_UNITS, priorityFee) + LASTING_ACCOUNTS * MOST_RENT;
  const most = maxFee ?? usual;
  if (fee + rent > most)
    report(
      "max_fee",
      `It may cost ${fee + rent} lamports: ${fee} for the network, and up to ${rent} as rent of token accounts that it makes. ${maxFee === undefined ? "What was asked for needs" : "maxFee allows"} ${most}.`,
    );
}

function checkBudget({ instructions }: DecodedTransaction, priorityFee: bigint, report: Report): void {
  const seen = new Set<string>();
  instructions.forEach((instruction, i) => {
    const at = { instruction: i };
    if (instruction.kind === "compute-unit-price" && instruction.microLamports > priorityFee)
      report(
        "priority_fee",
        `The compute-unit price is ${instruction.microLamports} micro-lamports; ${priorityFee} was asked for. Pass the priorityFee that you sent.`,
        at,
      );
    if (instruction.kind === "compute-unit-limit" && instruction.units > MAX_COMPUTE_UNITS)
      report(
        "compute_limit",
        `The compute-unit limit is ${instruction.units}; Solana allows ${MAX_COMPUTE_UNITS}.`,
        at,
      );
    if (instruction.kind !== "compute-unit-price" && instruction.kind !== "compute-unit-limit") return;
    if (seen.has(instruction.kind))
      report(
        "unexpected_instruction",
        `Instruction ${i} is a second ${instruction.kind}; there can be one.`,
        at,
      );
    seen.add(instruction.kind);
  });
}
