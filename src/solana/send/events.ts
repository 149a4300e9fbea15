import { IntentTxError, type PaymentOutcome } from "../../errors/base-error.js";
import { ignoreRejection } from "../../options/events.js";
import { Log } from "../../options/logging.js";
import { env } from "../../runtime/environment.js";
import type { WalletEdit } from "../sign/signers.js";
import type { Commitment } from "./connection.js";
import { isPaymentError } from "./errors.js";

/** A step of a payment, for logs and traces. */
export type PaymentEvent =
  /**
   * A limit of the built transaction leaves less room than a wallet's guards may need, so a guard may make the payment
   * fail: under 50,000 compute units, or in version 1 under 450,000 bytes of loaded data. `left` is what the simulation
   * did not use. Reported before the wallet prompts, if the wallet may edit. `signature` is empty.
   */
  | {
      readonly type: "low-limit";
      readonly signature: "";
      readonly limit: "compute-unit-limit" | "loaded-data";
      readonly left: number;
    }
  /** The wallet signed the transaction. Nothing has been sent yet. */
  | { readonly type: "signed"; readonly signature: string }
  /**
   * The wallet edited the transaction, as `walletEdits` allows. `fee` is the network fee in lamports with the edits.
   * Reported before anything is sent; for a wallet that sends on its own, after its transaction has landed.
   */
  | {
      readonly type: "edited";
      readonly signature: string;
      readonly edits: readonly WalletEdit[];
      readonly fee: bigint;
    }
  /** A node accepted the transaction for the first time. */
  | { readonly type: "sent"; readonly signature: string }
  /** The same bytes were resent, because the transaction had not landed. */
  | { readonly type: "resent"; readonly signature: string }
  /** The transaction reached a stronger commitment. */
  | {
      readonly type: "status";
      readonly signature: string;
      readonly slot: number;
      readonly confirmationStatus: Commitment;
    }
  /** A transaction or the call ended. `unknown` means that it may still land. `signature` is empty before signing. */
  | { readonly type: "settled"; readonly signature: string; readonly outcome: "landed" | PaymentOutcome };

/**
 * Receives the steps of a payment. Errors that it throws are ignored.
 * @param event The step.
 * @inline
 */
export type OnPaymentEvent = (event: PaymentEvent) => void | Promise<void>;

/** Passes events to the listener, and logs them to the console if `INTENT_TX_LOG` is set. */
export function paymentEvents(onEvent: OnPaymentEvent | undefined): (event: PaymentEvent) => void {
  const log = new Log(undefined, env("INTENT_TX_LOG"));
  return (event) => {
    const { type, ...facts } = event;
    log.write(type === "settled" ? "info" : "debug", `payment ${type}`, facts);
    try {
      ignoreRejection(onEvent?.(event));
    } catch {
      // A listener's error must not affect the payment.
    }
  };
}

/** Runs a call and reports its rejection, unless `follow` has already reported this outcome, or it settles nothing. */
export async function reportingEnd<T>(
  report: (event: PaymentEvent) => void,
  call: (report: (event: PaymentEvent) => void) => Promise<T>,
): Promise<T> {
  let reported: PaymentOutcome | "landed" | undefined;
  try {
    return await call((event) => {
      reported = event.type === "settled" ? event.outcome : undefined;
      report(event);
    });
  } catch (error) {
    const foreign = { outcome: "not-sent", signature: "" } as const;
    const ended = isPaymentError(error) ? error : error instanceof IntentTxError ? undefined : foreign;
    if (ended !== undefined && reported !== ended.outcome) {
      const { outcome, signature = "" } = ended;
      report({ type: "settled", signature, outcome });
    }
    throw error;
  }
}
