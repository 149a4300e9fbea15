import { redact, redactAll } from "../client/secrets.js";
import { HEADERS } from "../contract/headers.js";
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
import { readRateLimit, readResetWait, readRetryAfter } from "./rate-limit.js";
import { asObject } from "./shape.js";

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

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** The service's identifier of the request: its header, or `meta.requestId` of the body (decision 2). */
export function requestIdOf(headers: Headers, body?: unknown): string | undefined {
  return headers.get(HEADERS.requestId) ?? text(asObject(asObject(body)?.["meta"])?.["requestId"]);
}

/**
 * The error that an answer which is no success stands for. The key that was sent is in none of its facts.
 *
 * @param baseUrl The address that the client was given, without a slash at its end.
 */
export function refusal(
  response: Response,
  answer: string | undefined,
  key: string,
  now: number,
  baseUrl: string,
): ApiError {
  const headers = new Headers();
  response.headers.forEach?.((value, name) => {
    if (name !== "set-cookie") headers.set(name, redact(value, key));
  });
  const body = redactAll(parse(answer ?? ""), key);
  const error = asObject(asObject(body)?.["error"]);
  const details = asObject(error?.["details"]);
  const code = text(error?.["code"]);
  const { status } = response;
  const facts: ApiErrorFacts = {
    status,
    code,
    details,
    field: text(error?.["field"]) ?? text(details?.["field"]),
    requestId: requestIdOf(headers, body),
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

/** Where nothing answers at an address without a path, its version prefix was forgotten, most likely. */
function versionHint(status: number, code: string | undefined, baseUrl: string): string {
  const nowhere = status === 404 && (code ?? "not_found") === "not_found";
  return nowhere && !new URL(baseUrl).pathname.slice(1) ? ` Did you mean baseUrl ${baseUrl}/v1?` : "";
}

function describe({ status, type }: Response): string {
  if (type === "opaqueredirect" || (status >= 300 && status < 400))
    return `The service answered with a redirect (${status}), which is not followed: the key would go elsewhere. Correct baseUrl.`;
  return `The service answered ${status} without the contract's error body.`;
}
