import type { ErrorCode, ErrorDetails, ParsingDetails } from "./contract/errors.js";
import type { OpenEnum } from "./contract/primitives.js";
import type { TransactionFinding } from "./solana/findings.js";

// The ESM and the CJS build hold two copies of these classes, so `instanceof` asks for the names, not for the copy.
const BRAND = Symbol.for("intent-tx.error");

function isOf(type: typeof IntentTxError, value: unknown): boolean {
  if (!Object.hasOwn(type, "kind")) return Function.prototype[Symbol.hasInstance].call(type, value);
  const kinds = typeof value === "object" && value !== null && (value as { [BRAND]?: unknown })[BRAND];
  return Array.isArray(kinds) && kinds.includes(type.kind);
}

/**
 * Everything that this package throws.
 *
 * @example
 * ```ts
 * import { IntentTx, IntentTxError } from "intent-tx";
 *
 * const client = new IntentTx();
 * try {
 *   await client.prices.retrieve("SOL");
 * } catch (error) {
 *   if (error instanceof IntentTxError) console.error(error.name, error.message, error.attempts);
 * }
 * ```
 */
export class IntentTxError extends Error {
  /** Name of the class, safe against minifiers. */
  static readonly kind: string = "IntentTxError";
  /** How often the request was sent; 0 when it never was. */
  readonly attempts: number = 0;
  /** Identifier of the request in the service's records, where the service named one. */
  readonly requestId: string | undefined;

  constructor(
    message: string,
    facts: { readonly cause?: unknown; readonly requestId?: string | undefined } = {},
  ) {
    super(message, "cause" in facts ? { cause: facts.cause } : undefined);
    this.requestId = facts.requestId;
  }

  /** Name of the class. */
  override get name(): string {
    return (this.constructor as typeof IntentTxError).kind;
  }

  /** Names of the class and of its parents. */
  get [BRAND](): readonly string[] {
    const kinds: string[] = [];
    for (let type = this.constructor; "kind" in type; type = Object.getPrototypeOf(type))
      kinds.push((type as typeof IntentTxError).kind);
    return kinds;
  }

  /** True for errors of this class from either build of the package. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    // biome-ignore lint/complexity/noThisInStatic: the class on the right of instanceof, often a subclass
    return isOf(this, value);
  }

  /** The error as plain data, for logs; it never holds an API key. */
  toJSON(): Record<string, unknown> {
    const { name, message, cause: _, ...facts } = this;
    return { name, message, ...facts };
  }
}

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
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly details?: Record<string, unknown> | undefined;
  readonly field?: string | undefined;
  readonly requestId?: string | undefined;
  readonly rateLimit?: RateLimit | undefined;
  readonly headers?: Headers | undefined;
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

/** No answer came: the connection could not be made, or broke. */
export class ConnectionError extends IntentTxError {
  static override readonly kind = "ConnectionError";

  constructor(
    message: string,
    facts: { readonly cause?: unknown } = {},
    /** False when the request provably never left: the name did not resolve, or nobody took the connection. */
    readonly sent = true,
  ) {
    super(message, facts);
  }
}

/** A deadline passed: `phase` says which of the two. */
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

/** The caller's signal ended the call; `cause` is the signal's reason. */
export class AbortedError extends IntentTxError {
  static override readonly kind = "AbortedError";
}

/** A 2xx answer that is not what the contract promises: `field` names the place. */
export class ResponseValidationError extends IntentTxError {
  static override readonly kind = "ResponseValidationError";

  constructor(
    message: string,
    /** HTTP status of the answer. */
    readonly status: number,
    /** Dotted path of the field that does not fit; empty for the whole answer. */
    readonly field: string,
    requestId?: string | undefined,
  ) {
    super(message, { requestId });
  }
}

/** A walk through pages cannot go on: the service repeats a cursor, or names none. */
export class PaginationError extends IntentTxError {
  static override readonly kind = "PaginationError";
}

/** A key was perhaps rotated, but its successor is unknown or unproven; the old key works for 24 hours. */
export class RotationUncertainError extends IntentTxError {
  static override readonly kind = "RotationUncertainError";
}

/** The client, its key provider or its key store is set up wrongly. */
export class ConfigurationError extends IntentTxError {
  static override readonly kind = "ConfigurationError";
}

/** The transaction does something that its intent does not say; do not sign it. */
export class UnsafeTransactionError extends IntentTxError {
  static override readonly kind = "UnsafeTransactionError";

  constructor(
    message: string,
    /** Every reason, most serious first. */
    readonly findings: readonly TransactionFinding[],
  ) {
    super(message);
  }
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

/** True for every error of this package, also for one that another copy of the package made. */
export function isIntentTxError(error: unknown): error is IntentTxError {
  return error instanceof IntentTxError;
}
