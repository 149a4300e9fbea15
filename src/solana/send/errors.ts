import { IntentTxError, type PaymentOutcome } from "../../errors/base-error.js";
import { MAX_CAUSES } from "../../http/attempt.js";
import { stringify } from "../../values/json.js";

/** The transaction failed in simulation (`preflight`), or landed and failed (`executed`), which costs only its fee. */
export class TransactionFailedError extends IntentTxError {
  static override readonly kind = "TransactionFailedError";
  /** `not-sent` at the stage `preflight`, `failed` at the stage `executed`. */
  override readonly outcome: "not-sent" | "failed";

  /**
   * @param message Human-readable message.
   * @param cause The original error of the node or the library.
   */
  constructor(
    message: string,
    /** `preflight`: rejected in simulation and not sent. `executed`: landed, failed and paid its fee. */
    readonly stage: "preflight" | "executed",
    /** Base58 signature. Empty if the transaction was rejected before signing. */
    override readonly signature: string,
    /** The runtime's error, in JSON-RPC format. */
    readonly transactionError: unknown,
    /** The programs' log lines. Empty if the node returned none. */
    readonly logs: readonly string[],
    cause?: unknown,
  ) {
    super(message, { cause });
    this.outcome = stage === "preflight" ? "not-sent" : "failed";
  }
}

/**
 * The transaction's blockhash is too old. With the outcome `expired`, the transaction was sent and provably cannot land.
 * With `not-sent`, this call sent nothing. Building the intent again is safe. After `not-sent` from `submit`, it is
 * safe only if no other process sent the same bytes.
 */
export class TransactionExpiredError extends IntentTxError {
  static override readonly kind = "TransactionExpiredError";

  constructor(
    /** Base58 signature. Empty if the transaction expired before signing. */
    override readonly signature: string,
    /** Last error from sending, if a node rejected the transaction. */
    cause?: unknown,
    /** `expired` if the transaction was sent, otherwise `not-sent`. */
    override readonly outcome: "expired" | "not-sent" = "expired",
  ) {
    super(
      outcome === "expired"
        ? `Transaction ${signature} did not land before its blockhash expired, and can no longer land. Build the intent again and send the new transaction.`
        : `The node does not know the blockhash of the transaction${signature && ` ${signature}`}: it is too old, or connection points to a different cluster from the one that the service builds for. Nothing was sent. Build the intent again; if that does not help, check the address of connection.`,
      cause === undefined ? {} : { cause: withoutAddresses(cause) },
    );
  }
}

/** The transaction's outcome is unknown: it may still land. Look up the signature before you send another one. */
export class TransactionUnconfirmedError extends IntentTxError {
  static override readonly kind = "TransactionUnconfirmedError";
  /** The transaction may still land. */
  override readonly outcome = "unknown";

  /** @param cause The original error of the node or the library. */
  constructor(
    /** Why the outcome is unknown, as a sentence. */
    reason: string,
    /** Base58 signature. Empty if the wallet that sent the transaction returned none. */
    override readonly signature: string,
    cause?: unknown,
  ) {
    const next =
      signature === ""
        ? "Look at the wallet's history before you send another."
        : "Look it up by its signature before you send another.";
    super(`${reason} ${next}`, { cause: withoutAddresses(cause) });
  }
}

/**
 * The signal aborted the call after the transaction was sent to a node, so it may still land. `cause` is the signal's
 * reason. By contrast, an `AbortedError` means that nothing was sent.
 */
export class TransactionAbortedError extends IntentTxError {
  static override readonly kind = "TransactionAbortedError";
  /** The transaction may still land. */
  override readonly outcome = "unknown";

  /** @param cause The signal's reason. */
  constructor(
    /** Base58 signature. */
    override readonly signature: string,
    cause: unknown,
  ) {
    super(
      `The signal ended the wait for transaction ${signature}. It was sent and may still land: look it up by its signature before you send another.`,
      { cause },
    );
  }
}

/** Marks an error as `not-sent`, with the signature that was not sent. */
export function notSent<E extends IntentTxError>(error: E, signature?: string): E {
  const outcome: PaymentOutcome = "not-sent";
  return Object.assign(error, { outcome }, signature === undefined ? {} : { signature });
}

/** Returns the outcome that an error of `follow` proves, or undefined if it proves nothing. */
export function provedOutcome(error: unknown): "failed" | "expired" | undefined {
  if (error instanceof TransactionFailedError) return "failed";
  return error instanceof TransactionExpiredError ? "expired" : undefined;
}

export function refusedError(
  signature: string,
  { err, logs }: { readonly err: unknown; readonly logs: readonly string[] },
): TransactionFailedError {
  const last = logs.length === 0 ? "" : ` Its last log line: ${logs[logs.length - 1]}`;
  const which = signature === "" ? "the transaction" : `transaction ${signature}`;
  const text = `The node refused ${which} in simulation: ${stringify(err)}. Nothing was sent.${last}`;
  return new TransactionFailedError(text, "preflight", signature, err, logs);
}

const ADDRESS = /\b[a-z][\w+.-]*:\/\/\S+/gi;

/** Removes URLs from text: a node's URL often contains the provider's key. */
export const hideAddresses = (text: string): string => text.replace(ADDRESS, "<address>");

interface Failure {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly code?: unknown;
  readonly input?: unknown;
  readonly cause?: unknown;
}

function holdsAddress(error: unknown, depth = 0): boolean {
  if (error === undefined || error === null || depth > MAX_CAUSES) return false;
  const { message = error, input, cause } = Object(error) as Failure;
  const names = (text: unknown) => typeof text === "string" && text.search(ADDRESS) >= 0;
  return names(message) || names(input) || holdsAddress(cause, depth + 1);
}

/** Returns a library's error unchanged, or a copy without URLs if the error or one of its causes contains a URL. */
export function withoutAddresses(error: unknown, depth = 0): unknown {
  if (depth > MAX_CAUSES || !holdsAddress(error)) return depth > MAX_CAUSES ? undefined : error;
  const { name, message = error, code, cause } = Object(error) as Failure;
  const copy = new Error(typeof message === "string" ? hideAddresses(message) : "");
  if (typeof name === "string") copy.name = name;
  copy.stack = `${copy.name}: ${copy.message}`;
  if (code !== undefined) Object.assign(copy, { code });
  if (cause !== undefined) copy.cause = withoutAddresses(cause, depth + 1);
  return copy;
}
