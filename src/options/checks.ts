import { ConfigurationError } from "../errors/errors.js";

/** Edit distance: insertions, deletions and replacements. */
function distance(a: string, b: string): number {
  let row = [...Array(b.length + 1).keys()];
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++)
      next.push(1 + Math.min(row[j + 1] as number, next[j] as number, (row[j] as number) - +(a[i] === b[j])));
    row = next;
  }
  return row[b.length] as number;
}

/** The most similar name; undefined if none is similar enough to be a typo. */
export function nearest(name: string, names: readonly string[]): string | undefined {
  const far = (other: string) => distance(name.toLowerCase(), other.toLowerCase());
  const best = names.reduce((one, other) => (far(other) < far(one) ? other : one));
  return far(best) <= Math.max(2, name.length / 2.5) ? best : undefined;
}

/** Rejects a name that is not in `known` (separated by spaces) and suggests the nearest one. */
export function checkName(what: string, name: string, known: string, otherwise?: string): void {
  const names = known.split(" ");
  if (names.includes(name)) return;
  const near = nearest(name, names);
  const hint = near ? `did you mean ${near}?` : (otherwise ?? `there are ${names.join(", ")}.`);
  throw new ConfigurationError(`There is no ${what} ${name}; ${hint}`);
}

/** Rejects unknown option names, so that a typo is not silently ignored. */
export function checkOptions(options: object, known: string): void {
  // An AbortSignal has no enumerable properties. Passed directly, it looks like empty options and never aborts a call.
  if (typeof options !== "object" || options === null || "aborted" in options)
    throw new ConfigurationError("Options must be an object: { signal }.");
  for (const name of Object.keys(options)) checkName("option", name, known);
}

/** Rejects probable typos only, because apps often spread their own configuration into these options. */
export function checkSpelling(options: object, known: string): void {
  for (const name of Object.keys(options ?? {}))
    if (nearest(name, known.split(" "))) checkName("option", name, known);
}

/** Rejects deadlines and ages below 1 ms, other numbers below 0, and fractional retries. */
export function checkNumbers<T extends { readonly [name: string]: number }>(numbers: T): T {
  for (const [name, value] of Object.entries<unknown>(numbers)) {
    const min = /imeout|Age/.test(name) ? 1 : 0;
    const integer = name === "maxRetries";
    if (typeof value !== "number" || !(value >= min) || (integer && value % 1))
      throw new ConfigurationError(
        `${name} must be a ${integer ? "whole " : ""}number, ${min} or greater, not ${String(value)}.`,
      );
  }
  return numbers;
}
