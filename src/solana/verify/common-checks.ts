import { PROGRAM_IDS } from "../../contract/chain.js";
import { show } from "../check-options.js";
import {
  type DecodedTransaction,
  MAX_COMPUTE_UNITS,
  MAX_RENT,
  priorityLamports,
  SIGNATURE_FEE,
} from "../decode/decode.js";
import type { DecodedInstruction } from "../decode/instructions.js";
import type { Terms } from "./options.js";
import { BUDGET_KINDS, type Report } from "./steps.js";

/** Checks the fee payer and the signers, and that the transaction is unsigned and lists every account. */
export function checkSigning(
  { feePayer, signers, signatures, lookupTables }: DecodedTransaction,
  wallet: string,
  report: Report,
): void {
  if (feePayer !== wallet)
    report(
      "wrong_fee_payer",
      `${feePayer} pays the fee, not the wallet ${wallet}. Build the transaction for the wallet.`,
    );
  for (const signer of signers.slice(1))
    report(
      "extra_signer",
      signer === wallet
        ? `It needs the signature of ${feePayer}, which pays the fee, and of the wallet ${wallet}. Only the wallet may sign and pay: build the transaction without a sponsor.`
        : `It also needs the signature of ${signer}, but only the wallet ${wallet} may sign.`,
    );
  if (signatures.some((signature) => signature !== undefined))
    report(
      "already_signed",
      "It is already signed. Verify the result of transactions.build before you sign it.",
    );
  for (const { table } of lookupTables)
    report(
      "lookup_table",
      `It loads accounts from the lookup table ${table}, whose content it does not show. Ask for a transaction without lookup tables.`,
    );
}

/** Number of token accounts that an intent may create and leave open: one for the input and one for the output. */
const LASTING_ACCOUNTS = 2n;

export function checkCost(
  transaction: DecodedTransaction,
  { priorityFee, maxFee }: Terms,
  announced: unknown,
  report: Report,
): void {
  const { fee, rent, instructions } = transaction;
  const seen = new Set<string>();
  instructions.forEach((instruction, i) => {
    const at = { instruction: i };
    if (instruction.kind === "compute-unit-price" && instruction.microLamports > priorityFee)
      report(
        "priority_fee",
        `The compute-unit price is ${instruction.microLamports} micro-lamports, but ${priorityFee} was requested. Pass the priorityFee that you sent.`,
        at,
      );
    if (instruction.kind === "compute-unit-limit" && instruction.units > MAX_COMPUTE_UNITS)
      report(
        "compute_limit",
        `The compute-unit limit is ${instruction.units}, but Solana allows at most ${MAX_COMPUTE_UNITS}.`,
        at,
      );
    if (!BUDGET_KINDS.includes(instruction.kind)) return;
    if (seen.has(instruction.kind))
      report(
        "unexpected_instruction",
        `Instruction ${i} is a second ${instruction.kind}; there can be only one.`,
        at,
      );
    seen.add(instruction.kind);
  });
  if (announced !== undefined && announced !== null) {
    const announcedFee =
      typeof announced === "number" && Number.isSafeInteger(announced) ? BigInt(announced) : announced;
    if (typeof announcedFee !== "bigint")
      report(
        "fee",
        `expectedOutput.fee is ${show(announced)}, but must be a bigint of lamports. If the value was serialized as JSON, restore it with parse of intent-tx.`,
      );
    else if (fee > announcedFee)
      report(
        "fee",
        `The transaction costs ${fee} lamports, but expectedOutput.fee is ${announcedFee}. Build the intent again.`,
      );
  }
  const defaultMax =
    SIGNATURE_FEE + priorityLamports(MAX_COMPUTE_UNITS, priorityFee) + LASTING_ACCOUNTS * MAX_RENT;
  const max = maxFee ?? defaultMax;
  if (fee + rent > max)
    report(
      "max_fee",
      `It may cost ${fee + rent} lamports: ${fee} for the network, and up to ${rent} as rent of token accounts that it creates. ${maxFee === undefined ? "The intent needs at most" : "maxFee allows"} ${max}.`,
    );
}

/** Compute units of a built-in program's instruction. Instructions of other programs use at least one unit. */
const BUILT_IN_UNITS = 150;

/** Rejects a transaction that can only fail. It would move nothing, and its fee would still be charged. */
export function checkFeasible(transaction: DecodedTransaction, report: Report): void {
  const { accounts, instructions } = transaction;
  const readonly = new Set(accounts.filter(({ writable }) => !writable).map(({ address }) => address));
  instructions.forEach((instruction, i) => {
    const readonlyAccount = changedBy(instruction).find((account) => readonly.has(account));
    if (readonlyAccount !== undefined)
      report(
        "cannot_succeed",
        `Instruction ${i} changes ${readonlyAccount}, which the transaction lists as read-only. The transaction would fail, and its fee would still be charged.`,
        { instruction: i },
      );
  });
  const min = instructions.reduce((units, { programId }) => units + minUnits(programId), 0);
  instructions.forEach((instruction, i) => {
    if (instruction.kind === "compute-unit-limit" && instruction.units < min)
      report(
        "cannot_succeed",
        `The compute-unit limit is ${instruction.units}, but the instructions need at least ${min}. The transaction would fail, and its fee would still be charged.`,
        { instruction: i },
      );
  });
}

const minUnits = (programId: string): number =>
  programId === PROGRAM_IDS.system || programId === PROGRAM_IDS.computeBudget ? BUILT_IN_UNITS : 1;

/** The accounts that an instruction always changes when it succeeds. */
function changedBy(instruction: DecodedInstruction): readonly string[] {
  switch (instruction.kind) {
    case "sol-transfer":
    case "token-transfer":
      return [instruction.source, instruction.destination];
    case "create-token-account":
      // An existing account is not changed.
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

/** Rejects a transaction if the service's simulation failed. A missing simulation is not an error. */
export function checkSimulation(simulation: unknown, report: Report): void {
  if (
    typeof simulation === "object" &&
    simulation !== null &&
    (simulation as { readonly success?: unknown }).success !== true
  )
    report(
      "simulation_failed",
      "The service's simulation of it failed, so it would fail on chain too. Build the intent again.",
    );
}
