import { docsOf, hasKind, inspectWithDocs, plainOf } from "./base-error.js";

// The errors below have the members of IntentTxError without extending it, to keep bundles small. `instanceof IntentTxError`
// recognises them by the names in `intent-tx.kinds`.

/**
 * A value is out of range, such as an amount with too many decimals. It is a `RangeError` and an {@link IntentTxError}.
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

  /** @param message Human-readable message. */
  constructor(message: string) {
    super(message);
    inspectWithDocs(this);
  }

  /** Name of the class. */
  override get name(): string {
    return "OutOfRangeError";
  }

  /** Address of the documentation of the class. */
  get docsUrl(): string {
    return docsOf(this);
  }

  /** @internal */
  get "intent-tx.kinds"(): readonly string[] {
    return ["OutOfRangeError", "IntentTxError"];
  }

  /** True for errors of this class from either build of the package. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return hasKind(value, "OutOfRangeError");
  }

  /**
   * The error as plain data for logs.
   * @returns `name`, `message` and the class's own fields.
   * @example
   * ```ts
   * import type { OutOfRangeError } from "intent-tx";
   * const line = (error: OutOfRangeError) => JSON.stringify(error);
   * ```
   */
  toJSON(): Record<string, unknown> {
    return plainOf(this);
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

  /** @param message Human-readable message. */
  constructor(message: string) {
    super(message);
    inspectWithDocs(this);
  }

  /** Name of the class. */
  override get name(): string {
    return "MalformedJsonError";
  }

  /** Address of the documentation of the class. */
  get docsUrl(): string {
    return docsOf(this);
  }

  /** @internal */
  get "intent-tx.kinds"(): readonly string[] {
    return ["MalformedJsonError", "IntentTxError"];
  }

  /** True for errors of this class from either build of the package. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return hasKind(value, "MalformedJsonError");
  }

  /**
   * The error as plain data for logs.
   * @returns `name`, `message` and the class's own fields.
   * @example
   * ```ts
   * import type { MalformedJsonError } from "intent-tx";
   * const line = (error: MalformedJsonError) => JSON.stringify(error);
   * ```
   */
  toJSON(): Record<string, unknown> {
    return plainOf(this);
  }
}
