import { invalidField, ServiceError } from "../kernel/errors.js";
import { repeatedName } from "../kernel/json.js";
import type { HttpRequest } from "./message.js";

const decoder = new TextDecoder("utf-8", { fatal: true });

export interface JsonBody {
  /** Size limit in bytes. */
  readonly limit: number;
  /** A required body must be sent as JSON. An optional one may be empty, with any media type. */
  readonly required: boolean;
}

/** Another site's page could send a form or text body without a preflight request, so only JSON is accepted. */
function refuseOtherType(request: HttpRequest): void {
  const [mediaType = ""] = (request.header("content-type") ?? "").split(";");
  if (mediaType.trim().toLowerCase() !== "application/json") {
    const message = "The body must be sent as Content-Type: application/json.";
    throw new ServiceError("unsupported_media_type", message, {});
  }
  const encoding = request.header("content-encoding") ?? "";
  if (/^(?:identity)?$/i.test(encoding)) return;
  const message = `The body is sent with Content-Encoding: ${encoding}; send it uncompressed.`;
  throw new ServiceError("unsupported_media_type", message, {});
}

/**
 * Reads a JSON body; undefined for an empty optional one. The media type of a required body is checked before the body
 * is read.
 *
 * @throws {ServiceError} 415 for another media type; 413 over `limit` bytes
 */
export async function readJsonBytes(
  request: HttpRequest,
  { limit, required }: JsonBody,
): Promise<Uint8Array | undefined> {
  if (required) refuseOtherType(request);
  const bytes = await request.body(limit);
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
  try {
    text = decoder.decode(bytes);
  } catch {
    throw invalidField("body", "is not valid UTF-8");
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalidField("body", "is not valid JSON");
  }
  const repeated = repeatedName(text);
  if (repeated !== undefined) throw invalidField(repeated, "appears twice; pass it once");
  return value;
}
