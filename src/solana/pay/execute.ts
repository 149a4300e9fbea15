import { IntentTxError } from "../../errors/base-error.js";
import { ConfigurationError } from "../../errors/errors.js";
import { isSignal } from "../../options/checks.js";
import { notSent } from "../send/errors.js";
import { reportingEnd } from "../send/events.js";
import { timedJournal } from "./journal-timeout.js";
import { type ExecuteOptions, readOptions } from "./options.js";
import { isUnpaid, stateOf } from "./order.js";
import { Payment } from "./payment.js";
import type { Receipt } from "./receipt.js";

/**
 * Makes a payment and reports its outcome. Parses the command, builds the transaction, verifies it, asks for
 * approval, signs, sends, and follows it until it has landed, has failed, or provably cannot land. In the last case, and
 * if the wallet signed so late that nothing was sent, it tries again with a new transaction, up to three in total.
 *
 * With a `journal` and a `paymentId`, a payment is made only once across calls, processes and crashes. Call `execute`
 * again with the same `paymentId` until it returns a receipt or throws an error whose `outcome` is not `unknown`. The
 * `paymentId` belongs to the order: the command, or the intent's action, mints, recipient and exact amount. Fees,
 * slippage, pools and approval are limits of the next transaction, and may change from call to call.
 * @param options The client, the connection, the signer, the order and its limits; see the fields.
 * @returns The receipt: the amounts spent and received, exact in base units.
 * @throws ParsingError and others of the service, when the command is unclear or cannot be built; nothing was signed.
 * @throws UnsafeTransactionError when the built transaction does not match the intent (`not-sent`), or the wallet changed it
 * in a way that is not allowed (`unknown`, because it may have sent it).
 * @throws ApprovalDeclinedError when `approve` did not return true, or the effects are worse than `accept`.
 * @throws AbortedError when the signal aborted before a wallet was asked, and before anything was sent.
 * @throws TransactionFailedError when it fails in simulation (outcome `not-sent`), or lands and fails (`failed`).
 * @throws TransactionExpiredError when three transactions in a row provably cannot land (outcome `expired`), or the last
 * one was signed too late (`not-sent`).
 * @throws TransactionUnconfirmedError when the outcome is unknown, also because a wallet failed without a rejection by the
 * user: it may have sent what it was asked to sign. Call again with the same `paymentId`.
 * @throws TransactionAbortedError when the signal aborted after bytes were sent to a node.
 * @throws ConfigurationError when an option is invalid, or the journal fails before anything is sent. Without
 * `outcome`: the `paymentId` belongs to another order, or the option is invalid while its payment is open or has
 * landed. The message names the state of that payment.
 * @example
 * ```ts
 * import { IntentTx } from "intent-tx";
 * import { type AnyConnection, execute, type PaymentJournal, type TransactionSigner } from "intent-tx/solana";
 * const pay = (orderId: string, signer: TransactionSigner, connection: AnyConnection, journal: PaymentJournal) =>
 *   execute({
 *     client: new IntentTx(),
 *     connection,
 *     signer,
 *     command: "swap 1 SOL for USDC",
 *     approve: ({ effects }) => effects.spendAtMost.every(({ amount }) => amount <= 1_100_000_000n),
 *     journal,
 *     paymentId: orderId,
 *   });
 * ```
 */
export async function execute(options: ExecuteOptions): Promise<Receipt> {
  let settings: ReturnType<typeof readOptions>;
  try {
    settings = readOptions(options);
  } catch (error) {
    throw await invalidOption(options, error);
  }
  const { context, store } = settings;
  return reportingEnd(context.report, (report) => new Payment(options, { ...context, report }, store).run());
}

/** An invalid option ends this call, but the payment of its `paymentId` may be open or have landed. */
async function invalidOption(options: ExecuteOptions, error: unknown): Promise<unknown> {
  if (!(error instanceof IntentTxError)) return error;
  const { journal, paymentId, signal } = Object(options) as Partial<ExecuteOptions>;
  if (journal === undefined || typeof paymentId !== "string") return notSent(error);
  try {
    const record = await timedJournal(journal, {}, isSignal[1](signal) ? signal : undefined).get(paymentId);
    if (record === undefined || isUnpaid(record)) return notSent(error);
    return new ConfigurationError(
      `An option is invalid, and payment ${paymentId} ${stateOf(record)}: ${error.message}`,
    );
  } catch {
    return error;
  }
}
