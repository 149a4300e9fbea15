import { ConfigurationError } from "../errors/errors.js";
import { checkNamed, type Rule, type Rules } from "../options/checks.js";

/** Formats a value for a message. Objects, functions and symbols are shown as their type. */
export const show = (value: unknown): string =>
  Object(value) === value || typeof value === "symbol" ? `of type ${typeof value}` : String(value);

/** Checks options before the wallet or the node is called. A later error would leave the outcome unclear. */
export function checkCall<T extends object>(options: T, name: string, rules: Rules<T>): void {
  if (typeof options !== "object" || options === null)
    throw new ConfigurationError(`${name} needs an options object. Nothing was sent.`);
  checkLimited(options, rules);
}

/** Rejects unknown names, wrong values, and a limit that is undefined. */
export function checkLimited<T extends object>(options: T, rules: Rules<T>): void {
  checkNamed(options, rules);
  for (const [name, rule] of Object.entries<Rule>(rules))
    if (rule !== true && rule[2] === "limit" && name in options && options[name as keyof T] === undefined)
      throw new ConfigurationError(
        `${name} is undefined, so it would not limit anything. Pass a value, or omit it.`,
      );
}
