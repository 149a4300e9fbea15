import { isSignature } from "../../contract/chain.js";
import { IntentTxError } from "../../errors/base-error.js";
import { ConfigurationError } from "../../errors/errors.js";
import { checkCall, checkOptions, type Rules } from "../../options/checks.js";
import { isTable } from "../decode/decode.js";
import { type Connected, type Context, contextOf } from "../send/connections.js";
import { provedOutcome } from "../send/errors.js";
import { checkOnce, type Sending } from "../send/follow.js";
import { FOLLOW_RULES, isSettling, readFollowing } from "../send/settings.js";
import type { SignAndSendOptions } from "../send/sign-and-send.js";
import { readStored } from "../send/submit.js";
import { VERIFY_RULES } from "../verify/options.js";
import { sentAsWallet } from "./claim.js";
import { isPrompt, lastOf, nextVersion, type PaymentJournal, type PaymentRecord } from "./journal.js";
import { JOURNAL_RULES, type JournalOptions, timedJournal } from "./journal-timeout.js";
import { readReceipt, storedReceipt } from "./receipt.js";

/** Options of {@link resume}. */
export interface ResumeOptions
  extends JournalOptions,
    Connected,
    Pick<SignAndSendOptions, "commitment" | "nodeTimeout" | "clock" | "signal" | "swapPrograms"> {
  /** The journal whose open payments are checked. */
  readonly journal: PaymentJournal;
}

const RESUME_RULES = /* @__PURE__ */ ((): Rules<ResumeOptions> => {
  const { nodeTimeout, clock, signal } = FOLLOW_RULES;
  const { swapPrograms } = VERIFY_RULES;
  return {
    ...JOURNAL_RULES,
    connection: true,
    connections: true,
    commitment: isSettling,
    nodeTimeout,
    clock,
    signal,
    swapPrograms,
  };
})();

const SIGNATURES_RULE = [
  "an object of base58 signatures by paymentId",
  (value: unknown) =>
    isTable(value) && Object.values(value).every((one) => typeof one === "string" && isSignature(one)),
] as const;

/** An open payment after the check. */
export interface ResumedPayment {
  /** The record that is now in the journal. */
  readonly record: PaymentRecord;
  /** Outcome of the payment. `open` if it may still land, or if nothing can be proved. */
  readonly outcome: "landed" | "failed" | "expired" | "open";
  /** Why the payment is still open, as a sentence. */
  readonly reason?: string;
}

/** Maximum time to read the receipt of a landed payment, milliseconds. */
const RECEIPT_WAIT = 10_000;

/**
 * Checks each open payment of a journal once, and settles payments whose outcome is proved. It never sends. Call it
 * after a restart and periodically. To continue a payment, call `execute` again with the same `paymentId`.
 * @param options The journal and the connection.
 * @param more `signatures`, by `paymentId`: signatures from the wallet's history, for wallets that sign and send in one
 * step and returned none, or a wrong one. A transaction settles a payment only if it does what the record says.
 * @returns The payments that were open, each with its outcome.
 * @throws ConfigurationError when an option is invalid.
 * @example
 * ```ts
 * import { type AnyConnection, type PaymentJournal, resume } from "intent-tx/solana";
 * const settle = async (journal: PaymentJournal, connection: AnyConnection) => {
 *   for (const { record, outcome } of await resume({ journal, connection })) console.log(record.paymentId, outcome);
 * };
 * ```
 */
export async function resume(
  options: ResumeOptions,
  more: { readonly signatures?: Readonly<Record<string, string>> } = {},
): Promise<ResumedPayment[]> {
  if ("signatures" in Object(options))
    throw new ConfigurationError("signatures are a second argument: resume(options, { signatures }).");
  checkCall(options, "resume({ journal, connection })", RESUME_RULES);
  if (options.journal === undefined)
    throw new ConfigurationError("resume needs the journal of the payments: { journal, connection }.");
  checkOptions(more, { signatures: SIGNATURES_RULE }, "resume(options, { signatures })");
  const { signatures = {} } = more;
  const { swapPrograms } = options;
  const context = contextOf(options, false, { ...readFollowing(options), maxWait: RECEIPT_WAIT });
  const journal = timedJournal(options.journal, options, options.signal);
  const found = new Map(Object.entries(signatures));
  const resumed: ResumedPayment[] = [];
  for (const record of await journal.open()) {
    const last = lastOf(record);
    const isWallets = last !== undefined && (last.byWallet === true || isPrompt(last));
    const other = found.get(record.paymentId);
    // A wallet may have returned a wrong signature, so that of a person comes first.
    const isFound =
      isWallets && other !== undefined && record.attempts.every(({ signature }) => signature !== other);
    const attempt = isFound ? { ...last, signature: other } : last;
    const onlySigns = !isFound && last !== undefined && isPrompt(last);
    const { reason, ...end }: Ended =
      attempt === undefined || (attempt.signature === undefined && !onlySigns)
        ? NO_SIGNATURE
        : await outcomeOf(context, record, attempt.validAt, () =>
            isWallets
              ? sentAsWallet(context.rpc, journal, record, attempt, { swapPrograms, onlySigns })
              : readStored(attempt.transaction, attempt.signature),
          );
    const attempts = [...record.attempts.slice(0, -1), ...(attempt ? [attempt] : [])];
    const settled = nextVersion(record, { ...end, attempts, state: "settled" });
    // If another process has updated the record, the next check reads it. A failure does not stop the other payments.
    const isSettled = end.outcome !== undefined && (await journal.update(settled).catch(() => false));
    if (isSettled && end.outcome !== undefined) resumed.push({ record: settled, outcome: end.outcome });
    else resumed.push({ record, outcome: "open", reason: reason ?? NOT_STORED });
  }
  return resumed;
}

interface Ended extends Pick<PaymentRecord, "receipt"> {
  readonly outcome?: "landed" | "failed" | "expired";
  readonly reason?: string;
}

const NO_SIGNATURE = {
  reason: "The wallet returned no signature. Pass the one from the wallet's history in signatures.",
};

const NOT_STORED =
  "The journal did not store the outcome. Another process may have changed the payment. Call resume again.";

async function outcomeOf(
  context: Context,
  { genesisHash, walletAddress }: PaymentRecord,
  validAt: number | undefined,
  read: () => Pick<Sending, "signature" | "message" | "blockhash" | "wallet">,
): Promise<Ended> {
  try {
    const sent = read();
    if ((await context.rpc.genesis?.()) !== genesisHash)
      return { reason: "The connection points to another cluster, or lacks getGenesisHash." };
    const landed = await checkOnce({ ...context, ...sent, validAt, genesisHash, oneSignature: true });
    const { receipt } = await readReceipt(context, landed, walletAddress);
    return { outcome: "landed", receipt: storedReceipt(receipt) } as const;
  } catch (error) {
    const outcome = provedOutcome(error);
    if (outcome !== undefined) return { outcome };
    return {
      reason: error instanceof IntentTxError ? error.message : "The node or the journal did not answer.",
    };
  }
}
