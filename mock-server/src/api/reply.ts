import { HEADERS, type UnauthorizedReason } from "intent-tx/contract";
import type { RateState } from "../accounts/limits.js";
import type { HttpReply, HttpRequest } from "../http/message.js";
import { type ErrorContent, ServiceError } from "../kernel/errors.js";
import { writeJson } from "../kernel/json.js";
import type { ContractSettings } from "../world/dialects.js";

/** Values for every response besides its payload. */
export interface ReplyContext {
  readonly settings: ContractSettings;
  readonly requestId: string;
  readonly now: number;
  readonly rate: RateState;
}

function resetValue({ rateLimitReset }: ContractSettings, resetAt: number, now: number): string {
  if (rateLimitReset === "epoch-ms") return String(resetAt);
  if (rateLimitReset === "delta-seconds") return String(Math.max(0, Math.ceil((resetAt - now) / 1000)));
  return String(Math.ceil(resetAt / 1000));
}

const EXPOSED = [...Object.values(HEADERS), "Date"].join(", ");

/** Headers of every API response (decisions 2, 4, 6, 50). */
export function commonHeaders(context: ReplyContext): Record<string, string> {
  const { settings, requestId, now, rate } = context;
  const headers: Record<string, string> = {
    "Content-Type": "application/json; charset=utf-8",
    Date: new Date(now).toUTCString(),
    [HEADERS.rateLimit]: String(rate.limit),
    [HEADERS.rateRemaining]: String(rate.remaining),
    [HEADERS.rateReset]: resetValue(settings, rate.resetAt, now),
    // Every origin may read responses, because callers are identified by keys and not by cookies.
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": EXPOSED,
    "Cache-Control": "no-store",
  };
  if (!settings.minimal) headers[HEADERS.requestId] = requestId;
  return headers;
}

export function preflightHeaders(request: HttpRequest, allow: readonly string[]): Record<string, string> {
  const methods = allow.join(", ");
  return {
    Allow: methods,
    "Access-Control-Allow-Methods": methods,
    "Access-Control-Allow-Headers": request.header("access-control-request-headers") ?? "*",
    "Access-Control-Max-Age": "600",
  };
}

function metaOf({ requestId, now }: ReplyContext): { requestId: string; timestamp: string } {
  return { requestId, timestamp: new Date(now).toISOString() };
}

/** Names the next page's cursor as the server's dialect does (decision 3). */
function withCursorNames({ pagination }: ContractSettings, payload: Readonly<Record<string, unknown>>) {
  const page = payload["pagination"] as { hasMore: boolean; before?: string } | undefined;
  if (!page || pagination === "before") return payload;
  const { before, ...rest } = page;
  return { ...payload, pagination: before === undefined ? rest : { ...rest, nextCursor: before } };
}

/** A success response, in the envelope if enabled (decision 1). */
export function success(
  context: ReplyContext,
  status: number,
  data: Readonly<Record<string, unknown>>,
): HttpReply {
  const headers = commonHeaders(context);
  const payload = withCursorNames(context.settings, data);
  if (!context.settings.envelope) return { status, headers, body: writeJson(payload) };
  const meta = context.settings.minimal ? {} : { meta: metaOf(context) };
  // A list is already `{ data, pagination }`, so the envelope only adds `meta`.
  const body = "pagination" in payload ? { ...payload, ...meta } : { data: payload, ...meta };
  return { status, headers, body: writeJson(body) };
}

const OPTIONAL_HEADERS = new Set(["Retry-After", "WWW-Authenticate"]);

/** An error response. The minimal dialect omits everything that the contract calls optional. */
export function failure(context: ReplyContext, error: ErrorContent): HttpReply {
  const { minimal } = context.settings;
  const extra = Object.entries(error.headers ?? {}).filter(
    ([name]) => !minimal || !OPTIONAL_HEADERS.has(name),
  );
  const body = {
    error: {
      code: error.code,
      message: error.message,
      ...(!minimal && error.details && { details: error.details }),
      ...(!minimal && error.field !== undefined && { field: error.field }),
    },
    ...(!minimal && { meta: metaOf(context) }),
  };
  return {
    status: error.status,
    headers: { ...commonHeaders(context), ...Object.fromEntries(extra) },
    body: writeJson(body),
  };
}

const WHY = {
  missing: "Send an API key as Authorization: Bearer <API_KEY>.",
  malformed: "The Authorization header does not contain an API key of the form svc_live_… or svc_test_….",
  unknown: "This API key does not exist here; use a key that this server issued.",
  expired: "This API key has expired; use another one.",
  revoked: "This API key was revoked; use another one.",
  rotated: "This API key was rotated and its overlap period has ended; use the new key.",
} as const;

/** The 401 response to a request without a valid key (decision 11). */
export function unauthorized(reason: UnauthorizedReason): ServiceError<"unauthorized"> {
  return new ServiceError("unauthorized", WHY[reason], {
    details: { reason },
    headers: { "WWW-Authenticate": "Bearer" },
  });
}
