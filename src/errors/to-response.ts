import { ApiError, RateLimitError, ValidationError } from "./api-errors.js";
import { IntentTxError, type PaymentOutcome } from "./base-error.js";
import { ConfigurationError, TimeoutError } from "./errors.js";

/** Statuses of the service that a page can act on. */
const FORWARDED = [400, 404, 410, 422];

function statusOf(error: unknown): number {
  const { outcome, status } = Object(error) as {
    readonly outcome?: PaymentOutcome;
    readonly status?: number;
  };
  if (!(error instanceof IntentTxError)) return 502;
  // Not a 5xx, after which a gateway would repeat the request, and with it the payment.
  if (outcome !== undefined) return 409;
  if (error instanceof RateLimitError) return 429;
  if (error instanceof ValidationError) return status ?? 400;
  if (error instanceof ApiError && FORWARDED.includes(status ?? 0)) return status as number;
  if (error instanceof TimeoutError) return 504;
  return error instanceof ConfigurationError ? 500 : 502;
}

/**
 * Creates your server's response to a page after an error. It forwards what the user can correct, and
 * hides the rest, such as a 401 for your own key. The guide "Errors and retries" lists the statuses.
 * @param error Anything that was caught.
 * @example
 * ```ts
 * import { IntentTx, toReply } from "intent-tx";
 * const client = new IntentTx();
 * async function GET() {
 *   try {
 *     return Response.json(await client.prices.retrieve("SOL"));
 *   } catch (error) {
 *     const { status, headers, body } = toReply(error);
 *     return Response.json(body, { status, headers });
 *   }
 * }
 * ```
 */
export function toReply(error: unknown): {
  /** HTTP status. */
  readonly status: number;
  /** Headers: `X-Request-Id` and `Retry-After`, if they are known. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON body. A client of this package in the page reads `error` as it reads an error of the service. */
  readonly body: {
    /** The error, as in the contract's error body. */
    readonly error: {
      readonly code?: string | undefined;
      readonly message: string;
      readonly details?: unknown;
      readonly field?: string | undefined;
    };
    /** The payment's outcome, if a payment failed. */
    readonly outcome?: PaymentOutcome | undefined;
    /** Base58 signature of the payment's transaction. */
    readonly signature?: string | undefined;
  };
} {
  const status = statusOf(error);
  const { code, message, details, field, requestId, retryAfterMs, outcome, signature } = Object(
    error,
  ) as Partial<ApiError> & ReturnType<typeof toReply>["body"];
  const headers: Record<string, string> = {};
  if (requestId) headers["X-Request-Id"] = requestId;
  // Details of the server's own failures are not for the page.
  if (status >= 500)
    return {
      status,
      headers,
      body: { error: { code: "service_unavailable", message: "The service is not available." } },
    };
  if (retryAfterMs !== undefined) headers["Retry-After"] = String(Math.ceil(retryAfterMs / 1000));
  const body = { error: { code, message: message as string, details, field }, outcome, signature };
  return { status, headers, body };
}
