import { ValidationError } from "../errors/api-errors.js";
import { ConfigurationError } from "../errors/errors.js";
import type { HeaderValues } from "../options/options.js";
import type { OperationParts, WireOperation } from "../wire/shape.js";
import { dateText, InvalidValue, type Reading, read } from "../wire/shape.js";
import { correction } from "./mistakes.js";

export function invalid(field: string, problem: string, hint = ""): ValidationError {
  // Some problems have the form `code: words`. The reason is then the code, as in the service's errors.
  const [, reason = problem, words] = /^([a-z_]+): (.+)/s.exec(problem) ?? [];
  const what = `${field || "the input"}${words ? `: ${words}` : ` ${problem}`}${hint}`;
  const message = `The request was not sent: ${what}${what.endsWith("?") ? "" : "."}`;
  return new ValidationError(message, { code: "validation_error", field, details: { field, reason } });
}

const ORIGIN = "http://h";
/** Paths that URL parsing does not change. */
const PLAIN = /^(?:\/[\w-]+)+$/;

export function prepare(operation: WireOperation, input: OperationParts | undefined, reading: Reading) {
  const parts: { -readonly [P in keyof OperationParts]: OperationParts[P] } = {};
  for (const part of ["params", "query", "body"] as const) {
    const shape = operation[part];
    const value = input?.[part] ?? (shape ? {} : undefined);
    if (value !== undefined) parts[part] = value;
    try {
      if (shape) read(shape, value, reading);
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error;
      throw invalid(error.field, error.reason, correction(error, value, operation));
    }
  }
  const path = String(operation.path).replace(/\{(\w+)\}/g, (_, name: string) =>
    segment(name, String((parts.params as Record<string, unknown> | undefined)?.[name] ?? "")),
  );
  // A path that URL parsing would change can lead to another endpoint or host, since it is appended to baseUrl as text.
  if (!PLAIN.test(path) && (!/^\/(?!\/)[^#]*$/.test(path) || new URL(ORIGIN + path).href !== ORIGIN + path))
    throw invalid("path", "must begin with a single /, be escaped and contain no dot segments");
  const query = new URLSearchParams();
  for (const [name, given] of Object.entries(parts.query ?? {})) {
    const value = dateText(given);
    if (Object(value) === value) throw invalid(name, "must be a string, a number or a boolean");
    if (value !== undefined) query.set(name, String(value));
  }
  const search = `${query}` && (path.includes("?") ? "&" : "?") + query;
  return { path: path + search, body: parts.body && textOf(parts.body) };
}

function textOf(body: object): string {
  try {
    return JSON.stringify(body);
  } catch {
    // The body contains a bigint or a cycle.
    throw invalid("body", "must be a JSON object");
  }
}

/** One path segment. `..` would lead to another endpoint, and `encodeURIComponent` does not escape it. */
function segment(name: string, value: string): string {
  if (/^\.{0,2}$/.test(value)) throw invalid(name, "must not be empty or consist of dots");
  try {
    return encodeURIComponent(value);
  } catch {
    throw invalid(name, "must be a well-formed string");
  }
}

export type SentHeaders = Readonly<Record<string, string>>;

/** Validates and merges headers; later ones override earlier ones. */
export function mergeHeaders(...sources: readonly (HeaderValues | undefined)[]): SentHeaders {
  const headers = new Headers();
  for (const source of sources) {
    // In a Headers object or an array, Object.entries finds no names or wrong ones, and the headers would be lost.
    if (Symbol.iterator in Object(source)) throw new ConfigurationError("headers must be a plain object.");
    for (const [name, value] of Object.entries(source ?? {})) {
      if (name.toLowerCase() === "authorization")
        throw new ConfigurationError("The client sets the header Authorization. Pass the key as apiKey.");
      if (value == null) headers.delete(name);
      else
        try {
          headers.set(name, value);
        } catch {
          // The value is neither quoted nor attached as cause, because it may be a secret.
          throw new ConfigurationError(
            `The header ${name} cannot be sent. Its name must be a token, and its value one line of ISO 8859-1.`,
          );
        }
    }
  }
  const merged: Record<string, string> = {};
  headers.forEach((value, name) => {
    merged[name] = value;
  });
  return merged;
}

declare const __VERSION__: string | undefined;

/** A client's headers, without and with a body. Computed once, because merging headers costs more than sending. */
export function clientHeaders(own: HeaderValues | undefined) {
  const base = {
    Accept: "application/json",
    // Browsers set their own user agent, and a custom one would need a CORS preflight.
    "User-Agent":
      "document" in globalThis
        ? undefined
        : `intent-tx/${typeof __VERSION__ === "string" ? __VERSION__ : "0.0.0"}`,
  };
  return {
    plain: mergeHeaders(base, own),
    json: mergeHeaders(base, { "Content-Type": "application/json" }, own),
  };
}
