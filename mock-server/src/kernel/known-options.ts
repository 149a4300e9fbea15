import { OptionError } from "./option-error.js";

/**
 * Refuses what is no object, and names that are no option: a mistyped one would change nothing, and a test would prove nothing.
 *
 * @param path - where the object stands; empty for the options themselves
 * @throws {OptionError} with the path of what is wrong
 */
export function knownOptions(path: string, value: unknown, names: readonly string[]): void {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new OptionError(path || "options", "must be an object");
  }
  for (const name of Object.keys(value)) {
    if (names.includes(name)) continue;
    throw new OptionError(path ? `${path}.${name}` : name, `is unknown; there are ${names.join(", ")}`);
  }
}
