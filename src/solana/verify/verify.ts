import { NATIVE_MINT } from "../../contract/chain.js";
import type { Intent } from "../../contract/intents.js";
import { IntentTxError } from "../../errors/base-error.js";
import { ConfigurationError, UnsafeTransactionError } from "../../errors/errors.js";
import { bySeverity, finding, type TransactionFinding } from "../../errors/findings.js";
import { show } from "../check-options.js";
import { type DecodedTransaction, decodeTransaction, type TransactionSource } from "../decode/decode.js";
import { checkCost, checkFeasible, checkSigning, checkSimulation } from "./common-checks.js";
import { EXPECTED_ADDRESSES, readTerms, type Terms, type VerifyOptions } from "./options.js";
import { swapOrder, transferOrder } from "./orders.js";
import { checkSteps, decodeVenue, type Report } from "./steps.js";
import { swapSteps } from "./swap.js";
import { transferSteps } from "./transfer.js";

/** An amount of a token. */
export interface TokenAmount {
  /** Base58 address of the mint. For SOL, the wrapped-SOL mint. */
  readonly mint: string;
  /** Amount in base units. For SOL, lamports. */
  readonly amount: bigint;
}

/** A transaction's worst case for the wallet, read from its bytes. Show it before signing. */
export interface Effects {
  /** Maximum spent besides `fee` and `rent`: a swap's exact or maximum input, or a transfer's amount. */
  readonly spendAtMost: readonly TokenAmount[];
  /** Minimum that arrives in the wallet: a swap's exact or minimum output. Empty for a transfer. */
  readonly receiveAtLeast: readonly TokenAmount[];
  /** The network fee in lamports: the signatures, plus the whole compute-unit limit at its price. */
  readonly fee: bigint;
  /** Maximum rent in lamports for the token accounts that the transaction creates. */
  readonly rent: bigint;
}

/** Computes the effects of a verified transaction, which contains one transfer, or one swap that may wrap SOL. */
export function effectsOf({ instructions, fee, rent }: DecodedTransaction): Effects {
  for (const instruction of instructions)
    if (instruction.kind === "swap") {
      const { side, amount, bound, inputMint, outputMint } = instruction;
      const [input, output] = side === "exact-in" ? [amount, bound] : [bound, amount];
      return {
        spendAtMost: [{ mint: inputMint, amount: input }],
        receiveAtLeast: [{ mint: outputMint, amount: output }],
        fee,
        rent,
      };
    }
  const spendAtMost: TokenAmount[] = [];
  for (const instruction of instructions)
    if (instruction.kind === "sol-transfer")
      spendAtMost.push({ mint: NATIVE_MINT, amount: instruction.lamports });
    else if (instruction.kind === "token-transfer" && instruction.mint !== undefined)
      spendAtMost.push({ mint: instruction.mint, amount: instruction.amount });
  return { spendAtMost, receiveAtLeast: [], fee, rent };
}

/** A built transaction to verify, or its base64. With base64, the announced fee and the simulation are not checked. */
export type VerifiableTransaction =
  | string
  | {
      /** Base64 of the transaction. */
      readonly transaction: string;
      /** The fee that the service announced. */
      readonly expectedOutput?: { readonly fee: bigint } | undefined;
      /** Result of the service's simulation. */
      readonly simulation?: { readonly success: boolean } | undefined;
    };

/** A verified and decoded transaction, with its worst-case effects. */
export interface VerifiedTransaction extends DecodedTransaction, Effects {}

/**
 * Verifies, before signing, that a transaction does exactly what its intent states. It reads only the bytes,
 * synchronously and offline. Instructions that the intent does not need are rejected, and so is a transaction that can
 * only fail. A swap of the service's own program must use the pools of the intent's route, in that order. For other
 * venues, the decoder's terms are compared with the intent.
 *
 * @param built The result of `transactions.build`, or the base64 text.
 * @param intent The intent that was shown to the user, as returned by `intents.parse`, or restored with `parse`.
 * @param options The wallet, the slippage and priority fee that you sent, and further limits.
 * @returns The decoded transaction and the figures to show to the user: `spendAtMost`, `receiveAtLeast`, `fee`, `rent`.
 * @throws UnsafeTransactionError whose `findings` list all problems, most serious first: value that others could take,
 * then amounts, mints and pools, then missing instructions, then the fee.
 * @throws ConfigurationError when an option is invalid. The transaction was then not checked, so do not sign it.
 * @example
 * ```ts
 * import type { BuiltTransaction, Intent } from "intent-tx";
 * import { verifyTransaction } from "intent-tx/solana";
 * const worstCase = (built: BuiltTransaction, intent: Intent, walletAddress: string) => {
 *   const { spendAtMost, receiveAtLeast, fee, rent } = verifyTransaction(built, intent, { walletAddress });
 *   return { spendAtMost, receiveAtLeast, cost: fee + rent };
 * };
 * ```
 */
export function verifyTransaction(
  built: VerifiableTransaction & TransactionSource,
  intent: Intent,
  options: VerifyOptions,
): VerifiedTransaction {
  const terms = termsOf(options);
  const findings: TransactionFinding[] = [];
  const report: Report = (code, message, facts) => findings.push(finding(code, message, facts));
  const checked = check(built, intent, terms, report);
  const ranked = bySeverity(findings);
  const [first, ...others] = ranked;
  if (first === undefined && checked !== undefined) return { ...checked, ...effectsOf(checked) };
  const more = others.length === 0 ? "" : ` (and ${others.length} more: see findings)`;
  throw new UnsafeTransactionError(`Do not sign this transaction. ${first?.message}${more}`, ranked);
}

/** A getter of an option can throw any value. */
function termsOf(options: VerifyOptions): Terms {
  try {
    return readTerms(options);
  } catch (error) {
    const failure = describe(error);
    throw typeof failure === "string"
      ? new ConfigurationError(`The options cannot be checked: ${failure}.`)
      : failure;
  }
}

function check(
  built: VerifiableTransaction & TransactionSource,
  intent: Intent,
  terms: Terms,
  report: Report,
): DecodedTransaction | undefined {
  try {
    const decoded = decodeTransaction(built);
    const instructions = decoded.instructions.map((one, i) =>
      decodeVenue(one, i, terms.swapPrograms, report),
    );
    const transaction = { ...decoded, instructions };
    const { expectedOutput, simulation } = Object(built) as Exclude<VerifiableTransaction, string>;
    checkSigning(transaction, terms.wallet, report);
    checkCost(transaction, terms, expectedOutput?.fee, report);
    checkFeasible(transaction, report);
    checkSimulation(simulation, report);
    checkIntent(transaction, intent, terms, report);
    return transaction;
  } catch (error) {
    const failure = describe(error);
    if (typeof failure !== "string") throw failure;
    // Reading an intent or a decoder's result can throw. The transaction is then rejected.
    report("invalid_intent", `The intent cannot be checked: ${failure}. Parse the command again.`);
    return undefined;
  }
}

/** Describes an error. A value that a getter has thrown can itself throw when inspected. */
function describe(error: unknown): IntentTxError | string {
  try {
    if (error instanceof IntentTxError) return error;
    return error instanceof Error ? `reading it failed with "${error.message}"` : "reading it failed";
  } catch {
    return "reading it failed";
  }
}

function checkIntent(transaction: DecodedTransaction, intent: Intent, terms: Terms, report: Report): void {
  const { action, parameters } = Object(intent) as Partial<Intent>;
  if (typeof parameters !== "object" || parameters === null) {
    report(
      "invalid_intent",
      `The intent's parameters are ${show(parameters)}. Pass the result of intents.parse.`,
    );
    return;
  }
  if (action !== "swap" && action !== "transfer")
    report(
      "invalid_intent",
      `An intent with the action ${show(action)} moves nothing, so there is nothing to sign. Pass the intent of a swap or a transfer.`,
    );
  for (const name of EXPECTED_ADDRESSES) {
    const expected = terms.expect?.[name];
    if (expected !== undefined && expected !== parameters[name])
      report(
        name === "recipient" ? "wrong_recipient" : "wrong_mint",
        `The intent's ${name} is ${show(parameters[name])}; expected ${expected}.`,
      );
  }
  const swap = action === "swap" ? swapOrder(intent, report) : undefined;
  const transfer = action === "transfer" ? transferOrder(intent, report) : undefined;
  const steps = swap
    ? swapSteps(swap, terms, transaction)
    : transfer && transferSteps(transfer, terms, transaction);
  const found = steps === undefined ? [] : checkSteps(transaction.instructions, steps);
  for (const { code, message, ...facts } of found) report(code, message, facts);
}
