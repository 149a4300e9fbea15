import { HEADERS } from "../contract/constants.js";
import {
  ApiError,
  type ApiErrorFacts,
  AuthenticationError,
  ConflictError,
  NotFoundError,
  ParsingError,
  PermissionError,
  RateLimitError,
  ServerError,
  SimulationFailedError,
  TokenNotFoundError,
  ValidationError,
  WalletNotFoundError,
} from "../errors/api-errors.js";
import type { IntentTxError } from "../errors/base-error.js";
import { ResponseValidationError } from "../errors/errors.js";
import { redact, redactAll } from "../errors/secrets.js";
import { parseJson } from "../values/json.js";
import { asObject, InvalidValue, read, type Shape, type WireOperation } from "../wire/shape.js";
import { readRateLimit, readResetWait, readRetryAfter } from "./rate-limit.js";

/**
 * Extracts the payload, with or without the general envelope `{ data, meta }` (decision 1).
 *
 * A body is an envelope if it has `data` and none of the payload's own fields; a payload with an unknown field `data`
 * stays a payload.
 */
export function unwrap(body: unknown, shape: Shape | undefined): unknown {
  const outer = asObject(body);
  const inner = outer && Object.hasOwn(outer, "data") && asObject(outer["data"]);
  if (!inner) return body;
  const own = shape ? Object.keys(shape) : Object.keys(outer).filter((key) => key !== "meta");
  return own.some((name) => name !== "data" && Object.hasOwn(outer, name.replace("?", ""))) ? body : inner;
}

export interface Payload {
  /** Absent when the call must reject with `problem`. */
  readonly data?: unknown;
  readonly requestId?: string | undefined;
  /** The problem with the response. With `validate` off, `data` is set as well. */
  readonly problem?: IntentTxError;
}

export function payload(
  response: Response,
  bodyText: string | undefined,
  operation: WireOperation,
  validate: boolean,
  key: string,
): Payload {
  let requestId = requestIdOf(response.headers, key);
  // The message never quotes the body, because `keys.create` returns a secret.
  const invalid = (what: string, field = "", unreadable = false): Payload => ({
    problem: new ResponseValidationError(
      `The service returned ${response.status}, but ${what}.`,
      response.status,
      field,
      requestId,
      unreadable,
    ),
  });
  if (bodyText === undefined) return invalid("with a body larger than 10 MiB");
  if (!bodyText && (operation.method === "DELETE" || !operation.response))
    return { data: undefined, requestId };
  const body = parse(bodyText, parseJson);
  if (body === undefined) return invalid(bodyText ? "its body is not JSON" : "without a body", "", true);
  requestId ??= requestIdOf(response.headers, key, body);
  const error = asObject(body)?.["error"];
  const code = asObject(error)?.["code"];
  if (error != null)
    return invalid(`its body holds an error${typeof code === "string" ? ` (${redact(code, key)})` : ""}`);
  const data = unwrap(body, operation.response);
  try {
    return { data: operation.response ? read(operation.response, data) : data, requestId };
  } catch (cause) {
    if (!(cause instanceof InvalidValue)) throw cause;
    const failure = invalid(`${cause.field || "its body"} ${cause.reason}`, cause.field);
    // Parses the body again, because `read` has already converted the valid fields in place.
    return validate ? failure : { ...failure, data: unwrap(parseJson(bodyText), operation.response) };
  }
}

const BY_STATUS: Record<number, typeof ApiError> = {
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  410: NotFoundError,
  429: RateLimitError,
};

const BY_CODE: Record<string, typeof ApiError> = {
  "400 validation_error": ValidationError,
  "400 simulation_failed": SimulationFailedError,
  "422 parsing_error": ParsingError,
  "404 wallet_not_found": WalletNotFoundError,
  "404 token_not_found": TokenNotFoundError,
};

const text = (value: unknown) => (typeof value === "string" && value ? value : undefined);

function parse(body: string, read: (text: string) => unknown): unknown {
  try {
    return read(body);
  } catch {
    return undefined;
  }
}

/** The service's identifier for the request: the header, or `meta.requestId` in the body (decision 2). */
function requestIdOf(headers: Headers, key: string, body?: unknown): string | undefined {
  const id = headers.get(HEADERS.requestId) ?? text(asObject(asObject(body)?.["meta"])?.["requestId"]);
  return id && redact(id, key);
}

/** Builds the error for a non-2xx response. None of its fields contains the API key. */
export function apiErrorFrom(
  response: Response,
  bodyText: string | undefined,
  key: string,
  now: number,
  baseUrl: string,
): ApiError {
  const headers = new Headers();
  response.headers.forEach?.((value, name) => {
    if (name !== "set-cookie") headers.set(name, redact(value, key));
  });
  const body = redactAll(parse(bodyText ?? "", JSON.parse), key);
  const error = asObject(asObject(body)?.["error"]);
  const details = asObject(error?.["details"]);
  const code = text(error?.["code"]);
  const { status } = response;
  const facts: ApiErrorFacts = {
    status,
    code,
    details,
    field: text(error?.["field"]) ?? text(details?.["field"]),
    requestId: requestIdOf(headers, key, body),
    rateLimit: readRateLimit(headers, now),
    headers,
    retryAfterMs:
      readRetryAfter(headers, now) ?? (status === 429 ? readResetWait(headers, details, now) : undefined),
  };
  const type =
    BY_CODE[`${status} ${code}`] ??
    BY_STATUS[status] ??
    (status >= 500 && status < 600 ? ServerError : ApiError);
  const message = text(error?.["message"]) ?? describe(response);
  return new type(message + versionHint(status, code, baseUrl), facts);
}

/** If a base URL without a path finds no endpoint, the version prefix is probably missing. */
function versionHint(status: number, code: string | undefined, baseUrl: string): string {
  const noEndpoint = status === 404 && (code ?? "not_found") === "not_found";
  return noEndpoint && !new URL(baseUrl).pathname.slice(1) ? ` Did you mean baseUrl ${baseUrl}/v1?` : "";
}

function describe({ status, type }: Response): string {
  if (type === "opaqueredirect" || (status >= 300 && status < 400))
    return `The service returned a redirect (${status}), which is not followed because the key would go elsewhere. Correct baseUrl.`;
  return `The service returned ${status} without the contract's error body.`;
}
