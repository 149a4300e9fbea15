import type { TransactionFinding } from "../solana/findings.js";
import { IntentTxError } from "./base-error.js";

/**
 * No answer came: the connection could not be made, or broke.
 *
 * @example
 * ```ts
 * import { ConnectionError } from "intent-tx";
 * const neverLeft = (error: unknown) => error instanceof ConnectionError && !error.sent;
 * ```
 */
export class ConnectionError extends IntentTxError {
  static override readonly kind = "ConnectionError";

  /**
   * @param message Sentence for people.
   * @param facts The cause, where there is one.
   */
  constructor(
    message: string,
    facts: { readonly cause?: unknown } = {},
    /** False when the request provably never left: the name did not resolve, or nobody took the connection. */
    readonly sent = true,
  ) {
    super(message, facts);
  }
}

/**
 * A deadline passed: `phase` says which of the two.
 *
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
  ) {
    super(
      `No complete answer within ${timeoutMs} ms (${phase === "total" ? "totalTimeout" : "timeout"}). ` +
        "Raise the option, or try again later.",
    );
  }
}

/**
 * The caller's signal ended the call; `cause` is the signal's reason.
 *
 * @example
 * ```ts
 * import { AbortedError } from "intent-tx";
 * const reason = (error: unknown) => (error instanceof AbortedError ? error.cause : undefined);
 * ```
 */
export class AbortedError extends IntentTxError {
  static override readonly kind: string = "AbortedError";
}

/**
 * A 2xx answer that is not what the contract promises: `field` names the place.
 *
 * @example
 * ```ts
 * import { ResponseValidationError } from "intent-tx";
 * const broken = (error: unknown) => error instanceof ResponseValidationError && [error.field, error.requestId];
 * ```
 */
export class ResponseValidationError extends IntentTxError {
  static override readonly kind = "ResponseValidationError";

  /**
   * @param message Sentence for people.
   * @param requestId The request's identifier, where the service named one.
   */
  constructor(
    message: string,
    /** HTTP status of the answer. */
    readonly status: number,
    /** Dotted path of the field that does not fit; empty for the whole answer. */
    readonly field: string,
    requestId?: string | undefined,
    /** True when the body is no JSON, as one that was cut off on its way: the call is sent again where that is safe. */
    readonly unreadable = false,
  ) {
    super(message, { requestId });
  }
}

/**
 * A walk through pages cannot go on: the service repeats a cursor, or names none.
 *
 * @example
 * ```ts
 * import { PaginationError } from "intent-tx";
 * const endless = (error: unknown) => error instanceof PaginationError && error.message;
 * ```
 */
export class PaginationError extends IntentTxError {
  static override readonly kind = "PaginationError";
}

/**
 * A key was perhaps rotated, but its successor is unknown or unproven; the old key works for 24 hours.
 *
 * @example
 * ```ts
 * import { RotationUncertainError } from "intent-tx";
 * const needsPeople = (error: unknown) => error instanceof RotationUncertainError && error.message;
 * ```
 */
export class RotationUncertainError extends IntentTxError {
  static override readonly kind = "RotationUncertainError";
}

/**
 * The client, its key provider or its key store is set up wrongly.
 *
 * @example
 * ```ts
 * import { ConfigurationError } from "intent-tx";
 * const ours = (error: unknown) => error instanceof ConfigurationError && error.message;
 * ```
 */
export class ConfigurationError extends IntentTxError {
  static override readonly kind = "ConfigurationError";
}

/**
 * The transaction does something that its intent does not say; do not sign it.
 *
 * @example
 * ```ts
 * import { UnsafeTransactionError } from "intent-tx";
 * const why = (error: unknown) => (error instanceof UnsafeTransactionError ? error.findings : []);
 * ```
 */
export class UnsafeTransactionError extends IntentTxError {
  static override readonly kind = "UnsafeTransactionError";

  /** @param message Sentence for people. */
  constructor(
    message: string,
    /** Every reason, most serious first. */
    readonly findings: readonly TransactionFinding[],
  ) {
    super(message);
  }
}
