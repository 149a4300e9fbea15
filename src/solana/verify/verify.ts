import type { Intent } from "../../contract/intents.js";
import { UnsafeTransactionError } from "../../errors.js";
import { type DecodedTransaction, decodeTransaction, type TransactionSource } from "../decode/decode.js";
import { finding, seriousFirst, type TransactionFinding } from "../findings.js";
import { checkCost } from "./cost.js";
import { checkFeasible } from "./feasible.js";
import { readTerms, show, type Terms, type VerifyOptions } from "./options.js";
import { swapOrder, transferOrder } from "./orders.js";
import { checkSteps, type Report } from "./steps.js";
import { swapSteps } from "./swap.js";
import { transferSteps } from "./transfer.js";
import { withVenues } from "./venue.js";

/** A transaction to verify: a built one, or its base64 (then its announced fee and its simulation are not checked). */
export type VerifiableTransaction =
  | string
  | {
      /** Base64 of the transaction. */
      readonly transaction: string;
      /** The fee that the service announced. */
      readonly expectedOutput?: { readonly fee: bigint } | undefined;
      /** How its own simulation went. */
      readonly simulation?: { readonly success: boolean } | undefined;
    };

/**
 * Verifies that a transaction does what its intent says and nothing else, before it is signed. It works on the bytes
 * alone, synchronously and without a network, by a closed list: an instruction that is not needed for the intent is
 * refused, whatever it is, and so is a transaction that can only fail. A swap of the service's own program must go
 * through the pools of the intent's route, in its order; of another venue's swap the terms that its decoder reads are
 * held against the intent.
 *
 * @param built - What `transactions.build` returned, or the base64 text.
 * @param intent - The intent that was shown to the user, as `intents.parse` returned it, or `parse` read it back.
 * @param options - The wallet, and the slippage and priority fee that were asked for.
 * @returns What the transaction does, decoded; `fee` and `rent` are what it costs at most.
 * @throws UnsafeTransactionError whose `findings` say everything that is wrong with it, most serious first: who could
 * take what, then amounts, mints and pools, then what is missing, then the fee. Nothing else is thrown.
 * @example
 * ```ts
 * import { IntentTx } from "intent-tx";
 * import { verifyTransaction } from "intent-tx/solana";
 *
 * const client = new IntentTx();
 * const walletAddress = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
 * const intent = await client.intents.parse({ walletAddress, command: "swap 1 SOL for USDC" });
 * const built = await client.transactions.build({ intentId: intent.intentId, walletAddress });
 * const { fee, rent } = verifyTransaction(built, intent, { walletAddress });
 * ```
 */
export function verifyTransaction(
  built: VerifiableTransaction & TransactionSource,
  intent: Intent,
  options: VerifyOptions,
): DecodedTransaction {
  const findings: TransactionFinding[] = [];
  const report: Report = (code, message, facts) => findings.push(finding(code, message, facts));
  const checked = check(built, intent, options, report);
  const ranked = seriousFirst(findings);
  const [first, ...others] = ranked;
  if (first === undefined && checked !== undefined) return checked;
  const more = others.length === 0 ? "" : ` (and ${others.length} more: see findings)`;
  throw new UnsafeTransactionError(`Do not sign this transaction. ${first?.message}${more}`, ranked);
}

function check(
  built: VerifiableTransaction & TransactionSource,
  intent: Intent,
  options: VerifyOptions,
  report: Report,
): DecodedTransaction | undefined {
  try {
    const decoded = decodeTransaction(built);
    const terms = readTerms(options, report);
    if (terms === undefined) return undefined;
    const transaction = withVenues(decoded, terms.swapPrograms, report);
    const { expectedOutput, simulation } = Object(built) as Exclude<VerifiableTransaction, string>;
    checkSigning(transaction, terms.wallet, report);
    checkCost(transaction, terms, expectedOutput?.fee, report);
    checkFeasible(transaction, report);
    if (typeof simulation === "object" && simulation !== null && simulation.success !== true)
      report(
        "simulation_failed",
        "The service's simulation of it failed, so it would fail on chain too. Build the intent again.",
      );
    checkIntent(transaction, intent, terms, report);
    return transaction;
  } catch (error) {
    if (isUnsafe(error)) throw error;
    // An intent, an option or an answer of a decoder that throws when it is read: what cannot be read is not signed.
    report("invalid_intent", `The intent cannot be checked: ${describe(error)}. Parse the command again.`);
    return undefined;
  }
}

/** An error that a getter threw may itself throw when it is looked at. */
function isUnsafe(error: unknown): boolean {
  try {
    return error instanceof UnsafeTransactionError;
  } catch {
    return false;
  }
}

function describe(error: unknown): string {
  try {
    return error instanceof Error ? `reading it failed with "${error.message}"` : "reading it failed";
  } catch {
    return "reading it failed";
  }
}

function checkSigning(
  { feePayer, signers, signatures, lookupTables }: DecodedTransaction,
  wallet: string,
  report: Report,
): void {
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

function checkIntent(transaction: DecodedTransaction, intent: Intent, terms: Terms, report: Report): void {
  const { action, parameters } = Object(intent) as Partial<Intent>;
  if (typeof parameters !== "object" || parameters === null) {
    report(
      "invalid_intent",
      `The intent's parameters are ${show(parameters)}, so that it orders nothing. Pass what intents.parse returned.`,
    );
    return;
  }
  const note = (found: readonly TransactionFinding[]) => {
    for (const { code, message, ...facts } of found) report(code, message, facts);
  };
  if (action === "swap") {
    const order = swapOrder(intent, report);
    if (order !== undefined)
      note(checkSteps(transaction.instructions, swapSteps(terms.wallet, order, terms, transaction)));
  } else if (action === "transfer") {
    const order = transferOrder(intent, report);
    if (order !== undefined)
      note(
        checkSteps(transaction.instructions, transferSteps(terms.wallet, order, terms.expect, transaction)),
      );
  } else
    report(
      "invalid_intent",
      `An intent of action ${show(action)} moves nothing, so there is nothing to sign. Pass the intent of a swap or a transfer.`,
    );
}
