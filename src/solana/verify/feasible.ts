import { PROGRAM_IDS } from "../../contract/chain.js";
import type { DecodedTransaction } from "../decode/decode.js";
import type { DecodedInstruction } from "../decode/instructions.js";
import type { Report } from "./steps.js";

/** Compute units that an instruction of a built-in program takes; any other takes at least one. */
const BUILT_IN_UNITS = 150;

/** Refuses a transaction that can only fail: it would move nothing and cost its fee all the same. */
export function checkFeasible(transaction: DecodedTransaction, report: Report): void {
  const { accounts, instructions } = transaction;
  const readonly = new Set(accounts.filter(({ writable }) => !writable).map(({ address }) => address));
  instructions.forEach((instruction, i) => {
    const stuck = changedBy(instruction).find((account) => readonly.has(account));
    if (stuck !== undefined)
      report(
        "cannot_succeed",
        `Instruction ${i} changes ${stuck}, which the transaction lists as read-only. It would fail and cost its fee.`,
        { instruction: i },
      );
  });
  const least = instructions.reduce((units, { programId }) => units + leastUnits(programId), 0);
  instructions.forEach((instruction, i) => {
    if (instruction.kind === "compute-unit-limit" && instruction.units < least)
      report(
        "cannot_succeed",
        `The compute-unit limit is ${instruction.units}; its instructions take ${least} at least. It would fail and cost its fee.`,
        { instruction: i },
      );
  });
}

const leastUnits = (programId: string): number =>
  programId === PROGRAM_IDS.system || programId === PROGRAM_IDS.computeBudget ? BUILT_IN_UNITS : 1;

/** The accounts that an instruction changes whenever it succeeds. */
function changedBy(instruction: DecodedInstruction): readonly string[] {
  switch (instruction.kind) {
    case "sol-transfer":
    case "token-transfer":
      return [instruction.source, instruction.destination];
    case "create-token-account":
      // One that is there already is left as it is.
      return instruction.idempotent ? [] : [instruction.payer, instruction.account];
    case "sync-native":
      return [instruction.account];
    case "close-account":
      return [instruction.account, instruction.destination];
    case "swap":
      return [instruction.inputAccount, instruction.outputAccount, ...instruction.vaults];
    case "compute-unit-limit":
    case "compute-unit-price":
    case "unknown":
      return [];
  }
}
