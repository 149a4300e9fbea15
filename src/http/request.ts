import { ValidationError } from "../errors/api-errors.js";
import { ConfigurationError } from "../errors/errors.js";
import { CALL_RULES, nearest } from "../options/checks.js";
import type { AppInfo, HeaderValues } from "../options/options.js";
import { inBrowser } from "../runtime/environment.js";
import { stringifyJson } from "../wire/json.js";
import {
  asObject,
  dateText,
  InvalidValue,
  type OnUnknown,
  type OperationParts,
  read,
  type Shape,
  type Strictness,
  type WireOperation,
} from "../wire/shape.js";
import { WIRE } from "../wire/table.js";

/** Names of fields that are meant to limit what a payment costs, with spaces before the capitals. */
const LIMIT = /slip|toleran|bps|fee|price|priorit|limit|budget|\b(?:max|min|tip|cap)(?:imum)?\b/i;

/** Meanings of names that limit a payment, in the order of the tests. Other ones limit an amount. */
const MEANINGS: readonly (readonly [RegExp, string])[] = [
  [/slip|toleran|bps/i, "slippage"],
  [/(?:max|total).*fee|fee.*(?:max|limit)/i, "maxFee"],
  [/fee|unit|priorit|tip/i, "priorityFee"],
];

/** True for a field that is meant to limit a payment. */
const isLimit = (field: string, { path }: WireOperation) =>
  LIMIT.test(field.replace(/[A-Z_]/g, " $&")) && /^\/(?:intents|transactions\/build)$/.test(path);

/** How to pass the limit that was meant by a field that this request does not have. */
function meantLimit(field: string, known: readonly string[]): string {
  const name = MEANINGS.find(([names]) => names.test(field))?.[1] ?? "expect";
  if (known.includes(name)) return `; did you mean ${name}${name === "slippage" ? ", in basis points" : ""}?`;
  return `: pass ${name === "slippage" ? "slippageBps" : name} to execute or verifyTransaction`;
}

/** The probable meaning of a field or value that the contract does not have. */
function guess(name: string, known: readonly string[], operation: WireOperation): string {
  const { params, query } = operation;
  if (Object.hasOwn(CALL_RULES, name))
    return `. It is an option of the call: pass { ${name} } as the ${params && query ? "third" : "second"} argument`;
  if (isLimit(name, operation)) return meantLimit(name, known);
  const near = nearest(name, known);
  return near ? `; did you mean ${near}?` : "";
}

/**
 * Warns of a field or value that this version does not recognize. It is sent, because the contract leaves it open. A field
 * that is meant to limit a payment is refused: under a wrong name it would limit nothing.
 */
export const warnOfUnknown =
  (name: string, operation: WireOperation, advise: (message: string) => void): OnUnknown =>
  (field, known, value) => {
    const hint = guess(value ?? field, known, operation);
    if (value === undefined && isLimit(field, operation))
      throw invalid(field, "is not a field of this request, so it would limit nothing", hint);
    const what = value === undefined ? `the field ${field}` : `${field} ${JSON.stringify(value)}`;
    advise(`${name}: this version does not recognize ${what} and sends it unchanged${hint || "."}`);
  };

/** How to correct a request that was not sent. */
function correction({ field, reason, known }: InvalidValue, part: unknown, operation: WireOperation): string {
  if (known.length > 0) return guess(field, known, operation);
  const value = field ? asObject(part)?.[field] : part;
  if (value === undefined) {
    const given = Object.keys(part ?? {});
    const near = given.find((name) => name !== field && nearest(name, [field]));
    return near ? `, not ${near}` : given.length > 0 ? "" : fieldsOf(operation);
  }
  // Such as a promise, a PublicKey, or a record that has the field.
  const inner = ["then", "toBase58", field].find((name) => name && name in Object(value));
  if (inner) return inner === "then" ? ": await it" : `: pass its ${inner}`;
  if (/^must be an ISO/.test(reason)) return "; a Date is accepted too";
  // Such as `parse(walletAddress, command)`.
  if (field) return "";
  return fieldsOf(operation);
}

/** The fields that a request needs, or can have, as an example. */
function fieldsOf(operation: WireOperation): string {
  const fields = Object.keys(operation.body ?? operation.query ?? {});
  const required = fields.filter((name) => !name.endsWith("?"));
  const names = (required.length > 0 ? required : fields).join(", ").replaceAll("?", "");
  return names && `: { ${names} }`;
}

export function invalid(field: string, problem: string, hint = ""): ValidationError {
  // Some problems have the form `code: words`. The reason is then the code, as in the service's errors.
  const [, reason = problem, words] = /^([a-z_]+): (.+)/s.exec(problem) ?? [];
  const what = `${field || "the input"}${words ? `: ${words}` : ` ${problem}`}${hint}`;
  const message = `The request was not sent: ${what}${what.endsWith("?") ? "" : "."}`;
  return new ValidationError(message, { code: "validation_error", field, details: { field, reason } });
}

/** A request as `fetch` gets it, without the key. */
export interface SentRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

const ORIGIN = "http://h";

export function prepare(operation: WireOperation, input: OperationParts | undefined, reading: Strictness) {
  const parts: { -readonly [P in keyof OperationParts]: OperationParts[P] } = {};
  for (const part of ["params", "query", "body"] as const) {
    const shape = operation[part];
    const given = input?.[part] ?? (shape ? {} : undefined);
    const value = part === "body" ? withoutAnswer(shape, given) : given;
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
  if (!/^\/(?!\/)[^#]*$/.test(path) || new URL(ORIGIN + path).href !== ORIGIN + path)
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

/** A body without the fields that an intent has and the request has not, so that an intent can be spread into it. */
function withoutAnswer(shape: Shape | undefined, body: object | undefined): object | undefined {
  if (!shape || !asObject(body)) return body;
  const has = (of: object, name: string) => Object.keys(of).some((key) => key.split("?")[0] === name);
  const { response } = WIRE["intents.parse"];
  return Object.fromEntries(
    Object.entries(body as object).filter(([name]) => has(shape as object, name) || !has(response, name)),
  );
}

function textOf(body: object): string {
  try {
    return stringifyJson(body);
  } catch {
    // The body contains a cycle.
    throw invalid("body", "must be a JSON object");
  }
}

/** One path segment. Servers that decode a path twice, or take `..` for a folder, would answer from another endpoint. */
function segment(name: string, value: string): string {
  if (/^\.{0,2}$|[/\\%\p{Cc}]/u.test(value))
    throw invalid(name, "must not be empty, consist of dots, or contain /, \\, % or control characters");
  try {
    return encodeURIComponent(value);
  } catch {
    throw invalid(name, "must be a well-formed string");
  }
}

export function headersOf(headers: Headers): Record<string, string> {
  const all: Record<string, string> = {};
  headers.forEach((value, name) => {
    all[name] = value;
  });
  return all;
}

/** Validates and merges headers; later ones override earlier ones. */
export function mergeHeaders(...sources: readonly (HeaderValues | Headers | undefined)[]) {
  const headers = new Headers();
  for (const source of sources) {
    const isHeaders = typeof source?.get === "function";
    // In an array, Object.entries finds the wrong names.
    if (!isHeaders && Symbol.iterator in Object(source))
      throw new ConfigurationError("headers must be an object or a Headers object.");
    for (const [name, value] of Object.entries((isHeaders ? headersOf(source as Headers) : source) ?? {})) {
      if (name.toLowerCase() === "authorization")
        throw new ConfigurationError("The client sets the header Authorization. Pass the key as apiKey.");
      // A number would be sent as text, and an object as [object Object].
      if (value != null && typeof value !== "string")
        throw new ConfigurationError(`The header ${name} must be a string, not of type ${typeof value}.`);
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
  return headersOf(headers);
}

declare const __VERSION__: string | undefined;

/** `intent-tx/0.1.0 node/20.20 linux`, then the app. */
function userAgent({ name, version, url }: Partial<AppInfo>): string | undefined {
  // Browsers set their own user agent, and a custom one would need a CORS preflight.
  if ("document" in globalThis || inBrowser()) return undefined;
  const { versions = {}, platform } = Object((globalThis as { process?: unknown }).process) as {
    versions?: Record<string, string>;
    platform?: string;
  };
  const engine = ["bun", "deno", "node"].find((one) => versions[one]);
  const parts = [
    `intent-tx/${typeof __VERSION__ === "string" ? __VERSION__ : "0.0.0"}`,
    engine && `${engine}/${versions[engine]?.split(".", 2).join(".")} ${platform}`,
    version ? `${name}/${version}` : name,
    url && `(${url})`,
  ];
  return parts.filter(Boolean).join(" ");
}

/** A client's headers, without and with a body. Computed once, because merging headers costs more than sending. */
export function clientHeaders(own: HeaderValues | Headers | undefined, appInfo: AppInfo | undefined) {
  const base = { Accept: "application/json", "User-Agent": userAgent(appInfo ?? {}) };
  return {
    plain: mergeHeaders(base, own),
    json: mergeHeaders(base, { "Content-Type": "application/json" }, own),
  };
}
