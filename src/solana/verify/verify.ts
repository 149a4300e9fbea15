import type { Intent } from "../../contract/intents.js";
import { UnsafeTransactionError } from "../../errors.js";
import {
  type DecodedTransaction,
  decodeTransaction,
  MAX_COMPUTE_UNITS,
  type TransactionSource,
} from "../decode/decode.js";
import { isBuiltIn } from "../decode/instruction.js";
import type { DecodedInstruction, SwapDecoder, SwapTerms } from "../decode/instructions.js";
import { isAddress } from "../decode/token-address.js";
import { finding, seriousFirst, type TransactionFinding } from "../findings.js";
import { swapOrder, transferOrder } from "./orders.js";
import { checkSteps, type Report } from "./steps.js";
import { swapSteps } from "./swap.js";
import { transferSteps } from "./transfer.js";

/** What a transaction is held against, besides its intent. */
export interface VerifyOptions {
  /** Base58 address of the wallet that will sign. */
  readonly walletAddress: string;
  /** The slippage that was sent, or spoken in the command, in basis points, 0 to 1000. Default 50. */
  readonly slippage?: number | undefined;
  /** The priority fee that was sent, in micro-lamports per compute unit. Default 1000. */
  readonly priorityFee?: number | undefined;
  /**
   * Decoders of other venues' swap programs, by program address. A decoder vouches for its program. The programs that
   * are decoded here keep their own decoders.
   */
  readonly swapPrograms?: Readonly<Record<string, SwapDecoder>> | undefined;
}

/** A transaction to verify: a built one, or its base64 (then its announced fee is not checked). */
export type VerifiableTransaction =
  | string
  | {
      readonly transaction: string;
      readonly expectedOutput?: { readonly fee: bigint } | undefined;
      readonly simulation?: { readonly success: boolean } | undefined;
    };

/**
 * Verifies that a transaction does what its intent says and nothing else, before it is signed. It works on the bytes
 * alone, synchronously and without a network, by a closed list: an instruction that is not needed for the intent is
 * refused, whatever it is. A swap of the service's own program must go through the pools of the intent's route, in its
 * order; of another venue's swap the terms that its decoder reads are held against the intent.
 *
 * @param built - What `transactions.build` returned, or the base64 text.
 * @param intent - The intent that was shown to the user, as `intents.parse` returned it.
 * @param options - The wallet, and the slippage and priority fee that were asked for.
 * @returns What the transaction does, decoded.
 * @throws UnsafeTransactionError whose `findings` say everything that is wrong with it, most serious first: who could
 * take what, then amounts, mints and pools, then what is missing, then the fee.
 * @example
 * const intent = await client.intents.parse({ walletAddress, command: "swap 1 SOL for USDC" });
 * const built = await client.transactions.build({ intentId: intent.intentId, walletAddress });
 * const { fee } = verifyTransaction(built, intent, { walletAddress });
 */
export function verifyTransaction(
  built: VerifiableTransaction & TransactionSource,
  intent: Intent,
  options: VerifyOptions,
): DecodedTransaction {
  const { walletAddress, slippage = 50, priorityFee = 1000, swapPrograms = {} } = options;
  const decoded = decodeTransaction(built);
  const transaction = {
    ...decoded,
    instructions: decoded.instructions.map((instruction) => decodeVenue(instruction, swapPrograms)),
  };

  const findings: TransactionFinding[] = [];
  const report: Report = (code, message, instruction) => findings.push(finding(code, message, instruction));
  checkOptions(walletAddress, slippage, priorityFee, report);
  if (findings.length === 0) {
    checkSigning(transaction, walletAddress, report);
    const announced = typeof built === "string" ? undefined : built.expectedOutput?.fee;
    checkCost(transaction, priorityFee, announced, report);
    findings.push(...checkIntent(transaction, intent, walletAddress, BigInt(slippage)));
  }
  const ranked = seriousFirst(findings);
  const [first, ...others] = ranked;
  if (first === undefined) return transaction;
  const more = others.length === 0 ? "" : ` (and ${others.length} more: see findings)`;
  throw new UnsafeTransactionError(`Do not sign this transaction. ${first.message}${more}`, ranked);
}

function decodeVenue(
  instruction: DecodedInstruction,
  swapPrograms: Readonly<Record<string, SwapDecoder>>,
): DecodedInstruction {
  const { kind, programId, accounts, data } = instruction;
  if (kind !== "unknown" || isBuiltIn(programId) || !Object.hasOwn(swapPrograms, programId))
    return instruction;
  let terms: SwapTerms | undefined;
  try {
    terms = swapPrograms[programId]?.({ programId, accounts, data });
  } catch {
    // An instruction that a decoder trips over is one that it does not know.
  }
  if (!isTerms(terms)) return instruction;
  const unsaid = { tokenPrograms: [], pools: [], vaults: [], middleMint: undefined };
  return { ...terms, ...unsaid, programId, accounts, data, kind: "swap" };
}

const isTerms = (terms: SwapTerms | undefined): terms is SwapTerms =>
  (terms?.side === "exact-in" || terms?.side === "exact-out") &&
  typeof terms.amount === "bigint" &&
  typeof terms.bound === "bigint";

function checkOptions(walletAddress: string, slippage: number, priorityFee: number, report: Report) {
  if (typeof walletAddress !== "string" || !isAddress(walletAddress))
    report(
      "invalid_option",
      `walletAddress is ${String(walletAddress)}; pass the base58 address of the signer.`,
    );
  if (!Number.isInteger(slippage) || slippage < 0 || slippage > 1000)
    report("invalid_option", `slippage is ${slippage}; pass whole basis points, 0 to 1000.`);
  if (!Number.isInteger(priorityFee) || priorityFee < 0)
    report(
      "invalid_option",
      `priorityFee is ${priorityFee}; pass whole micro-lamports per compute unit, 0 or more.`,
    );
}

function checkSigning(
  { feePayer, signers, signatures, lookupTables }: DecodedTransaction,
  wallet: string,
  report: Report,
) {
  if (feePayer !== wallet)
    report("wrong_fee_payer", `${feePayer} pays the fee; build the transaction for the wallet ${wallet}.`);
  for (const signer of signers.slice(1))
    report("extra_signer", `It also asks for the signature of ${signer}; only ${wallet} should sign.`);
  if (signatures.some((signature) => signature !== undefined))
    report(
      "already_signed",
      "It holds a signature already. Verify what build returned, before it is signed.",
    );
  for (const { table } of lookupTables)
    report(
      "lookup_table",
      `It takes accounts from the lookup table ${table}, whose content it does not show. Ask for one without lookup tables.`,
    );
}

function checkCost(transaction: DecodedTransaction, priorityFee: number, announced: unknown, report: Report) {
  const seen = new Set<string>();
  transaction.instructions.forEach((instruction, i) => {
    if (instruction.kind === "compute-unit-price" && instruction.microLamports > BigInt(priorityFee))
      report(
        "priority_fee",
        `The compute-unit price is ${instruction.microLamports} micro-lamports; ${priorityFee} was asked for. Pass the priorityFee that you sent.`,
        i,
      );
    if (instruction.kind === "compute-unit-limit" && instruction.units > MAX_COMPUTE_UNITS)
      report(
        "compute_limit",
        `The compute-unit limit is ${instruction.units}; Solana allows ${MAX_COMPUTE_UNITS}.`,
        i,
      );
    if (instruction.kind === "compute-unit-price" || instruction.kind === "compute-unit-limit") {
      if (seen.has(instruction.kind))
        report(
          "unexpected_instruction",
          `Instruction ${i} is a second ${instruction.kind}; there can be one.`,
          i,
        );
      seen.add(instruction.kind);
    }
  });
  if (typeof announced === "bigint" && transaction.fee > announced)
    report(
      "fee",
      `It costs ${transaction.fee} lamports; expectedOutput.fee announced ${announced}. Build the intent again.`,
    );
}

function checkIntent(
  transaction: DecodedTransaction,
  intent: Intent,
  wallet: string,
  slippage: bigint,
): readonly TransactionFinding[] {
  const findings: TransactionFinding[] = [];
  const report: Report = (code, message) => findings.push(finding(code, message));
  const action = intent?.parameters === undefined ? undefined : intent.action;
  if (action === "swap") {
    const order = swapOrder(intent, report);
    if (order !== undefined)
      return checkSteps(transaction.instructions, swapSteps(wallet, order, slippage, transaction));
  } else if (action === "transfer") {
    const order = transferOrder(intent, report);
    if (order !== undefined)
      return checkSteps(transaction.instructions, transferSteps(wallet, order, transaction));
  } else
    report(
      "invalid_intent",
      `An intent of action ${String(action)} moves nothing, so there is nothing to sign. Pass the intent of a swap or a transfer.`,
    );
  return findings;
}
