import { ConfigurationError } from "../errors/errors.js";
import { checkNamed, type Rules } from "../options/checks.js";

/** Formats a value for a message. Objects, functions and symbols are shown as their type. */
export const show = (value: unknown): string =>
  Object(value) === value || typeof value === "symbol" ? `of type ${typeof value}` : String(value);

/** Checks options before the wallet or the node is called. A later error would leave the outcome unclear. */
export function checkCall<T extends object>(options: T, name: string, rules: Rules<T>): void {
  if (typeof options !== "object" || options === null)
    throw new ConfigurationError(`${name} needs an options object. Nothing was sent.`);
  checkNamed(options, rules);
}
