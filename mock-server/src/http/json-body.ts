import { invalidField, ServiceError } from "../kernel/errors.js";
import { jsonOr, repeatedName } from "../kernel/json.js";
import type { HttpRequest } from "./message.js";

const decoder = new TextDecoder("utf-8", { fatal: true });

export interface JsonBody {
  /** Size limit in bytes. */
  readonly limit: number;
  /** A required body must be sent as JSON. An optional one may be empty, with any media type. */
  readonly required: boolean;
  /** Exempts an authorized client from the limits of unfinished bodies. Default false. */
  readonly trusted?: boolean;
}

/** Another site's page could send a form or text body without a preflight request, so only JSON is accepted. */
function refuseOtherType(request: HttpRequest): void {
  const [mediaType = ""] = (request.header("content-type") ?? "").split(";");
  const isJson = mediaType.trim().toLowerCase() === "application/json";
  const encoding = request.header("content-encoding") ?? "";
  if (isJson && /^(?:identity)?$/i.test(encoding)) return;
  const message = isJson
    ? `The body must not be compressed; got Content-Encoding: ${encoding}.`
    : "The body must be sent as Content-Type: application/json.";
  throw new ServiceError("unsupported_media_type", message, {});
}

/**
 * Reads a JSON body. Returns undefined if the body is optional and empty. The media type of a required body is checked
 * before the body
 * is read.
 *
 * @throws {ServiceError} 415 for another media type; 413 over `limit` bytes
 */
export async function readJsonBytes(
  request: HttpRequest,
  { limit, required, trusted }: JsonBody,
): Promise<Uint8Array | undefined> {
  if (required) refuseOtherType(request);
  const bytes = await request.body(limit, trusted);
  if (!required && bytes?.length === 0) return undefined;
  if (!required) refuseOtherType(request);
  if (!bytes) throw new ServiceError("payload_too_large", `The body is larger than ${limit} bytes.`, {});
  return bytes;
}

/**
 * Parses a JSON body.
 *
 * @throws {ServiceError} 400 `validation_error` for invalid UTF-8, invalid JSON, and duplicate names in an object
 */
export function parseJsonBody(bytes: Uint8Array): unknown {
  let text: string;
  let value: unknown;
  try {
    text = decoder.decode(bytes);
    value = JSON.parse(text);
  } catch (error) {
    throw invalidField("body", `is not valid ${error instanceof SyntaxError ? "JSON" : "UTF-8"}`);
  }
  const repeated = repeatedName(text);
  if (repeated !== undefined) throw invalidField(repeated, "appears twice; pass it once");
  return value;
}

/** A member of a JSON body; undefined if it is absent or the body is not JSON. */
export function fieldOf(body: Uint8Array | undefined, name: string): unknown {
  const value: Readonly<Record<string, unknown>> = Object(jsonOr(new TextDecoder().decode(body)));
  return value[name];
}
