import { bodyText } from "../faults/fault-rules.js";
import { BODILESS, type SpecifiedResponse } from "../faults/request-faults.js";
import type { HttpReply, HttpRequest } from "../http/message.js";
import { ServiceError } from "../kernel/errors.js";
import { readJson } from "../kernel/json.js";
import { type CallId, writeError } from "./envelope.js";
import { RPC_CODES, RpcError } from "./rpc-error.js";

/** Maximum size of a request body, as on a node. */
const MAX_BYTES = 50 * 1024;
const UTF8 = new TextDecoder("utf-8", { ignoreBOM: true });
/** A node's health endpoint for load balancers and containers, without JSON-RPC. */
export const HEALTH_PATH = "/health";
const HEALTH_CALL = '{"jsonrpc":"2.0","id":1,"method":"getHealth"}';
/** The content types that a node accepts. */
const JSON_TYPE = /^application\/json(?:; ?charset=utf-8)?$/i;
const TEXT = { "Content-Type": "text/plain; charset=utf-8" };

/** CORS headers for browsers. The caller's origin is always allowed. */
function corsHeaders(request: HttpRequest): Record<string, string> {
  const origin = request.header("origin");
  if (origin === undefined) return {};
  const requestedHeaders = request.header("access-control-request-headers");
  return {
    Vary: "origin",
    "Access-Control-Allow-Methods": "OPTIONS, POST",
    "Access-Control-Allow-Origin": origin,
    "Access-Control-Max-Age": "86400",
    ...(requestedHeaders !== undefined && { "Access-Control-Allow-Headers": requestedHeaders }),
  };
}

/**
 * Serves JSON-RPC over HTTP as a node does: POST of JSON, CORS, and the health endpoint.
 *
 * @param answer returns the response to a body; the text may be empty
 * @param specified a fault's response, which replaces the answer
 */
export async function answerHttp(
  request: HttpRequest,
  answer: (body: string) => Promise<string>,
  specified?: SpecifiedResponse,
): Promise<HttpReply> {
  const cors = corsHeaders(request);
  const json = { ...cors, "Content-Type": "application/json; charset=utf-8" };
  if (request.path.endsWith(HEALTH_PATH) && (request.method === "GET" || request.method === "HEAD")) {
    const healthy = /"result":\s*"ok"/.test(await answer(HEALTH_CALL));
    // Unlike a node, this server can report 503, because the validator to which it relays can be unreachable.
    return { status: healthy ? 200 : 503, headers: { ...cors, ...TEXT }, body: healthy ? "ok" : "unknown" };
  }
  if (request.method === "OPTIONS") {
    return {
      status: 200,
      headers: { ...json, Allow: "OPTIONS, POST", Accept: "application/json" },
      body: "",
    };
  }
  const refuse = (status: number, body: string): HttpReply => ({
    status,
    headers: { ...cors, ...TEXT },
    body,
  });
  if (request.method !== "POST") {
    return refuse(405, "Used HTTP Method is not allowed. POST or OPTIONS is required\n");
  }
  if (!JSON_TYPE.test(request.header("content-type") ?? "")) {
    return refuse(415, "Supplied content type is not allowed. Content-Type: application/json is required\n");
  }
  const bytes = await request.body(MAX_BYTES).catch((error: unknown) => {
    if (error instanceof ServiceError) return error;
    throw error;
  });
  if (bytes instanceof ServiceError) {
    const { status, message, headers } = bytes;
    const code = status === 503 ? RPC_CODES.overloaded : RPC_CODES.invalidRequest;
    return { status, headers: { ...json, ...headers }, body: writeError(null, new RpcError(code, message)) };
  }
  if (!bytes) return refuse(413, "request body size exceeds allowed maximum");
  const { headers, ...reply } = await replyTo(UTF8.decode(bytes), answer, specified);
  return { ...reply, headers: { ...json, ...headers } };
}

/** The response to a body, or the one that a fault specifies. A status has a public node's error: its code is the status. */
export async function replyTo(
  text: string,
  answer: (body: string) => Promise<string>,
  fault?: SpecifiedResponse,
): Promise<HttpReply> {
  if (!fault) return { status: 200, headers: {}, body: await answer(text) };
  if (fault.handled) await answer(text);
  const { status } = fault;
  const isEmpty = BODILESS.has(status);
  if (fault.kind === "respond")
    return { status, headers: fault.headers ?? {}, body: isEmpty ? undefined : (bodyText(fault.body) ?? "") };
  const headers = fault.retryAfter === undefined ? {} : { "Retry-After": String(fault.retryAfter) };
  const error = new RpcError(status, `The mock server returned ${status} because of a fault.`);
  const body = fault.empty ? "" : writeError(idOf(text), error);
  return { status, headers, body: isEmpty ? undefined : body };
}

/** The id of a body's single call; null for a batch, and for anything that is not a call. */
export function idOf(body: string): CallId {
  try {
    const { id } = readJson(body) as { id?: unknown };
    return typeof id === "string" || typeof id === "number" || typeof id === "bigint" ? id : null;
  } catch {
    return null;
  }
}
