import { HEADERS } from "intent-tx/contract";
import type { RateState } from "../accounts/rate-state.js";
import { OPEN_TO_ALL } from "../http/cors.js";
import type { HttpReply } from "../http/message.js";
import { writeObject } from "../kernel/json-object.js";
import type { WrittenTime } from "../kernel/written-time.js";
import type { Readings } from "./readings.js";

/** Values that every answer of the API is written with, beside its payload. */
export interface ReplyContext {
  readonly readings: Readings;
  readonly requestId: string;
  readonly now: number;
  /** Writes it. */
  readonly written: WrittenTime;
  readonly rate: RateState;
}

function resetValue({ rateLimitReset }: Readings, resetAt: number, now: number): string {
  if (rateLimitReset === "epoch-ms") return String(resetAt);
  if (rateLimitReset === "delta-seconds") return String(Math.max(0, Math.ceil((resetAt - now) / 1000)));
  return String(Math.ceil(resetAt / 1000));
}

/** Names that V8 knows before it runs: it makes an object of names that are looked up in three times the room and time. */
type HeaderLines = Record<
  | ("Content-Type" | "Date" | "Cache-Control" | keyof typeof OPEN_TO_ALL)
  | (typeof HEADERS)["rateLimit" | "rateRemaining" | "rateReset" | "requestId"],
  string
>;

/** Header lines of every answer of the API (decisions 2, 4, 6, 50). */
export function commonHeaders({
  readings,
  requestId,
  now,
  written,
  rate,
}: ReplyContext): Record<string, string> {
  const headers: HeaderLines = {
    "Content-Type": "application/json; charset=utf-8",
    Date: written.http(now),
    "X-RateLimit-Limit": String(rate.limit),
    "X-RateLimit-Remaining": String(rate.remaining),
    "X-RateLimit-Reset": resetValue(readings, rate.resetAt, now),
    "X-Request-Id": requestId,
    "Access-Control-Allow-Origin": OPEN_TO_ALL["Access-Control-Allow-Origin"],
    "Access-Control-Expose-Headers": OPEN_TO_ALL["Access-Control-Expose-Headers"],
    "Cache-Control": "no-store",
  };
  if (!readings.minimal) return headers;
  const { [HEADERS.requestId]: _, ...others } = headers;
  return others;
}

function metaOf({ requestId, now, written }: ReplyContext): { requestId: string; timestamp: string } {
  return { requestId, timestamp: written.iso(now) };
}

/** The other name of the next page's cursor (decision 3). */
function withCursorNames({ pagination }: Readings, payload: Readonly<Record<string, unknown>>) {
  const page = payload["pagination"] as { hasMore: boolean; before?: string } | undefined;
  if (!page || pagination === "before") return payload;
  const { before, ...rest } = page;
  return { ...payload, pagination: before === undefined ? rest : { ...rest, nextCursor: before } };
}

/** A payload as an answer, in the envelope that is in force (decision 1). */
export function success(
  context: ReplyContext,
  status: number,
  given: Readonly<Record<string, unknown>>,
): HttpReply {
  const headers = commonHeaders(context);
  const payload = withCursorNames(context.readings, given);
  if (!context.readings.envelope) return { status, headers, body: writeObject(payload) };
  const meta = context.readings.minimal ? {} : { meta: metaOf(context) };
  // The list is `{ data, pagination }` already; in the envelope it gains `meta` alone.
  const body = "pagination" in payload ? { ...payload, ...meta } : { data: payload, ...meta };
  return { status, headers, body: writeObject(body) };
}

const OPTIONAL_HEADERS = new Set(["Retry-After", "WWW-Authenticate"]);

/** Content of an error answer: a refusal of the service, or one that a fault makes up. */
export interface ErrorContent {
  readonly code: string;
  readonly status: number;
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  readonly field?: string | undefined;
}

/** A refusal as an answer; the minimal dialect leaves out all that the contract calls optional. */
export function failure(context: ReplyContext, error: ErrorContent): HttpReply {
  const { minimal } = context.readings;
  const extra = Object.entries(error.headers).filter(([name]) => !minimal || !OPTIONAL_HEADERS.has(name));
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
    body: writeObject(body),
  };
}
