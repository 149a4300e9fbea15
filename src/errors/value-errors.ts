// Both have the members of an IntentTxError and do not extend it: it would add to bundles.
const isKind = (value: unknown, kind: string) =>
  ((value ?? {}) as { "intent-tx.kinds"?: readonly string[] })["intent-tx.kinds"]?.includes(kind) ?? false;

/** By these names `instanceof IntentTxError` knows them (`errors.ts`). */
const kindsOf = (kind: string) => [kind, "IntentTxError"];

/**
 * A value is not in the range that makes sense: an amount that is no decimal number or too precise, a `max` below 0.
 * It is a `RangeError` and an {@link IntentTxError}.
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
  /** Name of the class, safe against minifiers. */
  static readonly kind = "OutOfRangeError";
  /** How often a request was sent: never. */
  readonly attempts = 0;
  /** Identifier of a request: none. */
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

/**
 * A text that should be JSON is none. It is a `SyntaxError` and an {@link IntentTxError}.
 *
 * @example
 * ```ts
 * import { MalformedJsonError } from "intent-tx";
 * const cutOff = (error: unknown) => error instanceof MalformedJsonError;
 * ```
 */
export class MalformedJsonError extends SyntaxError {
  /** Name of the class, safe against minifiers. */
  static readonly kind = "MalformedJsonError";
  /** How often a request was sent: never. */
  readonly attempts = 0;
  /** Identifier of a request: none. */
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
