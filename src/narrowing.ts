import { ApiError } from "./api-errors.js";
import type { ErrorCode, ErrorDetails } from "./contract/errors.js";

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
 * @param error Anything that was caught.
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
