import { checkName } from "../client/checks.js";
import { ConfigurationError } from "../errors/errors.js";

/**
 * Rejects unknown options. A name in `known` that ends in `!` is a guard, which must not be undefined: it would silently
 * limit nothing.
 */
export function checkNames(options: object, known: string): void {
  const names = known.split(" ");
  for (const name of Object.keys(options)) {
    checkName("option", name, known.replaceAll("!", ""));
    if (names.includes(`${name}!`) && (options as Record<string, unknown>)[name] === undefined)
      throw new ConfigurationError(
        `${name} is undefined and would limit nothing. Pass a value, or leave it out.`,
      );
  }
}

/**
 * Checks options and signal before the wallet or the node is called: an error after that would leave the outcome of the
 * transaction unclear.
 */
export function checkCall(options: unknown, name: string, known: string): void {
  if (typeof options !== "object" || options === null)
    throw new ConfigurationError(`${name} takes an object of options. Nothing was sent.`);
  checkNames(options, known);
  const { signal } = options as { readonly signal?: unknown };
  if (signal !== undefined && typeof (Object(signal) as AbortSignal).addEventListener !== "function")
    throw new ConfigurationError(
      "signal must be an AbortSignal, such as that of an AbortController. Nothing was sent.",
    );
}
