import { IntentTxError } from "./base-error.js";
import type { TransactionFinding } from "./findings.js";

/**
 * No response arrived: the connection failed or broke.
 * @example
 * ```ts
 * import { ConnectionError } from "intent-tx";
 * const neverLeft = (error: unknown) => error instanceof ConnectionError && !error.sent;
 * ```
 */
export class ConnectionError extends IntentTxError {
  static override readonly kind = "ConnectionError";

  /**
   * @param message Human-readable message.
   * @param facts The cause, if any.
   */
  constructor(
    message: string,
    facts: { readonly cause?: unknown } = {},
    /** False if the request was provably never sent: the name did not resolve, or the connection was refused. */
    readonly sent = true,
  ) {
    super(message, facts);
  }
}

/**
 * The deadline of an attempt or of the whole call passed; `phase` shows which.
 * @example
 * ```ts
 * import { TimeoutError } from "intent-tx";
 * const slow = (error: unknown) => error instanceof TimeoutError && error.phase === "total";
 * ```
 */
export class TimeoutError extends IntentTxError {
  static override readonly kind = "TimeoutError";

  constructor(
    /** `attempt` for the option `timeout`, `total` for `totalTimeout`. */
    readonly phase: "attempt" | "total",
    /** The deadline, milliseconds. */
    readonly timeoutMs: number,
    /** The result that did not arrive in time. */
    missing = "complete response",
  ) {
    super(
      `No ${missing} within ${timeoutMs} ms (${phase === "total" ? "totalTimeout" : "timeout"}). ` +
        "Raise the option, or try again later.",
    );
  }
}

/** The caller's signal aborted the call; `cause` is the signal's reason. */
export class AbortedError extends IntentTxError {
  static override readonly kind: string = "AbortedError";
}

/**
 * A 2xx response breaks the contract; `field` is the path of the offending field.
 * @example
 * ```ts
 * import { ResponseValidationError } from "intent-tx";
 * const broken = (error: unknown) => error instanceof ResponseValidationError && [error.field, error.requestId];
 * ```
 */
export class ResponseValidationError extends IntentTxError {
  static override readonly kind = "ResponseValidationError";

  /**
   * @param message Human-readable message.
   * @param requestId The service's identifier for the request, if it sent one.
   */
  constructor(
    message: string,
    /** HTTP status of the response. */
    readonly status: number,
    /** Dotted path of the offending field; empty for the whole response. */
    readonly field: string,
    requestId?: string | undefined,
    /** True if the body is not JSON, for example cut off. The call is then retried if that is safe. */
    readonly unreadable = false,
  ) {
    super(message, { requestId });
  }
}

/** Pagination cannot continue: the service repeated a cursor or sent none. */
export class PaginationError extends IntentTxError {
  static override readonly kind = "PaginationError";
}

/** The service may have rotated a key, but the new key is unknown or unverified. The old key works for 24 hours. */
export class RotationUncertainError extends IntentTxError {
  static override readonly kind = "RotationUncertainError";

  /**
   * @param message Human-readable message.
   * @param facts The cause, if any.
   */
  constructor(
    message: string,
    facts: { readonly cause?: unknown } = {},
    /** The service's answer, if it cannot be used: JSON with every string replaced by `***`. */
    readonly answer?: string | undefined,
  ) {
    super(message, facts);
  }
}

/** The client, its key provider or its key store is misconfigured. */
export class ConfigurationError extends IntentTxError {
  static override readonly kind = "ConfigurationError";
}

/**
 * The transaction does something that its intent does not state. Do not sign it.
 * @example
 * ```ts
 * import { UnsafeTransactionError } from "intent-tx";
 * const why = (error: unknown) => (error instanceof UnsafeTransactionError ? error.findings : []);
 * ```
 */
export class UnsafeTransactionError extends IntentTxError {
  static override readonly kind = "UnsafeTransactionError";

  /** @param message Human-readable message. */
  constructor(
    message: string,
    /** All findings, most serious first. */
    readonly findings: readonly TransactionFinding[],
  ) {
    super(message);
  }
}
