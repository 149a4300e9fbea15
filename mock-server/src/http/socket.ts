import type { IncomingMessage, ServerResponse } from "node:http";
import { invalidField, type ServiceError } from "../kernel/errors.js";
import { nextTurn } from "../kernel/timers.js";
import { HttpRefusal, type HttpReply, type HttpRequest } from "./message.js";
import { sentBody } from "./wire.js";

/** Most of an unwanted body that is read past, so that its sender gets the answer and not a reset. */
const MOST_DISCARDED = 16 << 20;
const GONE = new Error("the client went away");

/** Reads past the rest of a body, so that the connection can be used again; an endless one is cut off. */
function discard(incoming: IncomingMessage): void {
  let length = 0;
  incoming.on("data", (chunk: Buffer) => {
    length += chunk.length;
    if (length > MOST_DISCARDED) incoming.socket.destroy();
  });
}

/** Reads a body up to `limit` bytes; undefined for a longer one, whose rest is discarded. */
function readBody(incoming: IncomingMessage, limit: number): Promise<Uint8Array | undefined> {
  return new Promise((resolve, reject) => {
    if (Number(incoming.headers["content-length"] ?? 0) > limit) return resolve(undefined);
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
    // A client that goes away half-way sent half a body: the server has not failed.
    const cutOff = () => reject(invalidField("body", "ended before all of it was sent"));
    incoming.on("error", cutOff);
    incoming.on("close", cutOff);
    if (incoming.destroyed) cutOff();
  });
}

/** Reduces a request's target to path and query. A client that takes the server for a proxy sends the whole address. */
export function takeTarget(incoming: IncomingMessage): void {
  const { url = "/" } = incoming;
  if (url.startsWith("/")) return;
  const rest = url.replace(/^https?:\/\/[^/?]*/i, "");
  incoming.url = rest === url || rest.startsWith("/") ? rest : `/${rest}`;
}

/** The request of a socket, with `given` or a missing Host as its refusal. */
export function requestOf(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  given: ServiceError | undefined,
): HttpRequest {
  takeTarget(incoming);
  const { method = "GET", url: target = "/", headers, httpVersion } = incoming;
  const mark = target.indexOf("?");
  const gone = new AbortController();
  outgoing.once("close", () => gone.abort(GONE));
  const noHost = httpVersion === "1.1" && headers.host === undefined;
  return {
    method,
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? "" : target.slice(mark + 1),
    header: (name) => {
      const value = headers[name];
      return Array.isArray(value) ? value.join(", ") : value;
    },
    body: (limit) => readBody(incoming, limit),
    remoteAddress: incoming.socket.remoteAddress ?? "unknown",
    signal: gone.signal,
    refusal:
      given ?? (noHost ? new HttpRefusal(400, "names no host; HTTP/1.1 needs a Host header") : undefined),
  };
}

/** Sends an answer. It rejects when the answer breaks off. */
export async function sendReply(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  reply: HttpReply,
  gone: AbortSignal | undefined,
): Promise<void> {
  const { fault, status, headers } = reply;
  if (fault?.drop === "before" || fault?.drop === "connect") {
    // A reset is the nearest to a refused connection that a listening socket can do.
    incoming.socket.resetAndDestroy();
    return;
  }
  if (!incoming.complete && incoming.listenerCount("data") === 0) discard(incoming);
  const body = sentBody(reply, gone);
  const whole =
    typeof reply.body === "object" && !(reply.body instanceof Uint8Array) ? undefined : reply.body;
  const length = whole !== undefined && body !== undefined && { "Content-Length": Buffer.byteLength(whole) };
  outgoing.writeHead(status, { ...headers, ...length });
  if (incoming.method === "HEAD" || body === undefined) outgoing.end();
  else if (typeof body === "string" || body instanceof Uint8Array) outgoing.end(body);
  else await sendParts(outgoing, body, gone);
}

async function sendParts(
  outgoing: ServerResponse,
  parts: AsyncIterable<string | Uint8Array>,
  gone: AbortSignal | undefined,
): Promise<void> {
  const iterator = parts[Symbol.asyncIterator]();
  gone?.addEventListener("abort", () => void iterator.return?.(), { once: true });
  outgoing.flushHeaders();
  try {
    for (let step = await iterator.next(); !step.done && !gone?.aborted; step = await iterator.next()) {
      // Parts that a slow reader has not taken yet must not pile up here.
      if (outgoing.write(step.value) || gone?.aborted) continue;
      await new Promise<void>((resolve) => {
        const over = () => {
          outgoing.off("drain", over).off("close", over);
          resolve();
        };
        outgoing.on("drain", over).on("close", over);
      });
    }
  } catch (error) {
    // The part that was written has to leave before the connection breaks.
    await nextTurn();
    throw error;
  }
  outgoing.end();
}
