import type { IntentTxClient } from "../../client/client.js";
import { ConfigurationError } from "../../errors/errors.js";
import { checkCall, isFunction, isLimit, type Rules } from "../../options/checks.js";
import { type Connected, contextOf } from "../send/connections.js";
import { FOLLOW_RULES, type FollowOptions, isSettling, readFollowing } from "../send/settings.js";
import { type SignAndSendOptions, WALLET_EDITS_RULE } from "../send/sign-and-send.js";
import { signerMethod } from "../sign/sign.js";
import { checkWallet, GUARD_RULE, VERIFY_RULES, type VerifyOptions } from "../verify/options.js";
import type { Approval, Destination } from "./approval.js";
import { checkOrder } from "./build.js";
import { checkPaymentId, type PaymentJournal } from "./journal.js";
import { JOURNAL_RULES, type JournalOptions, timedJournal } from "./journal-timeout.js";
import { MemoryJournal } from "./memory-journal.js";
import { type Order, orderOf } from "./order.js";
import { PaymentStore } from "./payment-store.js";
import { PRIORITY_FEE_RULE, type PriorityFee } from "./priority-fee.js";

/** Options of a payment, without the order and its approval. */
export interface PaymentOptions
  extends FollowOptions,
    JournalOptions,
    Omit<VerifyOptions, "walletAddress" | "expect" | "priorityFee">,
    PriorityFee,
    Connected,
    Pick<SignAndSendOptions, "guard" | "signer" | "subscribe" | "walletAddress" | "walletEdits" | "web3"> {
  /** Parses the command and builds the transaction: an `IntentTx`, or a fake client in a test. */
  readonly client: Pick<IntentTxClient, "intents" | "transactions">;
}

/** Where a payment is stored: in a journal, or nowhere. @inline */
export type Stored =
  | {
      /**
       * Stores the payment, so that it is made only once. Create it once, outside the call. Default: none, so a second
       * call would pay again.
       */
      readonly journal: PaymentJournal;
      /** Your identifier for the payment in the journal, such as an order id. */
      readonly paymentId: string;
    }
  | { readonly journal?: never; readonly paymentId?: undefined };

/**
 * Options of `execute`: exactly one of `command` and `intent`, and at least one of `approve`, `accept` and `expect`,
 * where `approve` and `accept` exclude each other. `journal` and `paymentId` need each other. `accept` with a `command`
 * needs an `expect` with the recipient or the output token.
 */
export type ExecuteOptions = PaymentOptions & Stored & Order & Approval & Destination;

function areEffects(accept: unknown): boolean {
  const { spendAtMost, receiveAtLeast, fee, rent } = Object(accept);
  const isAmount = (one: unknown) => typeof Object(one).amount === "bigint";
  return (
    [spendAtMost, receiveAtLeast].every((list) => Array.isArray(list) && list.every(isAmount)) &&
    typeof fee === "bigint" &&
    typeof rent === "bigint"
  );
}

const EXECUTE_RULES = /* @__PURE__ */ ((): Rules<ExecuteOptions> => ({
  ...VERIFY_RULES,
  ...FOLLOW_RULES,
  ...JOURNAL_RULES,
  commitment: isSettling,
  walletAddress: isLimit,
  walletEdits: WALLET_EDITS_RULE,
  guard: GUARD_RULE,
  approve: [...isFunction, "limit"],
  accept: [
    "the effects of a preview; restore effects that went through JSON with effectsCodec.decode",
    areEffects,
    "limit",
  ],
  client: true,
  connection: true,
  connections: true,
  priorityFee: PRIORITY_FEE_RULE,
  signer: true,
  command: true,
  intent: true,
  paymentId: true,
  web3: true,
  subscribe: true,
}))();

export function readOptions(options: ExecuteOptions) {
  checkCall(options, "execute({ client, connection, signer, command, approve })", EXECUTE_RULES);
  checkOrder(options);
  const { approve, accept, expect, journal, paymentId, signer, walletAddress } = options;
  if (approve === undefined && accept === undefined && expect === undefined)
    throw new ConfigurationError(
      "Pass approve (asks the user), accept (the effects that the user has accepted) or expect (the exact input or output amount). Nothing was sent.",
    );
  if (approve !== undefined && accept !== undefined)
    throw new ConfigurationError("Pass either approve or accept, not both. Nothing was sent.");
  if (journal !== undefined && paymentId === undefined)
    throw new ConfigurationError(
      "A journal needs a paymentId: your own ID for the payment, such as an order's ID. Nothing was sent.",
    );
  if (paymentId !== undefined) checkPaymentId(paymentId);
  if (journal === undefined && paymentId !== undefined)
    throw new ConfigurationError(
      "A paymentId needs a journal, which stores the payment under it. Without one, a second call would pay again. Pass a journal, or omit paymentId. Nothing was sent.",
    );
  if (accept !== undefined && options.command !== undefined && !(expect?.recipient || expect?.outputToken))
    throw new ConfigurationError(
      "accept does not say where the money goes, and the command is parsed again. Pass the preview's intent instead of the command, or name the recipient or the outputToken in expect. Nothing was sent.",
    );
  const following = readFollowing(options);
  const { address } = signerMethod(signer, walletAddress, options.web3);
  if (walletAddress !== undefined && walletAddress !== address)
    throw new ConfigurationError(
      `The signer is ${address}, but walletAddress is ${walletAddress}. Nothing was sent.`,
    );
  checkWallet(address);
  const context = contextOf(options, options.subscribe, following);
  const limited = timedJournal(journal ?? new MemoryJournal(), options, following.signal);
  const store = new PaymentStore(limited, paymentId ?? "payment", address, orderOf(options, expect));
  return { context, store };
}
