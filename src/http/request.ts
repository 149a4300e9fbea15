import type { HeaderValues } from "../client/options.js";
import { ValidationError } from "../errors/api-errors.js";
import { ConfigurationError } from "../errors/errors.js";
import type { OperationParts, WireOperation } from "./shape.js";
import { Misfit, read } from "./shape.js";

/** A request before it has a key. */
export interface PreparedRequest {
  readonly path: string;
  readonly body: string | undefined;
}

function invalid(field: string, problem: string): ValidationError {
  // A problem with a code of its own reads `code: words`, because the service's reason is the code alone.
  const [, reason = problem, words] = /^([a-z_]+): (.+)/s.exec(problem) ?? [];
  const message = `The request was not sent: ${field || "the input"}${words ? `: ${words}` : ` ${problem}`}.`;
  return new ValidationError(message, { code: "validation_error", field, details: { field, reason } });
}

const ORIGIN = "http://h";
/** Paths that no rule of URLs changes. */
const PLAIN = /^(?:\/[\w-]+)+$/;

/** Checks the input against the contract and writes path and body. */
export function prepare(operation: WireOperation, input: OperationParts | undefined): PreparedRequest {
  const parts: { -readonly [P in keyof OperationParts]: OperationParts[P] } = {};
  for (const part of ["params", "query", "body"] as const) {
    const shape = operation[part];
    const value = input?.[part] ?? (shape ? {} : undefined);
    if (value !== undefined) parts[part] = value;
    try {
      if (shape) read(shape, value, true);
    } catch (error) {
      throw error instanceof Misfit ? invalid(error.field, error.reason) : error;
    }
  }
  const path = String(operation.path).replace(/\{(\w+)\}/g, (_, name: string) =>
    segment(name, String((parts.params as Record<string, unknown> | undefined)?.[name] ?? "")),
  );
  // A path that an URL's rules would change can name another endpoint, or another host: it follows baseUrl as text.
  if (!PLAIN.test(path) && (!/^\/(?!\/)[^#]*$/.test(path) || new URL(ORIGIN + path).href !== ORIGIN + path))
    throw invalid("path", "must begin with one /, and be escaped and without dot segments");
  const search = parts.query ? searchOf(parts.query) : "";
  const joint = path.includes("?") ? "&" : "?";
  return { path: search ? path + joint + search : path, body: parts.body && textOf(parts.body) };
}

function textOf(body: object): string {
  try {
    return JSON.stringify(body);
  } catch {
    // It holds a bigint, or itself.
    throw invalid("body", "must be a JSON object");
  }
}

function searchOf(parameters: object): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) query.set(name, String(value));
  return query.toString();
}

/** One segment of a path. `..` would climb to another endpoint, and is not escaped by `encodeURIComponent`. */
function segment(name: string, value: string): string {
  if (/^\.{0,2}$/.test(value)) throw invalid(name, "must not be empty or consist of dots");
  try {
    return encodeURIComponent(value);
  } catch {
    throw invalid(name, "must be well-formed text");
  }
}

/** Headers by their names in lower case. */
export type SentHeaders = Readonly<Record<string, string>>;

/** Checks and merges headers, later ones over earlier ones. */
export function mergeHeaders(...sources: readonly (HeaderValues | undefined)[]): SentHeaders {
  const headers = new Headers();
  for (const source of sources) {
    // Object.entries finds nothing in these, or other names: what they hold would be left out in silence.
    if (Symbol.iterator in Object(source)) throw new ConfigurationError("headers must be a plain object.");
    for (const [name, value] of Object.entries(source ?? {})) {
      if (name.toLowerCase() === "authorization")
        throw new ConfigurationError("The header Authorization is the client's: pass the key as apiKey.");
      if (value == null) headers.delete(name);
      else
        try {
          headers.set(name, value);
        } catch {
          // Not quoted, and no cause: the value may be a secret.
          throw new ConfigurationError(
            `The header ${name} cannot be sent: its name is no token, or its value not one line of ISO 8859-1.`,
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

/** Headers of every request of a client, without a body and with one: read once, as reading costs more than sending. */
export interface ClientHeaders {
  readonly plain: SentHeaders;
  readonly json: SentHeaders;
}

/** The headers of a client with those of its options. */
export function clientHeaders(own: HeaderValues | undefined): ClientHeaders {
  const base = {
    Accept: "application/json",
    // Browsers keep their own, and would ask the service's permission for another.
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
