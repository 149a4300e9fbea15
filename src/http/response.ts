import { HEADERS } from "../contract/constants.js";
import type { IntentTxError } from "../errors/base-error.js";
import { ConfigurationError, ResponseValidationError } from "../errors/errors.js";
import type { Hide } from "../errors/secrets.js";
import { parseJson } from "../values/json.js";
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

/** The body's text; undefined if it is longer than {@link MAX_RESPONSE_BYTES}. */
export async function readText(response: Response, deadline: Deadline): Promise<string | undefined> {
  const body = response.body as Body | null | undefined;
  if (body === null) return "";
  // React Native's responses have no body stream, and jsdom has no decoder.
  const chunks = body && typeof TextDecoder === "function" && chunksOf(body);
  if (!chunks) {
    const text = await response.text();
    return text.length > MAX_RESPONSE_BYTES ? undefined : text;
  }
  // In an async function, because another library's body may throw, and errors in a listener would be unhandled.
  const cancel = () => void (async () => chunks.cancel())().catch(() => {});
  deadline.listen(cancel);
  const decoder = new TextDecoder();
  let text = "";
  for (let bytes = 0; ; ) {
    const { done, value } = await chunks.next();
    if (done || !value) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > MAX_RESPONSE_BYTES) {
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
  const body = parseOr(bodyText, parseJson);
  if (body === undefined) return invalid(bodyText ? "its body is not JSON" : "without a body", "", true);
  requestId ??= requestIdOf(response.headers, hide, body);
  const error = asObject(body)?.["error"];
  const code = asObject(error)?.["code"];
  if (error != null)
    return invalid(`its body contains an error${typeof code === "string" ? ` (${hide(code)})` : ""}`);
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

export const textOf = (value: unknown) => (typeof value === "string" && value ? value : undefined);

/** The parsed text; undefined if it is malformed. */
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
