import type { HttpHandler, HttpReply, HttpRequest } from "./message.js";
import { isChunked, sentBody } from "./wire.js";

/**
 * A function with the signature of `fetch`.
 *
 * @param input Address or request.
 * @param init Options of the request.
 */
export type FetchLike = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** Kept as long as its response, because a garbage-collected `Request` no longer follows its signal. */
type Signalled = { readonly signal?: AbortSignal | null };

/** undici's error for a failed connection. */
function failed(message: string, facts: object): TypeError {
  return Object.assign(new TypeError("fetch failed"), { cause: Object.assign(new Error(message), facts) });
}

function refused(url: string): TypeError {
  const { hostname, port: given, protocol } = new URL(url);
  const address = hostname.replace(/^\[|\]$/g, "");
  const port = Number(given || (protocol === "https:" ? 443 : 80));
  const facts = { code: "ECONNREFUSED", syscall: "connect", address, port };
  return failed(`connect ECONNREFUSED ${address}:${port}`, facts);
}

// Node ends the text body of a Request or a Response with queueMicrotask. Fake timers that delay it make the body
// repeat endlessly, so texts are encoded and decoded here.
const encoder = new TextEncoder();

const whole = (bytes: Uint8Array) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      if (bytes.length > 0) controller.enqueue(bytes);
      controller.close();
    },
  });

function requestOf(request: Request, text: unknown, signal: AbortSignal | undefined): HttpRequest {
  const { pathname, search } = new URL(request.url);
  return {
    method: request.method,
    path: pathname,
    query: search.slice(1),
    header: (name) => request.headers.get(name) ?? undefined,
    body: async (limit) => {
      const bytes =
        typeof text === "string" ? encoder.encode(text) : new Uint8Array(await request.arrayBuffer());
      return bytes.length > limit ? undefined : bytes;
    },
    remoteAddress: "in-process",
    signal,
  };
}

/** Streams a body in chunks until the request is aborted. */
function streamOf(parts: AsyncIterable<string | Uint8Array>, asked: Signalled): ReadableStream<Uint8Array> {
  const iterator = parts[Symbol.asyncIterator]();
  let stop = () => {};
  return new ReadableStream({
    start(controller) {
      const { signal } = asked;
      const aborted = () => {
        controller.error(signal?.reason);
        void iterator.return?.();
      };
      stop = () => signal?.removeEventListener("abort", aborted);
      signal?.addEventListener("abort", aborted, { once: true });
      if (signal?.aborted) aborted();
    },
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (asked.signal?.aborted) return;
      if (!done) return controller.enqueue(typeof value === "string" ? encoder.encode(value) : value);
      stop();
      controller.close();
    },
    async cancel() {
      stop();
      await iterator.return?.();
    },
  });
}

function responseOf(reply: HttpReply, { method, url }: Request, asked: Signalled): Response {
  const { fault, status, headers } = reply;
  if (fault?.drop === "connect") throw refused(url);
  if (fault?.drop === "before") throw failed("read ECONNRESET", { code: "ECONNRESET", syscall: "read" });
  const body = method === "HEAD" ? undefined : sentBody(reply, asked.signal ?? undefined);
  const bytes = typeof body === "string" ? encoder.encode(body) : body;
  if (bytes === undefined) return new Response(null, { status, headers });
  return new Response(isChunked(bytes) ? streamOf(bytes, asked) : whole(bytes), { status, headers });
}

/** A `fetch` that calls a handler without a socket. Like a socket, it refuses connections once `open` returns false. */
export function fetchOver(handler: HttpHandler, open: () => boolean): FetchLike {
  return async (input, init = {}) => {
    // Some test environments have their own AbortSignal, which Request would reject.
    const { signal: own, ...rest } = init;
    const request = new Request(input, rest);
    const asked: Signalled = own ? init : input instanceof Request ? input : {};
    const signal = asked.signal ?? undefined;
    if (signal?.aborted) throw signal.reason;
    if (!open()) throw refused(request.url);
    const answer = async () =>
      responseOf(await handler(requestOf(request, rest.body, signal)), request, asked);
    if (!signal) return answer();
    return new Promise((resolve, reject) => {
      const aborted = () => reject(signal.reason);
      signal.addEventListener("abort", aborted, { once: true });
      answer()
        .then(resolve, reject)
        .finally(() => signal.removeEventListener("abort", aborted));
    });
  };
}
