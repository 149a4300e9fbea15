import type { ErrorCode, ErrorDetails } from "../contract/errors.js";
import { ApiError, RateLimitError } from "./api-errors.js";
import type { PaymentOutcome } from "./base-error.js";
import { ConnectionError, ResponseValidationError, TimeoutError } from "./errors.js";

type DetailsOf<C extends ErrorCode> = C extends keyof ErrorDetails
  ? ErrorDetails[C]
  : Record<string, unknown>;

// Omits the class's own `code`, because its open type would prevent narrowing the union.
type Refusal = Omit<ApiError, "code" | "details">;

/**
 * An {@link ApiError} whose `code` narrows its `details`. Keep a `default` in a `switch` over `code`: services may add
 * codes, which cannot be typed without breaking the narrowing.
 */
export type AnyApiError =
  | {
      [C in ErrorCode]: Refusal & { readonly code: C; readonly details: DetailsOf<C> | undefined };
    }[ErrorCode]
  // Without strictNullChecks every type includes undefined, and this member would prevent the narrowing of details.
  | (undefined extends string
      ? never
      : Refusal & { readonly code: undefined; readonly details: Record<string, unknown> | undefined });

/**
 * True for errors that the service returned; `code` then narrows `details`.
 * @param error Anything that was caught.
 * @example
 * ```ts
 * import { isApiError } from "intent-tx";
 * const proposals = (error: unknown) =>
 *   isApiError(error) && error.code === "parsing_error" ? error.details?.suggestions : undefined;
 * ```
 */
export function isApiError(error: unknown): error is AnyApiError {
  return error instanceof ApiError;
}

/** True for HTTP statuses after which the same request may succeed later. A content delivery network sends 520 to 530. */
const isTransientStatus = (status: number): boolean =>
  [408, 425, 500, 502, 503, 504].includes(status) || (status >= 520 && status <= 530);

/**
 * True if the same call may succeed later: no readable response arrived, a deadline passed, a rate limit was reached
 * (429), or the service failed (408, 425, 500, 502, 503, 504, and 520 to 530, with which a proxy says so). If the error has a `retryAfterMs`, wait that long. The
 * service may still have carried out the request: check before you create another key.
 *
 * Always false for an error whose `outcome` is `unknown`, `expired` or `failed`: whether to repeat a payment depends on
 * its journal. With a `journal`, repeat `execute` with the same `paymentId` after `unknown` too. Without one, look up
 * the transaction first.
 * @param error Anything that was caught.
 * @example
 * ```ts
 * import { isApiError, isTransient } from "intent-tx";
 * const waitMs = (error: unknown) => {
 *   if (!isTransient(error)) throw error;
 *   return (isApiError(error) && error.retryAfterMs) || 5000;
 * };
 * ```
 */
export function isTransient(error: unknown): boolean {
  const { outcome = "not-sent" } = Object(error) as { readonly outcome?: PaymentOutcome };
  if (outcome !== "not-sent") return false;
  return (
    error instanceof ConnectionError ||
    error instanceof TimeoutError ||
    error instanceof RateLimitError ||
    (error instanceof ResponseValidationError && error.unreadable) ||
    (error instanceof ApiError && isTransientStatus(error.status ?? 0))
  );
}
