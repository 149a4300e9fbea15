import type { ErrorCode, ErrorDetails } from "../contract/errors.js";
import { IntentTxError } from "./base-error.js";

/** The rate limit, as reported by the service. */
export interface RateLimit {
  /** Requests allowed per window. */
  readonly limit: number;
  /** Requests left in the current window. */
  readonly remaining: number;
  /** When the next window starts, on this machine's clock. */
  readonly resetAt: Date;
}

/** Fields of an {@link ApiError}. @inline */
export interface ApiErrorFacts {
  /** HTTP status; undefined when validation failed before the request was sent. */
  readonly status?: number | undefined;
  /** The service's error code; undefined when the response had none. */
  readonly code?: string | undefined;
  /** Details of the error; their type depends on the code. */
  readonly details?: unknown;
  /** Name of the offending field. */
  readonly field?: string | undefined;
  /** Identifier of the request. */
  readonly requestId?: string | undefined;
  /** The rate limit after the request. */
  readonly rateLimit?: RateLimit | undefined;
  /** Response headers. */
  readonly headers?: Headers | undefined;
  /** The wait that `Retry-After` requests, milliseconds; undefined when the service sent none. */
  readonly retryAfterMs?: number | undefined;
  /** Text of a response without the contract's error body, at most 64 kB, with keys redacted. */
  readonly body?: string | undefined;
}

/**
 * The service rejected the request. `isApiError` narrows `details` by `code`.
 * @example
 * ```ts
 * import { ApiError } from "intent-tx";
 * const report = (error: unknown) => error instanceof ApiError && `${error.status} ${error.code} ${error.requestId}`;
 * ```
 */
export class ApiError extends IntentTxError implements ApiErrorFacts {
  static override readonly kind: string = "ApiError";
  declare readonly status: number | undefined;
  declare readonly code: ErrorCode | (string & {}) | undefined;
  declare readonly details: unknown;
  declare readonly field: string | undefined;
  declare readonly rateLimit: RateLimit | undefined;
  declare readonly headers: Headers | undefined;
  declare readonly retryAfterMs: number | undefined;
  declare readonly body: string | undefined;

  /**
   * @param message Human-readable message.
   * @param facts Fields of the error; all are optional.
   */
  constructor(message: string, facts: ApiErrorFacts = {}) {
    super(message, { requestId: facts.requestId });
    const { status, code, details, field, rateLimit, headers, retryAfterMs, body } = facts;
    Object.assign(this, { status, code, details, field, rateLimit, headers, retryAfterMs, body });
  }
}

/**
 * A field of the request is invalid; `field` is its name. `status` is undefined if the request was not sent.
 * @example
 * ```ts
 * import { ValidationError } from "intent-tx";
 * const wrongField = (error: unknown) => (error instanceof ValidationError ? error.field : undefined);
 * ```
 */
export class ValidationError extends ApiError {
  static override readonly kind = "ValidationError";
  declare readonly details: ErrorDetails["validation_error"] | undefined;
}

/**
 * The command cannot be understood without guessing (422); `details.reason` is the reason.
 * @example
 * ```ts
 * import { ParsingError } from "intent-tx";
 * const proposals = (error: unknown) => (error instanceof ParsingError ? error.details?.suggestions : []);
 * ```
 */
export class ParsingError extends ApiError {
  static override readonly kind = "ParsingError";
  declare readonly details: ErrorDetails.Parsing | undefined;
}

/**
 * The pre-flight simulation failed (400); `details.logs` contains the programs' log lines.
 * @example
 * ```ts
 * import { SimulationFailedError } from "intent-tx";
 * const logs = (error: unknown) => (error instanceof SimulationFailedError ? error.details?.logs : []);
 * ```
 */
export class SimulationFailedError extends ApiError {
  static override readonly kind = "SimulationFailedError";
  declare readonly details: ErrorDetails["simulation_failed"] | undefined;
}

/**
 * The resource does not exist (404) or no longer exists (410).
 * @example
 * ```ts
 * import { NotFoundError } from "intent-tx";
 * const stale = (error: unknown) => error instanceof NotFoundError && error.code === "intent_expired";
 * ```
 */
export class NotFoundError extends ApiError {
  static override readonly kind: string = "NotFoundError";
}

/** The wallet does not exist or has no activity (404 `wallet_not_found`). */
export class WalletNotFoundError extends NotFoundError {
  static override readonly kind = "WalletNotFoundError";
}

/** The token is unknown or unsupported (404 `token_not_found`). */
export class TokenNotFoundError extends NotFoundError {
  static override readonly kind = "TokenNotFoundError";
}

/** The API key is missing or invalid (401). */
export class AuthenticationError extends ApiError {
  static override readonly kind = "AuthenticationError";
}

/** The API key lacks the required permission (403). */
export class PermissionError extends ApiError {
  static override readonly kind = "PermissionError";
}

/** The resource is in a state that does not allow the operation (409). */
export class ConflictError extends ApiError {
  static override readonly kind = "ConflictError";
}

/**
 * The rate limit or quota of the window is used up (429).
 * @example
 * ```ts
 * import { RateLimitError } from "intent-tx";
 * const waitMs = (error: unknown) => (error instanceof RateLimitError ? (error.retryAfterMs ?? 1000) : 0);
 * ```
 */
export class RateLimitError extends ApiError {
  static override readonly kind = "RateLimitError";
}

/** The service failed (5xx). */
export class ServerError extends ApiError {
  static override readonly kind = "ServerError";
}

/** Classes by status, and by status and code. */
const TYPES: Record<string, typeof ApiError> = {
  "400 validation_error": ValidationError,
  "400 simulation_failed": SimulationFailedError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  "404 wallet_not_found": WalletNotFoundError,
  "404 token_not_found": TokenNotFoundError,
  409: ConflictError,
  410: NotFoundError,
  "422 parsing_error": ParsingError,
  429: RateLimitError,
};

export const apiErrorType = (status: number, code: string | undefined): typeof ApiError =>
  TYPES[`${status} ${code}`] ?? TYPES[status] ?? (status >= 500 && status < 600 ? ServerError : ApiError);
