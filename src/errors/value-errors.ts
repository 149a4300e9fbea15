// The errors below have the members of IntentTxError without extending it, to keep bundles small.
const isKind = (value: unknown, kind: string) =>
  ((value ?? {}) as { "intent-tx.kinds"?: readonly string[] })["intent-tx.kinds"]?.includes(kind) ?? false;

/** The names by which `instanceof IntentTxError` recognises these errors (`base-error.ts`). */
const kindsOf = (kind: string) => [kind, "IntentTxError"];

/**
 * A value is out of range: an amount that is not a decimal number or has too many decimals, or a `max` below 0. It is a
 * `RangeError` and an {@link IntentTxError}.
 *
 * @example
 * ```ts
 * import { OutOfRangeError, parseUnits } from "intent-tx";
 * const lamports = (input: string) => {
 *   try {
 *     return parseUnits(input, 9);
 *   } catch (error) {
 *     if (error instanceof OutOfRangeError) return undefined;
 *     throw error;
 *   }
 * };
 * ```
 */
export class OutOfRangeError extends RangeError {
  /** Name of the class; survives minification. */
  static readonly kind = "OutOfRangeError";
  /** Always 0: no request was sent. */
  readonly attempts = 0;
  /** Always undefined: no request was sent. */
  readonly requestId = undefined;

  /** Name of the class. */
  override get name(): string {
    return "OutOfRangeError";
  }

  /** @internal */
  get "intent-tx.kinds"(): readonly string[] {
    return kindsOf("OutOfRangeError");
  }

  /** True for errors of this class from either build of the package. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return isKind(value, "OutOfRangeError");
  }
}

/** A string is not valid JSON. It is a `SyntaxError` and an {@link IntentTxError}. */
export class MalformedJsonError extends SyntaxError {
  /** Name of the class; survives minification. */
  static readonly kind = "MalformedJsonError";
  /** Always 0: no request was sent. */
  readonly attempts = 0;
  /** Always undefined: no request was sent. */
  readonly requestId = undefined;

  /** Name of the class. */
  override get name(): string {
    return "MalformedJsonError";
  }

  /** @internal */
  get "intent-tx.kinds"(): readonly string[] {
    return kindsOf("MalformedJsonError");
  }

  /** True for errors of this class from either build of the package. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return isKind(value, "MalformedJsonError");
  }
}
