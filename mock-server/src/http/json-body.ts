import { isAscii } from "node:buffer";
import { invalidField, ServiceError } from "../kernel/service-error.js";
import { textOfUtf8 } from "../kernel/utf8-text.js";
import type { HttpRequest } from "./message.js";

const decoder = new TextDecoder("utf-8", { fatal: true });

function isJson(request: HttpRequest): boolean {
  const type = request.header("content-type") ?? "";
  if (type === "application/json") return true;
  const [mediaType = ""] = type.split(";");
  return mediaType.trim().toLowerCase() === "application/json";
}

function notJson(): ServiceError<"unsupported_media_type"> {
  return new ServiceError(
    "unsupported_media_type",
    "The body must be sent as Content-Type: application/json.",
    {},
  );
}

/** How a JSON body is read. */
export interface JsonBody {
  /** Most bytes that it may have. */
  readonly limit: number;
  /** Whether there must be one; an optional one may be empty (undefined), whatever its type. */
  readonly required: boolean;
}

/** Refuses a body that would not be read as JSON: one of another type, or one that is compressed. */
function refuseUnread(request: HttpRequest): void {
  if (!isJson(request)) throw notJson();
  const encoding = request.header("content-encoding") ?? "";
  if (/^(?:identity)?$/i.test(encoding)) return;
  const message = `The body is sent with Content-Encoding: ${encoding}; send it as it is.`;
  throw new ServiceError("unsupported_media_type", message, {});
}

/**
 * Reads the bytes of a JSON body. A form or text body is what a foreign page could send without asking: only JSON is taken.
 *
 * @throws {ServiceError} 415 for another media type, which a required body is asked for before it is read; 413 over `limit` bytes
 */
export async function readJsonBytes(request: HttpRequest, body: JsonBody): Promise<Uint8Array | undefined> {
  refuseOtherType(request, body);
  return takenJson(request, body, await request.body(body.limit));
}

/** Asks for the media type of a required body, before it is read. @throws {ServiceError} 415 for another one */
export function refuseOtherType(request: HttpRequest, { required }: JsonBody): void {
  if (required) refuseUnread(request);
}

/** The bytes of a body as it was read, undefined for a longer one. @throws {ServiceError} 413 for that; 415 for another media type */
export function takenJson(
  request: HttpRequest,
  { limit, required }: JsonBody,
  bytes: Uint8Array | undefined,
): Uint8Array | undefined {
  if (!bytes) throw new ServiceError("payload_too_large", `The body is over ${limit} bytes.`, {});
  if (required) return bytes;
  if (bytes.length === 0) return undefined;
  refuseUnread(request);
  return bytes;
}

/** The text of a JSON body. @throws {ServiceError} 400 `validation_error` for what is no UTF-8 */
export function textOfBody(bytes: Uint8Array): string {
  try {
    return isAscii(bytes) ? textOfUtf8(bytes) : decoder.decode(bytes);
  } catch {
    throw invalidField("body", "is not valid UTF-8");
  }
}

/** The value of a JSON body. @throws {ServiceError} 400 `validation_error` for what is no UTF-8 or no JSON */
export function parseJsonBody(body: Uint8Array | string): unknown {
  const text = typeof body === "string" ? body : textOfBody(body);
  try {
    return JSON.parse(text);
  } catch {
    throw invalidField("body", "is not valid JSON");
  }
}
