import type { ErrorCode, ErrorDetails, ParsingDetails } from "./contract/errors.js";
import type { OpenEnum } from "./contract/primitives.js";
import { IntentTxError } from "./errors.js";

/** What the service said about its rate limit. */
export interface RateLimit {
  /** Requests that the window allows. */
  readonly limit: number;
  /** Requests that are left in it. */
  readonly remaining: number;
  /** When the window begins anew, on this machine's clock. */
  readonly resetAt: Date;
}

/** Facts of an {@link ApiError}. */
export interface ApiErrorFacts {
  /** HTTP status. */
  readonly status?: number | undefined;
  /** The service's code. */
  readonly code?: string | undefined;
  /** Facts that depend on the code. */
  readonly details?: Record<string, unknown> | undefined;
  /** Name of the offending field. */
  readonly field?: string | undefined;
  /** Identifier of the request. */
  readonly requestId?: string | undefined;
  /** The rate limit after the request. */
  readonly rateLimit?: RateLimit | undefined;
  /** Headers of the answer. */
  readonly headers?: Headers | undefined;
  /** How long to wait, milliseconds. */
  readonly retryAfterMs?: number | undefined;
}

/** The service refused the request. {@link isApiError} narrows `details` by `code`. */
export class ApiError extends IntentTxError {
  static override readonly kind: string = "ApiError";
  /** HTTP status; undefined when the request broke the contract and was not sent. */
  readonly status: number | undefined;
  /** The service's code; undefined when the answer held none. */
  readonly code: OpenEnum<ErrorCode> | undefined;
  /** Facts that depend on the code. */
  readonly details: unknown;
  /** Name of the offending field. */
  readonly field: string | undefined;
  /** The rate limit after this request. */
  readonly rateLimit: RateLimit | undefined;
  /** Headers of the answer. */
  readonly headers: Headers | undefined;

  constructor(message: string, facts: ApiErrorFacts = {}) {
    super(message, { requestId: facts.requestId });
    this.status = facts.status;
    this.code = facts.code;
    this.details = facts.details;
    this.field = facts.field;
    this.rateLimit = facts.rateLimit;
    this.headers = facts.headers;
  }
}

/** A field of the request is invalid: `field` names it. When found before sending, `status` is undefined. */
export class ValidationError extends ApiError {
  static override readonly kind = "ValidationError";
  declare readonly details: ErrorDetails["validation_error"] | undefined;
}

/** The command cannot be understood without guessing (422): `details.reason` says why. */
export class ParsingError extends ApiError {
  static override readonly kind = "ParsingError";
  declare readonly details: ParsingDetails | undefined;
}

/** The pre-flight simulation failed (400): `details.logs` are the programs' own lines. */
export class SimulationFailedError extends ApiError {
  static override readonly kind = "SimulationFailedError";
  declare readonly details: ErrorDetails["simulation_failed"] | undefined;
}

/** What was asked for does not exist (404), or no longer (410). */
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

/** The key is missing or does not work (401). */
export class AuthenticationError extends ApiError {
  static override readonly kind = "AuthenticationError";
}

/** The key may not do this (403). */
export class PermissionError extends ApiError {
  static override readonly kind = "PermissionError";
}

/** The state of the resource forbids this (409). */
export class ConflictError extends ApiError {
  static override readonly kind = "ConflictError";
}

/** Requests or transactions of the window are used up (429). */
export class RateLimitError extends ApiError {
  static override readonly kind = "RateLimitError";
  /** How long to wait before the next request, milliseconds; undefined when the service did not say. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, facts: ApiErrorFacts = {}) {
    super(message, facts);
    this.retryAfterMs = facts.retryAfterMs;
  }
}

/** The service failed (5xx). */
export class ServerError extends ApiError {
  static override readonly kind = "ServerError";
}

type DetailsOf<C extends ErrorCode> = C extends keyof ErrorDetails
  ? ErrorDetails[C]
  : Record<string, unknown>;

// Without the class's own `code`: its open type would keep the union from being told apart.
type Refusal = Omit<ApiError, "code" | "details">;

/**
 * An {@link ApiError} whose `code` narrows its `details`. A `switch` over `code` keeps its `default`: services may add codes,
 * which no type can name without undoing the narrowing.
 */
export type AnyApiError =
  | {
      [C in ErrorCode]: Refusal & { readonly code: C; readonly details: DetailsOf<C> | undefined };
    }[ErrorCode]
  | (Refusal & { readonly code: undefined; readonly details: Record<string, unknown> | undefined });

/**
 * True for answers in which the service refused; then `code` narrows `details`.
 *
 * @example
 * ```ts
 * import { IntentTx, isApiError } from "intent-tx";
 *
 * const client = new IntentTx();
 * const walletAddress = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
 * try {
 *   await client.intents.parse({ walletAddress, command: "swap some SOL" });
 * } catch (error) {
 *   if (isApiError(error) && error.code === "parsing_error") console.log(error.details?.suggestions);
 * }
 * ```
 */
export function isApiError(error: unknown): error is AnyApiError {
  return error instanceof ApiError;
}
