import { bodyTerminated, connectionRefused, connectionReset } from "./connection-errors.js";
import type { HttpHandler, HttpReply } from "./message.js";
import { paced } from "./pacing.js";
import { type AskedRequest, plainRequest } from "./plain-request.js";
import { type TextResponder, textResponses } from "./text-response.js";

/**
 * A function with the shape of `fetch`.
 *
 * @param input Address or request.
 * @param init Options of the request.
 */
export type FetchLike = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** Statuses whose answers have no body. */
const BODILESS = new Set([101, 204, 205, 304]);

async function readBody(request: Request, limit: number): Promise<Uint8Array | undefined> {
  const bytes = new Uint8Array(await request.arrayBuffer());
  return bytes.length > limit ? undefined : bytes;
}

function fromRequest(request: Request): AskedRequest {
  const url = new URL(request.url);
  return {
    request: {
      method: request.method,
      path: url.pathname,
      query: url.search.slice(1),
      header: (name) => request.headers.get(name) ?? undefined,
      body: (limit) => readBody(request, limit),
      remoteAddress: "in-process",
      signal: request.signal,
    },
    url: request.url,
    holder: request,
  };
}

/** A body that breaks off after so many bytes, as a closed socket does. */
function broken(bytes: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      if (bytes.length > 0) controller.enqueue(bytes);
    },
    pull(controller) {
      controller.error(bodyTerminated());
    },
  });
}

/** A body that comes in parts, until the request is aborted. */
function streamOf(chunks: AsyncIterable<string>, asked: AskedRequest): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const iterator = chunks[Symbol.asyncIterator]();
  let over = () => {};
  return new ReadableStream({
    start(controller) {
      const { signal } = asked.request;
      if (!signal) return;
      const aborted = () => {
        over();
        controller.error(signal.reason);
        void iterator.return?.();
      };
      over = () => signal.removeEventListener("abort", aborted);
      signal.addEventListener("abort", aborted);
      if (signal.aborted) aborted();
    },
    async pull(controller) {
      const { done, value } = await iterator.next();
      // Read by way of what holds the `Request`, so that it lives as long as the stream.
      if ((asked.holder ?? asked.request).signal?.aborted) return;
      if (!done) return controller.enqueue(encoder.encode(value));
      over();
      controller.close();
    },
    async cancel() {
      over();
      await iterator.return?.();
    },
  });
}

function toResponse(reply: HttpReply, asked: AskedRequest, ofText: TextResponder): Response {
  const { request, url } = asked;
  const { fault, status, headers } = reply;
  if (fault?.drop === "connect") throw connectionRefused(url);
  if (fault?.drop === "before") throw connectionReset();
  if (request.method === "HEAD" || BODILESS.has(status) || reply.body === undefined) {
    return new Response(null, { status, headers });
  }
  if (typeof reply.body !== "string" && !(reply.body instanceof Uint8Array)) {
    return new Response(streamOf(reply.body, asked), { status, headers });
  }
  if (!fault && typeof reply.body === "string") return ofText(reply.body, { status, headers });
  const bytes = typeof reply.body === "string" ? new TextEncoder().encode(reply.body) : reply.body;
  if (fault?.drop) {
    const sent = fault.drop === "body" ? bytes.slice(0, bytes.length >> 1) : new Uint8Array(0);
    return new Response(broken(sent), { status, headers });
  }
  if (fault?.bytesPerSecond) {
    const slowly = paced(bytes, fault.bytesPerSecond, request.signal);
    return new Response(streamOf(slowly, asked), { status, headers });
  }
  return new Response(Uint8Array.from(bytes), { status, headers });
}

/**
 * A `fetch` that reaches a handler without a socket. It honours the request's signal, which a bare handler would not,
 * until the last byte of the body; and like a socket it refuses connections once `open` says no.
 */
export function fetchOver(handler: HttpHandler, open: () => boolean): FetchLike {
  const ofText = textResponses();
  return async (input, init) => {
    const asked =
      plainRequest(input, init) ??
      fromRequest(input instanceof Request && !init ? input : new Request(input, init));
    const { signal } = asked.request;
    if (signal?.aborted) throw signal.reason;
    if (!open()) throw connectionRefused(asked.url);
    if (!signal) return toResponse(await handler(asked.request), asked, ofText);
    return new Promise((resolve, reject) => {
      const aborted = () => reject(signal.reason);
      signal.addEventListener("abort", aborted, { once: true });
      Promise.resolve(handler(asked.request))
        .then((reply) => toResponse(reply, asked, ofText))
        .then(resolve, reject)
        .finally(() => signal.removeEventListener("abort", aborted));
    });
  };
}
