import { ConfigurationError } from "../errors/errors.js";
import { checkName } from "../options/checks.js";

/** Formats a value for a message. Objects, functions and symbols are shown as their type. */
export const show = (value: unknown): string =>
  Object(value) === value || typeof value === "symbol" ? `of type ${typeof value}` : String(value);

/** Rejects unknown options. A name in `known` that ends in `!` is a limit, which must not be undefined. */
export function checkNames(options: object, known: string): void {
  const names = known.split(" ");
  for (const name of Object.keys(options)) {
    checkName("option", name, known.replaceAll("!", "").split(" "));
    if (names.includes(`${name}!`) && (options as Record<string, unknown>)[name] === undefined)
      throw new ConfigurationError(
        `${name} is undefined, so it would not limit anything. Pass a value, or omit it.`,
      );
  }
}

/** Checks options and signal before the wallet or node is called. A later error would leave the outcome unclear. */
export function checkCall(options: unknown, name: string, known: string): void {
  if (typeof options !== "object" || options === null)
    throw new ConfigurationError(`${name} needs an options object. Nothing was sent.`);
  checkNames(options, known);
  const { signal } = options as { readonly signal?: unknown };
  if (signal !== undefined && typeof (Object(signal) as AbortSignal).addEventListener !== "function")
    throw new ConfigurationError(
      "signal must be an AbortSignal, for example new AbortController().signal. Nothing was sent.",
    );
}
