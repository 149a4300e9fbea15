// A namespace import, so that `intentTxQueries` can be imported in a React Server Component.
import * as React from "react";
import type { Intent } from "../contract/intents.js";
import { IntentTxError } from "../errors/base-error.js";
import { ConfigurationError } from "../errors/errors.js";
import { systemClock } from "../runtime/clock.js";
import type { ApprovalRequest } from "../solana/pay/approval.js";
import { execute } from "../solana/pay/execute.js";
import { type PaymentJournal, type PaymentRecord, signatureOf } from "../solana/pay/journal.js";
import { timedJournal } from "../solana/pay/journal-timeout.js";
import type { PaymentOptions } from "../solana/pay/options.js";
import type { Order } from "../solana/pay/order.js";
import { type Receipt, recordedReceipt } from "../solana/pay/receipt.js";
import { resume } from "../solana/pay/resume.js";
import {
  isPaymentError,
  TransactionExpiredError,
  TransactionFailedError,
  TransactionUnconfirmedError,
} from "../solana/send/errors.js";
import type { TransactionSigner } from "../solana/sign/signers.js";
import type { VerifyOptions } from "../solana/verify/options.js";
import type { Effects } from "../solana/verify/verify.js";

/**
 * State of a payment. `idle`: none has started. `preparing`: the transaction is built and verified. `approving`: waits
 * for `approve()` or `reject()`. `signing`: the wallet signs. `sending`: signed, and may have been sent. `landed`: paid.
 * `failed`: not paid, and can no longer land. `unknown`: may have landed or may still land.
 */
export type PaymentState =
  | "idle"
  | "preparing"
  | "approving"
  | "signing"
  | "sending"
  | "landed"
  | "failed"
  | "unknown";

/** Options of {@link usePayment}. A payment uses the options of the last render before it started. */
export interface UsePaymentOptions
  extends Omit<PaymentOptions, "journal" | "paymentId" | "signal" | "signer" | keyof PaymentLimits> {
  /** Stores payments across reloads, such as `new IndexedDbJournal()`. */
  readonly journal: PaymentJournal;
  /** The wallet, as its library provides it. Null or undefined while no wallet is connected. */
  readonly signer: TransactionSigner | null | undefined;
}

/** Limits of one payment. @inline */
interface PaymentLimits
  extends Pick<VerifyOptions, "slippageBps" | "priorityFee" | "maxFee" | "expect" | "pools"> {}

/** An order and its limits: either `command` or `intent`. */
export type PaymentOrder = Order &
  PaymentLimits & {
    /** Your identifier for the payment, such as an order's ID. Two calls with the same ID pay once. */
    readonly paymentId: string;
  };

/**
 * The hook's payment, and the functions that start, approve and reject it. `pay` and `reject` stay the same across
 * renders.
 */
export interface UsePaymentResult {
  /** State of the payment. */
  readonly state: PaymentState;
  /** Identifier of the payment. Undefined in the state `idle`. */
  readonly paymentId: string | undefined;
  /** The parsed intent, from the state `approving` on. It names the recipient of a transfer. */
  readonly intent: Intent | undefined;
  /** The maximum that leaves the wallet and the minimum that arrives, from the state `approving` on. */
  readonly effects: Effects | undefined;
  /** The amounts spent and received, in the state `landed`. */
  readonly receipt: Receipt | undefined;
  /** Why the payment has failed, or why its outcome is unknown, in the states `failed` and `unknown`. */
  readonly error: Error | undefined;
  /**
   * Starts a payment. A second call with the same `paymentId` while the payment is under way has no effect. In the
   * state `unknown`, a call with the same order and `paymentId` continues the payment, and never pays twice.
   * @param order The command or the intent, its limits, and your identifier of the payment.
   * @throws ConfigurationError while another payment is under way. Nothing was sent.
   * @example
   * ```ts
   * import type { UsePaymentResult } from "intent-tx/react";
   * export const swap = ({ pay }: UsePaymentResult, orderId: string) =>
   *   pay({ command: "swap 1 SOL for USDC", paymentId: orderId });
   * ```
   */
  readonly pay: (order: PaymentOrder) => void;
  /**
   * Approves the `effects` of the render that it belongs to; then the wallet prompts. It has no effect in other states
   * than `approving`, and none once the hook shows other effects.
   * @example
   * ```ts
   * import type { UsePaymentResult } from "intent-tx/react";
   * export const payButton = ({ state, approve }: UsePaymentResult) => ({
   *   disabled: state !== "approving",
   *   onClick: approve,
   * });
   * ```
   */
  readonly approve: () => void;
  /**
   * Rejects `effects`: the payment fails with an `ApprovalDeclinedError`, and nothing is signed.
   * @example
   * ```ts
   * import type { UsePaymentResult } from "intent-tx/react";
   * export const dialog = ({ state, reject }: UsePaymentResult) => ({
   *   open: state === "approving",
   *   onCancel: reject,
   * });
   * ```
   */
  readonly reject: () => void;
}

type Snapshot = Omit<UsePaymentResult, "pay" | "approve" | "reject">;

const IDLE: Snapshot = {
  state: "idle",
  paymentId: undefined,
  intent: undefined,
  effects: undefined,
  receipt: undefined,
  error: undefined,
};

/** Milliseconds between two checks of a payment that an earlier page started. */
const CHECK_MS = 2000;

/** Milliseconds for which such a payment is checked. A transaction can land for about 80 seconds. */
const CHECK_FOR_MS = 150_000;

/** One payment at a time, outside React, so that it continues when the component unmounts. */
class PaymentRun {
  snapshot = IDLE;
  readonly #listeners = new Set<() => void>();
  #isMounted = false;
  #answer: ((approved: boolean) => void) | undefined;
  #hasPaid = false;
  #checks = new AbortController();

  constructor(public options: UsePaymentOptions) {}

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** StrictMode mounts twice. A child's effect can call `pay` before. Returns the function that unmounts the component. */
  readonly mount = () => {
    this.#isMounted = true;
    this.#checks = new AbortController();
    if (!this.#hasPaid) void this.#check(this.#checks.signal);
    return () => {
      this.#isMounted = false;
      this.#checks.abort();
      this.reject();
    };
  };

  readonly pay = (order: PaymentOrder) => {
    const { state, paymentId } = this.snapshot;
    if (!["idle", "landed", "failed", "unknown"].includes(state)) {
      if (order.paymentId === paymentId) return;
      throw new ConfigurationError(
        `Payment ${paymentId} is under way, so payment ${order.paymentId} was not started. Wait until the first payment has an outcome.`,
      );
    }
    this.#hasPaid = true;
    this.#checks.abort();
    this.#set({ ...IDLE, state: "preparing", paymentId: order.paymentId });
    void this.#run(order);
  };

  /** Approves what was shown. A click can arrive after other effects have taken its place. */
  readonly approve = (shown: Effects | undefined) => {
    if (shown === this.snapshot.effects) this.#answer?.(true);
  };
  readonly reject = () => this.#answer?.(false);

  #set(changes: Partial<Snapshot>): void {
    this.snapshot = { ...this.snapshot, ...changes };
    for (const listener of this.#listeners) listener();
  }

  async #run(order: PaymentOrder): Promise<void> {
    const { onEvent } = this.options;
    try {
      const receipt = await execute({
        ...this.options,
        ...order,
        signer: this.options.signer as TransactionSigner, // `execute` refuses a missing one
        approve: (request) => this.#ask(request),
        onEvent: (event) => {
          if (event.type === "settled") {
            if (["expired", "not-sent"].includes(event.outcome)) this.#set({ state: "preparing" });
          } else if (event.type !== "low-limit") this.#set({ state: "sending" });
          return onEvent?.(event);
        },
      });
      this.#set({ state: "landed", receipt });
    } catch (error) {
      this.#set({ state: isFailed(error) ? "failed" : "unknown", error: errorOf(error) });
    }
  }

  async #ask({ intent, effects }: ApprovalRequest): Promise<boolean> {
    if (!this.#isMounted) return false;
    this.#set({ state: "approving", intent, effects });
    const approved = await new Promise<boolean>((answer) => {
      this.#answer = answer;
    });
    this.#answer = undefined;
    if (approved) this.#set({ state: "signing" });
    return approved;
  }

  /** Checks the newest open payment of the journal, which an earlier page started, until it has an outcome. */
  async #check(signal: AbortSignal): Promise<void> {
    const { clock = systemClock } = this.options;
    for (let waited = 0; waited <= CHECK_FOR_MS && !signal.aborted; waited += CHECK_MS) {
      try {
        if (await this.#checkOnce(signal)) return;
      } catch (error) {
        if (!signal.aborted) this.#set({ state: "unknown", error: errorOf(error) });
      }
      await clock.sleep(CHECK_MS, signal).catch(() => undefined);
    }
  }

  /** Returns whether there is nothing more to check. */
  async #checkOnce(signal: AbortSignal): Promise<boolean> {
    const { connection, connections, commitment, nodeTimeout, journalTimeout, clock, swapPrograms } =
      this.options;
    const journal = timedJournal(this.options.journal, { journalTimeout }, signal);
    const [newest] = [...(await journal.open())].sort((a, b) => b.createdAt - a.createdAt);
    const paymentId = this.snapshot.paymentId ?? newest?.paymentId;
    if (signal.aborted) return true;
    if (paymentId === undefined) {
      this.#set(IDLE);
      return true;
    }
    this.#set({ state: "unknown", paymentId });
    const limits = { commitment, nodeTimeout, journalTimeout, clock, swapPrograms };
    const checked = await resume({ journal, connection, connections, signal, ...limits });
    const record = await journal.get(paymentId);
    if (signal.aborted) return true;
    if (record?.outcome !== undefined) {
      this.#set(endOf(record));
      return true;
    }
    const reason = checked.find((one) => one.record.paymentId === paymentId)?.reason;
    const signature = signatureOf(record) ?? "";
    const error = new TransactionUnconfirmedError(reason ?? "The payment may still land.", signature);
    this.#set({ error });
    return false;
  }
}

function endOf(record: PaymentRecord): Partial<Snapshot> {
  const { paymentId, outcome } = record;
  if (outcome === "landed") return { state: "landed", receipt: recordedReceipt(record), error: undefined };
  const signature = signatureOf(record) ?? "";
  const stage = outcome === "failed" ? "executed" : "preflight";
  const error =
    outcome === "expired"
      ? new TransactionExpiredError(signature)
      : new TransactionFailedError(`Payment ${paymentId} is ${outcome}.`, stage, signature, undefined, []);
  return { state: "failed", error };
}

/** Whether an error proves that nothing can land. `execute` passes on a wallet's error only if nothing was sent. */
const isFailed = (error: unknown): boolean =>
  isPaymentError(error) ? error.outcome !== "unknown" : !(error instanceof IntentTxError);

const errorOf = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/**
 * Makes payments with `execute`, one at a time: start one with `pay`, show `effects`, then call `approve` or `reject`.
 * If the component unmounts before the approval, the payment is rejected; after it, the payment continues. After a reload,
 * the hook checks the newest open payment of the journal for up to 150 seconds, and never sends it again.
 * @param options The client, the connection, the wallet, the journal and more options of `execute`.
 * @returns The state of the payment, and the functions. Errors of the payment are in `error`; only `pay` throws.
 * @example
 * ```tsx
 * import { formatUnits } from "intent-tx";
 * import { usePayment, type UsePaymentOptions } from "intent-tx/react";
 * export function Pay({ orderId, ...options }: UsePaymentOptions & { readonly orderId: string }) {
 *   const { state, effects, pay, approve, reject } = usePayment(options);
 *   const order = { command: "swap 1 SOL for USDC", paymentId: orderId };
 *   if (state === "idle") return <button onClick={() => pay(order)}>Swap 1 SOL</button>;
 *   if (state !== "approving") return <output>{state}</output>;
 *   return (
 *     <dialog open>
 *       {effects?.spendAtMost.map(({ mint, amount }) => <p key={mint}>Pay at most {formatUnits(amount, 9)} SOL</p>)}
 *       <button onClick={approve}>Pay</button>
 *       <button onClick={reject}>Cancel</button>
 *     </dialog>
 *   );
 * }
 * ```
 */
export function usePayment(options: UsePaymentOptions): UsePaymentResult {
  const [run] = React.useState(() => new PaymentRun(options));
  const read = () => run.snapshot;
  const snapshot = React.useSyncExternalStore(run.subscribe, read, read);
  // Not useEffect: the effects of children run first, and can call `pay`.
  React.useInsertionEffect(() => {
    run.options = options;
  });
  React.useEffect(() => run.mount(), [run]);
  const { pay, reject } = run;
  const { effects } = snapshot;
  const approve = React.useCallback(() => run.approve(effects), [run, effects]);
  return { ...snapshot, pay, approve, reject };
}
