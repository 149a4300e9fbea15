import { type ApiError, type ApiErrorFacts, apiErrorType } from "../errors/api-errors.js";
import { type Hide, redactAll } from "../errors/secrets.js";
import { asObject } from "../wire/shape.js";
import { parseOr, readRateLimit, readResetWait, readRetryAfter, requestIdOf, textOf } from "./response.js";

/** Builds the error for a non-2xx response. None of its fields contains the API key. */
export function apiErrorFrom(
  response: Response,
  bodyText: string | undefined,
  hide: Hide,
  now: number,
  baseUrl: string,
): ApiError {
  const headers = new Headers();
  response.headers.forEach?.((value, name) => {
    if (name !== "set-cookie") headers.set(name, hide(value));
  });
  const body = redactAll(parseOr(bodyText ?? "", JSON.parse), hide);
  const error = asObject(asObject(body)?.["error"]);
  const details = asObject(error?.["details"]);
  const code = textOf(error?.["code"]);
  const { status } = response;
  const facts: ApiErrorFacts = {
    status,
    code,
    details,
    field: textOf(error?.["field"]) ?? textOf(details?.["field"]),
    requestId: requestIdOf(headers, hide, body),
    rateLimit: readRateLimit(headers, now),
    headers,
    retryAfterMs:
      readRetryAfter(headers, now) ?? (status === 429 ? readResetWait(headers, details, now) : undefined),
    body: error || !bodyText ? undefined : (redactAll(bodyText, hide) as string),
  };
  const message = textOf(error?.["message"]) ?? describe(response);
  return new (apiErrorType(status, code))(message + versionHint(status, code, baseUrl), facts);
}

/** If a base URL without a path finds no endpoint, the version prefix is probably missing. */
function versionHint(status: number, code: string | undefined, baseUrl: string): string {
  const noEndpoint = status === 404 && (code ?? "not_found") === "not_found";
  return noEndpoint && !new URL(baseUrl).pathname.slice(1) ? ` Did you mean baseUrl ${baseUrl}/v1?` : "";
}

function describe({ status, type }: Response): string {
  if (type === "opaqueredirect" || (status >= 300 && status < 400))
    return `The service returned a redirect (${status}), which the client does not follow, because the API key would go to another server. Correct baseUrl.`;
  return `The service returned ${status} without the contract's error body.`;
}
