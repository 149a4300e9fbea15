import { IntentTxError } from "../../base-error.js";
import { AbortedError } from "../../errors.js";
import { withoutAddresses } from "./addresses.js";
import type { Refusal } from "./hand-over.js";

/** A transaction that the cluster refused (`preflight`) or that landed and failed (`executed`): it moved nothing but a fee. */
export class TransactionFailedError extends IntentTxError {
  static override readonly kind = "TransactionFailedError";

  /**
   * @param message Sentence for people.
   * @param cause The node's or the library's own error.
   */
  constructor(
    message: string,
    /** `preflight`: it was never sent on. `executed`: it landed, and cost its fee. */
    readonly stage: "preflight" | "executed",
    /** Base58 signature. */
    readonly signature: string,
    /** The runtime's error, as JSON-RPC writes it; undefined where the node, or web3.js before it, did not pass it on. */
    readonly transactionError: unknown,
    /** The programs' own log lines, where the node gave them. */
    readonly logs: readonly string[],
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

/**
 * The blockhash grew too old before the transaction landed: it never will, and building the intent again is safe. `submit`
 * knows only what it hands over itself: of bytes that another process may have sent, `confirm` tells.
 */
export class TransactionExpiredError extends IntentTxError {
  static override readonly kind = "TransactionExpiredError";

  constructor(
    /** Base58 signature. */
    readonly signature: string,
    /** The last error of sending it, if a node did not take it. */
    cause?: unknown,
  ) {
    super(
      `Transaction ${signature} did not land before its blockhash expired, and now it cannot. Build the intent again and send that.`,
      cause === undefined ? {} : { cause: withoutAddresses(cause) },
    );
  }
}

/** The outcome of the transaction is unknown. Look the signature up before sending another one. */
export class TransactionUnconfirmedError extends IntentTxError {
  static override readonly kind = "TransactionUnconfirmedError";

  /** @param cause The node's or the library's own error. */
  constructor(
    /** A sentence that says what is not known. */
    reason: string,
    /** Base58 signature; empty where the wallet that sent it told none. */
    readonly signature: string,
    cause?: unknown,
  ) {
    const next =
      signature === ""
        ? "Look at the wallet's history before you send another."
        : "Look it up by its signature before you send another.";
    super(`${reason} ${next}`, { cause: withoutAddresses(cause) });
  }
}

/** The signal ended the call after the transaction was sent: it may still land. `cause` is the signal's reason. */
export class TransactionAbortedError extends AbortedError {
  static override readonly kind = "TransactionAbortedError";

  /** @param cause The signal's reason. */
  constructor(
    /** Base58 signature. */
    readonly signature: string,
    cause: unknown,
  ) {
    super(
      `The signal ended the wait for transaction ${signature}. It was sent and may still land: look it up by its signature before you send another.`,
      { cause },
    );
  }
}

/** The error for a transaction that a node refused and sent nowhere. */
export function refusedError(signature: string, refusal: Refusal): TransactionFailedError {
  const { message, transactionError, logs, error } = refusal;
  const text = `The node refused transaction ${signature}: ${message}`;
  return new TransactionFailedError(text, "preflight", signature, transactionError, logs, error);
}
