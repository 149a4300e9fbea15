import { redact } from "./secrets.js";

// The ESM and the CJS build contain two copies of these classes, so `instanceof` compares names. The property name is a
// literal, because a computed name would keep bundlers from dropping unused classes.
const BRAND = "intent-tx.kinds";

/** The page with a section for each error code and class, below the `homepage` of package.json. */
const DOCS = "https://intent-tx.github.io/intent-tx/errors";

/** True for an error of a class with this name. Plain JSON with the same members does not count. */
export function hasKind(value: unknown, kind: string): boolean {
  // Not `instanceof Error`, which is false for an error of another realm, such as a vm context.
  if (Object.prototype.toString.call(value) !== "[object Error]") return false;
  const kinds = (value as { [BRAND]?: unknown })[BRAND];
  return Array.isArray(kinds) && kinds.includes(kind);
}

/** Address of the documentation of an error's code, or of its class. */
export const docsOf = ({
  name,
  code,
}: {
  readonly name: string;
  readonly code?: string | undefined;
}): string => `${DOCS}#${code ?? name}`;

/** An error as plain data, without its cause. */
export const plainOf = ({ name, message, cause: _, ...facts }: Error): Record<string, unknown> => ({
  name,
  message,
  ...facts,
});

/** Makes `util.inspect` and `console` print the address of an error's documentation after the error. */
export function inspectWithDocs(error: Error & { readonly docsUrl: string }): void {
  // Not a method, because a computed method name would keep bundlers from dropping the unused class.
  const custom = Symbol.for("nodejs.util.inspect.custom");
  type Inspect = (value: unknown, options: object) => string;
  Object.defineProperty(error, custom, {
    configurable: true,
    value(this: typeof error, depth: number, options: object, inspect: Inspect) {
      // A copy without this function, which `inspect` would call again.
      const plain = Object.defineProperties(new Error(), {
        ...Object.getOwnPropertyDescriptors(this),
        stack: { value: this.stack },
        [custom]: { value: undefined },
      });
      Object.setPrototypeOf(plain, Object.getPrototypeOf(this));
      return `${inspect(plain, { ...options, depth })}\nSee ${this.docsUrl}`;
    },
  });
}

/**
 * The outcome of a payment that did not succeed. `not-sent`: no transaction of this payment has landed or can still
 * land. Earlier transactions, if any, provably expired or failed. `expired`: it was sent, but it provably can no longer
 * land. `failed`: it landed with an error and paid its fee. `unknown`: it may have landed or may still land.
 */
export type PaymentOutcome = "not-sent" | "expired" | "failed" | "unknown";

function isOf(type: typeof IntentTxError, value: unknown): boolean {
  if (!Object.hasOwn(type, "kind")) return Function.prototype[Symbol.hasInstance].call(type, value);
  return hasKind(value, type.kind);
}

/**
 * Base class of all errors that this package throws.
 * @example
 * ```ts
 * import { IntentTx, IntentTxError } from "intent-tx";
 * const client = new IntentTx();
 * try {
 *   await client.prices.retrieve("SOL");
 * } catch (error) {
 *   if (error instanceof IntentTxError) console.error(error.name, error.message, error.attempts);
 * }
 * ```
 */
export class IntentTxError extends Error {
  /** Name of the class; survives minification. */
  static readonly kind: string = "IntentTxError";
  /** How many times the request was sent; 0 if it was never sent. */
  readonly attempts: number = 0;
  /** The service's identifier for the request; undefined if it sent none. */
  readonly requestId: string | undefined;

  /**
   * @param message Human-readable message. Secrets in it are redacted.
   * @param facts The cause and the request's identifier, if any.
   */
  constructor(
    message: string,
    facts: { readonly cause?: unknown; readonly requestId?: string | undefined } = {},
  ) {
    super(redact(message), "cause" in facts ? { cause: facts.cause } : undefined);
    this.requestId = facts.requestId;
    inspectWithDocs(this);
  }

  /** Address of the documentation of the error's `code`, or of its class. */
  get docsUrl(): string {
    return docsOf(this);
  }

  /** Name of the class. */
  override get name(): string {
    return (this.constructor as typeof IntentTxError).kind;
  }

  /** Names of the class and of its parents. */
  get "intent-tx.kinds"(): readonly string[] {
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

  /**
   * The error as plain data for logs. It never contains an API key.
   * @example
   * ```ts
   * import type { IntentTxError } from "intent-tx";
   * const line = (error: IntentTxError) => JSON.stringify(error);
   * ```
   */
  toJSON(): Record<string, unknown> {
    return plainOf(this);
  }
}

/**
 * True for every error of this package, including errors from another copy of the package.
 * @param error Anything that was caught.
 * @example
 * ```ts
 * import { isIntentTxError } from "intent-tx";
 * const name = (error: unknown) => (isIntentTxError(error) ? error.name : "not an error of intent-tx");
 * ```
 */
export function isIntentTxError(error: unknown): error is IntentTxError {
  return error instanceof IntentTxError;
}
