import type { IncomingMessage, ServerResponse } from "node:http";
import { invalidField, type ServiceError } from "../kernel/errors.js";
import { nextTurn } from "../kernel/timers.js";
import { HttpRefusal, type HttpReply, type HttpRequest } from "./message.js";
import { isChunked, sentBody } from "./wire.js";

/** Maximum bytes of an unwanted body to read and discard, so that its sender gets the response and not a reset. */
const MAX_DISCARDED = 16 << 20;
const DISCONNECTED = new Error("the client disconnected");

/** Discards the rest of a body, so that the connection can be reused. A body that is too long is cut off. */
function discard(incoming: IncomingMessage): void {
  let length = 0;
  incoming.on("data", (chunk: Buffer) => {
    length += chunk.length;
    if (length > MAX_DISCARDED) incoming.socket.destroy();
  });
}

/** 0 without a Content-Length header. */
const lengthOf = ({ headers }: IncomingMessage): number => Number(headers["content-length"] ?? 0);

/** True if the client waits for 100 Continue before it sends the body. */
const waitsForContinue = ({ headers, httpVersion }: IncomingMessage): boolean =>
  httpVersion === "1.1" && headers.expect?.toLowerCase() === "100-continue";

/** Reads a body up to `limit` bytes. For a longer one it returns undefined and discards the rest. */
function readBody(incoming: IncomingMessage, limit: number): Promise<Uint8Array | undefined> {
  return new Promise((resolve, reject) => {
    if (lengthOf(incoming) > limit) return resolve(undefined);
    const chunks: Buffer[] = [];
    let length = 0;
    incoming.on("data", (chunk: Buffer) => {
      length += chunk.length;
      chunks.push(chunk);
      if (length <= limit) return;
      chunks.length = 0;
      incoming.removeAllListeners("data");
      discard(incoming);
      resolve(undefined);
    });
    incoming.on("end", () => resolve(Buffer.concat(chunks)));
    // The client disconnected before the body's end, which is not a server error. `close` also follows a complete body.
    const onEnded = () => {
      if (!incoming.readableEnded) reject(invalidField("body", "ended before all of it was sent"));
    };
    incoming.on("error", onEnded);
    incoming.on("close", onEnded);
    if (incoming.destroyed) onEnded();
  });
}

/** Reduces a request's target to path and query. A client that uses the server as a proxy sends the full URL. */
export function takeTarget(incoming: IncomingMessage): void {
  const { url = "/" } = incoming;
  if (url.startsWith("/")) return;
  const rest = url.replace(/^https?:\/\/[^/?]*/i, "");
  incoming.url = rest === url || rest.startsWith("/") ? rest : `/${rest}`;
}

/** Maximum number of header lines. */
const MAX_HEADERS = 2000;
/** Headers that must not be repeated: with two values, either could be meant. */
const ONCE = ["host", "authorization", "content-type"];
/** A host with or without a port, per RFC 9112, 3.2. */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.~%!$&'()*+,;=-]*)(?::\d*)?$/i;

/** The error for an invalid head; undefined for a valid one. */
function headRefusal({ httpVersion, headers, rawHeaders }: IncomingMessage): HttpRefusal | undefined {
  if (rawHeaders.length > 2 * MAX_HEADERS)
    return new HttpRefusal(431, `has more than ${MAX_HEADERS} headers`);
  if (httpVersion === "1.1" && headers.host === undefined)
    return new HttpRefusal(400, "has no Host header, which HTTP/1.1 requires");
  const seen = new Set<string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? "";
    if (!ONCE.includes(name)) continue;
    if (seen.has(name)) return new HttpRefusal(400, `has two ${rawHeaders[at]} headers; send one`);
    seen.add(name);
  }
  return HOST.test(headers.host ?? "") ? undefined : new HttpRefusal(400, "has an invalid Host header");
}

/** Converts a socket's request. An error in its head is reported as `refusal`, unless `refusal` is given. */
export function requestOf(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  refusal: ServiceError | undefined,
): HttpRequest {
  takeTarget(incoming);
  const { method = "GET", url: target = "/", headers } = incoming;
  const mark = target.indexOf("?");
  let body: Promise<Uint8Array | undefined> | undefined;
  const closed = new AbortController();
  // After the complete response, the signal is no longer needed.
  outgoing.once("close", () => {
    if (!outgoing.writableFinished) closed.abort(DISCONNECTED);
  });
  return {
    method,
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? "" : target.slice(mark + 1),
    header: (name) => {
      const value = headers[name];
      return Array.isArray(value) ? value.join(", ") : value;
    },
    body: (limit) => {
      if (!body && waitsForContinue(incoming) && lengthOf(incoming) <= limit) outgoing.writeContinue();
      body ??= readBody(incoming, limit);
      return body;
    },
    remoteAddress: incoming.socket.remoteAddress ?? "unknown",
    signal: () => closed.signal,
    refusal: refusal ?? headRefusal(incoming),
  };
}

/** Sends a response. Rejects if the connection breaks. */
export async function sendReply(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  reply: HttpReply,
  request: HttpRequest,
): Promise<void> {
  const { fault, status, headers } = reply;
  if (fault?.drop === "before" || fault?.drop === "connect") {
    // A listening socket cannot refuse a connection; a reset is closest.
    incoming.socket.resetAndDestroy();
    return;
  }
  const isUnread = !incoming.complete && incoming.listenerCount("data") === 0;
  if (isUnread) discard(incoming);
  // The unread body may or may not follow, and could not be distinguished from the next request.
  if (isUnread && waitsForContinue(incoming)) outgoing.setHeader("Connection", "close");
  const full = reply.body === undefined || isChunked(reply.body) ? undefined : reply.body;
  const closed = full === undefined || fault ? request.signal?.() : undefined;
  const body = sentBody(reply, closed);
  const length = full !== undefined && body !== undefined && { "Content-Length": Buffer.byteLength(full) };
  outgoing.writeHead(status, { ...headers, ...length });
  if (incoming.method === "HEAD" || body === undefined) outgoing.end();
  else if (isChunked(body)) await sendParts(outgoing, body, closed);
  else outgoing.end(body);
}

async function sendParts(
  outgoing: ServerResponse,
  parts: AsyncIterable<string | Uint8Array>,
  closed: AbortSignal | undefined,
): Promise<void> {
  const iterator = parts[Symbol.asyncIterator]();
  closed?.addEventListener("abort", () => void iterator.return?.(), { once: true });
  outgoing.flushHeaders();
  try {
    for (let step = await iterator.next(); !step.done && !closed?.aborted; step = await iterator.next()) {
      // Chunks that a slow client has not read yet must not accumulate.
      if (outgoing.write(step.value) || closed?.aborted) continue;
      await new Promise<void>((resolve) => {
        const over = () => {
          outgoing.off("drain", over).off("close", over);
          resolve();
        };
        outgoing.on("drain", over).on("close", over);
      });
    }
  } catch (error) {
    // The written part must be sent before the connection breaks.
    await nextTurn();
    throw error;
  }
  outgoing.end();
}
