import { replaceTexts } from "../contract/json.js";
import { MalformedJsonError } from "../errors/value-errors.js";

/**
 * `JSON.stringify` that writes a `bigint` as a string, so that results of the SDK can be logged and stored.
 * @param value The value to write.
 * @param replacer As for `JSON.stringify`; it receives the original `bigint`.
 * @param space As for `JSON.stringify`.
 * @example
 * ```ts
 * import { stringifyJson } from "intent-tx";
 * const json = stringifyJson({ amount: 1500000000n }); // {"amount":"1500000000"}
 * ```
 */
export function stringifyJson(
  value: unknown,
  replacer?: ((key: string, value: unknown) => unknown) | null,
  space?: string | number,
): string {
  const write = (key: string, inner: unknown) => {
    const next = replacer ? replacer(key, inner) : inner;
    return typeof next === "bigint" ? next.toString() : next;
  };
  return JSON.stringify(value, write, space);
}

/** The base-unit fields of intents, built transactions, records and portfolios. */
const UNITS = /^(?:amount|inAmount|outAmount|outputAmount|fee|balance|solBalance)$/;

/**
 * The inverse of {@link stringifyJson} for intents, built transactions, records and portfolios: digits in base-unit fields
 * become `bigint` again; human units, which are numbers, stay numbers. Nothing else is validated: for untrusted text
 * use {@link intentCodec} and {@link builtTransactionCodec}.
 * @param text JSON written by `stringifyJson`.
 * @throws MalformedJsonError (a `SyntaxError`) when the text is not JSON.
 * @example
 * ```ts
 * import { type Intent, parseJson, stringifyJson } from "intent-tx";
 * const copy = (intent: Intent) => parseJson<Intent>(stringifyJson(intent));
 * ```
 */
export function parseJson<T>(text: string): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new MalformedJsonError("The text is not JSON: it may be cut off, or an error page.");
  }
  return replaceTexts(value, (text, name) =>
    UNITS.test(name) && /^-?\d{1,100}$/.test(text) ? BigInt(text) : text,
  ) as T;
}
