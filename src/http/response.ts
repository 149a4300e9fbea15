import { HEADERS } from "../contract/constants.js";
import { readJson } from "../contract/json.js";
import type { RateLimit } from "../errors/api-errors.js";
import type { IntentTxError } from "../errors/base-error.js";
import { ConfigurationError, ResponseValidationError } from "../errors/errors.js";
import type { Hide } from "../errors/secrets.js";
import { asObject, InvalidValue, read, type Shape, type WireOperation } from "../wire/shape.js";
import type { Deadline } from "./deadline.js";

/** Maximum response size, bytes after decompression. */
const MAX_RESPONSE_BYTES = 10_485_760;

/** The body of any `fetch`: the platform's is a stream with a reader, node-fetch's is iterable. */
interface Body extends Partial<AsyncIterable<Uint8Array>> {
  getReader?(): ReadableStreamDefaultReader<Uint8Array>;
}

function chunksOf(body: Body) {
  const reader = body.getReader?.();
  if (reader) return { next: () => reader.read(), cancel: () => reader.cancel() };
  const iterator = body[Symbol.asyncIterator]?.();
  return iterator && { next: () => iterator.next(), cancel: () => iterator.return?.() };
}

/** The text of a response or request; undefined if it is longer than `limit` bytes. */
export async function readText(
  source: Pick<Response, "body" | "text">,
  deadline?: Deadline,
  limit = MAX_RESPONSE_BYTES,
): Promise<string | undefined> {
  const body = source.body as Body | null | undefined;
  if (body === null) return "";
  // React Native's responses have no body stream, and jsdom has no decoder.
  const chunks = body && typeof TextDecoder === "function" && chunksOf(body);
  if (!chunks) {
    const text = await source.text();
    return text.length > limit ? undefined : text;
  }
  // In an async function, because another library's body may throw, and errors in a listener would be unhandled.
  const cancel = () => void (async () => chunks.cancel())().catch(() => {});
  deadline?.listen(cancel);
  const decoder = new TextDecoder();
  let text = "";
  for (let bytes = 0; ; ) {
    const { done, value } = await chunks.next();
    if (done || !value) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > limit) {
      cancel();
      // Node ends a body with queueMicrotask. If fake timers replace queueMicrotask, the body never ends.
      let fakeTimers = true;
      queueMicrotask(() => {
        fakeTimers = false;
      });
      await Promise.resolve();
      if (fakeTimers)
        throw new ConfigurationError(
          "queueMicrotask is faked, so the response body does not end. Exclude queueMicrotask from the fake timers.",
        );
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}

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
  const own =
    typeof shape === "object" ? Object.keys(shape) : Object.keys(outer).filter((key) => key !== "meta");
  return own.some((name) => name !== "data" && Object.hasOwn(outer, name.replace(/\?.*/, ""))) ? body : inner;
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
  hide: Hide,
): Payload {
  let requestId = requestIdOf(response.headers, hide);
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
  const body = parseOr(bodyText, readJson);
  if (body === undefined) return invalid(bodyText ? "its body is not JSON" : "without a body", "", true);
  requestId ??= requestIdOf(response.headers, hide, body);
  const error = asObject(body)?.["error"];
  const code = asObject(error)?.["code"];
  if (error)
    return invalid(`its body contains an error${typeof code === "string" ? ` (${hide(code)})` : ""}`);
  const data = unwrap(body, operation.response);
  // The contract does not state what a deletion returns.
  if (operation.method === "DELETE" && operation.response && !asObject(data))
    return { data: undefined, requestId };
  const { response: shape } = operation;
  if (!shape) return { data, requestId };
  try {
    return { data: read(shape, data), requestId };
  } catch (cause) {
    if (!(cause instanceof InvalidValue)) throw cause;
    const failure = invalid(`${cause.field || "its body"} ${cause.reason}`, cause.field);
    if (validate) return failure;
    // Parses the body again, because `read` has already converted some fields in place.
    const again = unwrap(readJson(bodyText), shape);
    return { ...failure, data: asObject(again) ? read(shape, again, "lenient") : again };
  }
}

export const textOf = (value: unknown) => (typeof value === "string" && value ? value : undefined);

export function parseOr(body: string, read: (text: string) => unknown): unknown {
  try {
    return read(body);
  } catch {
    return undefined;
  }
}

/** The service's identifier for the request: the header, or `meta.requestId` in the body (decision 2). */
export function requestIdOf(headers: Headers, hide: Hide, body?: unknown): string | undefined {
  const id = headers.get(HEADERS.requestId) ?? textOf(asObject(asObject(body)?.["meta"])?.["requestId"]);
  return id && hide(id);
}

const DAY_MS = 86_400_000;

const integer = (text: string | null) =>
  text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined;

/** When the service sent the response, by its clock: the `Date` header, which is precise to the second. */
const serverNow = (headers: Headers) => Date.parse(headers.get("date") ?? "") || undefined;

/** Distinguishes milliseconds since 1970, seconds since 1970 and seconds from now by their size (decision 4). */
function resetTime(headers: Headers, server: number): number | undefined {
  const reset = integer(headers.get(HEADERS.rateReset));
  if (reset === undefined) return undefined;
  const time = reset >= 1e11 ? reset : reset >= 1e9 ? reset * 1000 : server + reset * 1000;
  // A window lasts at most a day, so a later reset was misread or is wrong.
  return Math.min(time, server + DAY_MS);
}

/** The three rate-limit headers; undefined if one is missing or not an integer. */
export function readRateLimit(headers: Headers, now: number): RateLimit | undefined {
  const limit = integer(headers.get(HEADERS.rateLimit));
  const remaining = integer(headers.get(HEADERS.rateRemaining));
  const server = serverNow(headers) ?? now;
  const skew = now - server;
  // `Date` has whole seconds and the response takes time, so a small difference does not mean a different clock.
  const local = skew > -1000 && skew < 2000 ? now : server;
  const reset = resetTime(headers, local);
  if (limit === undefined || remaining === undefined || reset === undefined) return undefined;
  return { limit, remaining, resetAt: new Date(reset + now - local) };
}

/** The wait that `retry-after-ms` or `Retry-After` requests: seconds, or a date on the service's clock (decision 9). */
export function readRetryAfter(headers: Headers, now: number): number | undefined {
  const ms = headers.get("retry-after-ms")?.trim();
  if (ms && /^\d+(\.\d+)?$/.test(ms)) return Math.ceil(Number(ms));
  const value = headers.get(HEADERS.retryAfter)?.trim();
  if (!value) return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Math.ceil(Number(value) * 1000);
  // Some engines parse junk ("1e3", "-5", "foo 5") as a date. The oldest of HTTP's three date formats has no zone.
  if (!/^[a-z]{3,9},? .+:\d\d( GMT| \d{4})$/i.test(value)) return undefined;
  const date = Date.parse(value.replace(/\d$/, "$& GMT"));
  return Number.isNaN(date) ? undefined : Math.max(0, date - (serverNow(headers) ?? now));
}

/**
 * The wait after a 429 without `Retry-After`: until the error's `details.resetAt`, otherwise until the window's reset
 * if no requests are left. Measured on the service's clock.
 */
export function readResetWait(headers: Headers, details: unknown, now: number): number | undefined {
  const server = serverNow(headers) ?? now;
  const named = Date.parse((details as { resetAt?: string } | undefined)?.resetAt ?? "");
  const isUsedUp = integer(headers.get(HEADERS.rateRemaining)) === 0;
  const reset = named || (isUsedUp && resetTime(headers, server)) || 0;
  return reset > server ? reset - server : undefined;
}
