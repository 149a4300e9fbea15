import { MOST_CAUSES } from "../../http/attempt.js";

const ADDRESS = /\b[a-z][\w+.-]*:\/\/\S+/gi;

/** Removes URLs from a text: a node's URL often contains the provider's key. */
export const hideAddresses = (text: string): string => text.replace(ADDRESS, "<address>");

interface Failure {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly code?: unknown;
  readonly input?: unknown;
  readonly cause?: unknown;
}

function holdsAddress(error: unknown, depth = 0): boolean {
  if (error === undefined || error === null || depth > MOST_CAUSES) return false;
  const { message = error, input, cause } = Object(error) as Failure;
  const names = (text: unknown) => typeof text === "string" && text.search(ADDRESS) >= 0;
  return names(message) || names(input) || holdsAddress(cause, depth + 1);
}

/** Returns a library's error unchanged, or a copy if it or one of its causes contains a URL. */
export function withoutAddresses(error: unknown, depth = 0): unknown {
  if (depth > MOST_CAUSES || !holdsAddress(error)) return depth > MOST_CAUSES ? undefined : error;
  const { name, message = error, code, cause } = Object(error) as Failure;
  const copy = new Error(typeof message === "string" ? hideAddresses(message) : "");
  if (typeof name === "string") copy.name = name;
  copy.stack = `${copy.name}: ${copy.message}`;
  if (code !== undefined) Object.assign(copy, { code });
  if (cause !== undefined) copy.cause = withoutAddresses(cause, depth + 1);
  return copy;
}
