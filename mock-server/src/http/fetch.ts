import type { HttpHandler, HttpReply, HttpRequest } from "./message.js";
import { paced } from "./pacing.js";

/** A function with the shape of `fetch`. */
export type FetchLike = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** Statuses whose answers have no body. */
const BODILESS = new Set([101, 204, 205, 304]);

/** The error that undici throws when a connection fails, so that clients see the shape they will meet in production. */
function connectionError(code: string, message: string): TypeError {
  return Object.assign(new TypeError("fetch failed"), { cause: Object.assign(new Error(message), { code }) });
}

async function readBody(request: Request, limit: number): Promise<Uint8Array | undefined> {
  const bytes = new Uint8Array(await request.arrayBuffer());
  return bytes.length > limit ? undefined : bytes;
}

function fromRequest(request: Request): HttpRequest {
  const url = new URL(request.url);
  return {
    method: request.method,
    path: url.pathname,
    query: url.search.slice(1),
    header: (name) => request.headers.get(name) ?? undefined,
    body: (limit) => readBody(request, limit),
    remoteAddress: "in-process",
    signal: request.signal,
  };
}

/** A body that breaks off after so many bytes, as a closed socket does. */
function broken(bytes: Uint8Array): ReadableStream<Uint8Array> {
  const cause = Object.assign(new Error("other side closed"), { code: "UND_ERR_SOCKET" });
  return new ReadableStream({
    start(controller) {
      if (bytes.length > 0) controller.enqueue(bytes);
    },
    pull(controller) {
      controller.error(Object.assign(new TypeError("terminated"), { cause }));
    },
  });
}

function streamOf(chunks: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const iterator = chunks[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}

function toResponse(reply: HttpReply, method: string): Response {
  const { fault, status } = reply;
  if (fault?.drop === "before") throw connectionError("ECONNRESET", "read ECONNRESET");
  const headers = { ...reply.headers };
  if (method === "HEAD" || BODILESS.has(status) || reply.body === undefined) {
    return new Response(null, { status, headers });
  }
  if (typeof reply.body !== "string" && !(reply.body instanceof Uint8Array)) {
    return new Response(streamOf(reply.body), { status, headers });
  }
  if (!fault && typeof reply.body === "string") return new Response(reply.body, { status, headers });
  const bytes = typeof reply.body === "string" ? new TextEncoder().encode(reply.body) : reply.body;
  if (fault?.drop) {
    const sent = fault.drop === "body" ? bytes.slice(0, bytes.length >> 1) : new Uint8Array(0);
    return new Response(broken(sent), { status, headers });
  }
  if (fault?.bytesPerSecond)
    return new Response(streamOf(paced(bytes, fault.bytesPerSecond)), { status, headers });
  return new Response(Uint8Array.from(bytes), { status, headers });
}

/**
 * A `fetch` that reaches a handler without a socket. It honours the request's signal, which a bare handler would not.
 */
export function fetchOver(handler: HttpHandler): FetchLike {
  return (input, init) => {
    const request = input instanceof Request && !init ? input : new Request(input, init);
    const { signal } = request;
    if (signal.aborted) return Promise.reject(signal.reason);
    return new Promise((resolve, reject) => {
      const aborted = () => reject(signal.reason);
      signal.addEventListener("abort", aborted, { once: true });
      handler(fromRequest(request))
        .then((reply) => toResponse(reply, request.method))
        .then(resolve, reject)
        .finally(() => signal.removeEventListener("abort", aborted));
    });
  };
}
