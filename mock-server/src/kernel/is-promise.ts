/**
 * Whether a value is still to come. An app's tests may have put a `Promise` of their own in the place of the platform's, as zone.js
 * and presets of jest do: what an async function answers is no instance of that.
 */
export function isPromise<T>(value: Promise<T> | T): value is Promise<T> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}
