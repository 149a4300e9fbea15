import type { HttpHandler, HttpReply, HttpRequest } from "./message.js";

/**
 * A function with the signature of `fetch`.
 *
 * @param input Address or request.
 * @param init Options of the request.
 */
export type MockFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** Kept as long as its response, because a garbage-collected `Request` no longer follows its signal. */
type HasSignal = { readonly signal?: AbortSignal | null };

/** undici's error for a failed connection. */
function failed(message: string, facts: object): TypeError {
  return Object.assign(new TypeError("fetch failed"), { cause: Object.assign(new Error(message), facts) });
}

/** The host of a server without a socket. */
export const UNBOUND_HOST = "mock.invalid";
const CLOSED = "this mock server was closed; create another one with createMockServer";

function refused({ hostname, port: portText, protocol }: URL, message?: string): TypeError {
  const address = hostname.replace(/^\[|\]$/g, "");
  const port = Number(portText || (protocol === "https:" ? 443 : 80));
  const facts = { code: "ECONNREFUSED", syscall: "connect", address, port };
  return failed(message ?? `connect ECONNREFUSED ${address}:${port}`, facts);
}

// Node ends the text body of a Request or a Response with queueMicrotask. Fake timers that delay it make the body
// repeat endlessly, so text is encoded and decoded here.
const encoder = new TextEncoder();

/** A complete body. After an abort, it can no longer be read, as with the real `fetch`. */
function byteStream(bytes: Uint8Array, source: HasSignal): ReadableStream<Uint8Array> {
  const write = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    if (source.signal?.aborted) return controller.error(source.signal.reason);
    if (bytes.length > 0) controller.enqueue(bytes);
    controller.close();
  };
  return source.signal
    ? new ReadableStream({ pull: write }, { highWaterMark: 0 })
    : new ReadableStream({ start: write });
}

/** A call of `fetch`, as `Request` reads it. */
interface Call {
  readonly method: string;
  readonly url: URL;
  /** By name in lower case: `Headers` checks the name at each look-up, and the log looks up a dozen. */
  readonly headers: ReadonlyMap<string, string>;
  readonly bytes: () => Uint8Array | Promise<Uint8Array>;
}

/** Methods that `Request` takes as they are. The first two have no body. */
const METHODS: readonly string[] = ["GET", "HEAD", "POST", "DELETE", "PUT", "PATCH", "OPTIONS"];
const NAME = /^[\w!#$%&'*+.^`|~-]+$/;
/** Without spaces at the ends, which `Request` would remove. */
const VALUE = /^(?! )[ -~\x80-\xff]*(?<! )$/;

/**
 * Reads a call with an address, a record of headers and a text, because a `Request` takes as long as the rest of the
 * server. Undefined for any other call, and for one that `Request` would change or refuse.
 */
function plainCall(
  input: string | URL,
  { method = "GET", headers = {}, body = null, ...rest }: RequestInit,
): Call | undefined {
  const at = METHODS.indexOf(method);
  if (at < 0 || (body !== null && (typeof body !== "string" || at < 2))) return undefined;
  if (Object.keys(rest).length > 0 || headers?.constructor !== Object || !URL.canParse(String(input)))
    return undefined;
  const url = new URL(input);
  if (url.username !== "" || url.password !== "") return undefined;
  const byName = new Map<string, string>();
  for (const [given, text] of Object.entries(headers)) {
    const name = given.toLowerCase();
    // JavaScript callers also pass numbers, which `Request` converts.
    const value = String(text);
    if (!NAME.test(name) || !VALUE.test(value) || byName.has(name)) return undefined;
    byName.set(name, value);
  }
  if (body !== null && !byName.has("content-type")) byName.set("content-type", "text/plain;charset=UTF-8");
  return { method, url, headers: byName, bytes: () => encoder.encode(body ?? "") };
}

function callOf(input: string | URL | Request, init: RequestInit): Call {
  const isRequest = input instanceof Request;
  const plain = isRequest ? undefined : plainCall(input, init);
  if (plain) return plain;
  const isUnchanged = isRequest && !input.bodyUsed && Object.keys(init).length === 0;
  const request = isUnchanged ? input : new Request(input, init);
  const { body: text } = init;
  let read: Promise<ArrayBuffer> | undefined;
  const bytes = async () => {
    if (typeof text === "string") return encoder.encode(text);
    read ??= request.arrayBuffer();
    return new Uint8Array(await read);
  };
  return { method: request.method, url: new URL(request.url), headers: new Map(request.headers), bytes };
}

function requestOf({ method, url, headers, bytes }: Call, signal: AbortSignal | undefined): HttpRequest {
  return {
    method,
    path: url.pathname,
    query: url.search.slice(1),
    header: (name) => headers.get(name),
    body: async (limit) => {
      const body = await bytes();
      return body.length > limit ? undefined : body;
    },
    remoteAddress: "in-process",
    signal: () => signal,
  };
}

/** Streams a body in chunks until the request is aborted or the reader cancels. An abort discards unread chunks. */
function streamOf(stream: NonNullable<HttpReply["stream"]>, source: HasSignal): ReadableStream<Uint8Array> {
  const ended = new AbortController();
  const iterator = stream(ended.signal)[Symbol.asyncIterator]();
  let aborted = () => {};
  const end = () => {
    source.signal?.removeEventListener("abort", aborted);
    ended.abort();
    void iterator.return?.();
  };
  return new ReadableStream({
    start(controller) {
      aborted = () => {
        end();
        controller.error(source.signal?.reason);
      };
      source.signal?.addEventListener("abort", aborted);
      if (source.signal?.aborted) aborted();
    },
    async pull(controller) {
      const { done, value } = await iterator.next().catch((error: unknown) => {
        end();
        throw error;
      });
      if (ended.signal.aborted) return;
      if (!done) return controller.enqueue(typeof value === "string" ? encoder.encode(value) : value);
      end();
      controller.close();
    },
    cancel: end,
  });
}

function responseOf(reply: HttpReply, method: string, url: URL, source: HasSignal): Response {
  const { status, headers, body, stream, drop } = reply;
  if (drop === "connect") throw refused(url);
  if (drop) throw failed("read ECONNRESET", { code: "ECONNRESET", syscall: "read" });
  if (method === "HEAD") return new Response(null, { status, headers });
  const bytes = typeof body === "string" ? encoder.encode(body) : body;
  const content = stream ? streamOf(stream, source) : bytes && byteStream(bytes, source);
  return new Response(content, { status, headers });
}

/** A `fetch` that calls a handler without a socket. Like a socket, it refuses connections once `open` returns false. */
export function fetchOver(handler: HttpHandler, open: () => boolean): MockFetch {
  return async (input, init = {}) => {
    // Some test environments have their own AbortSignal, which Request would reject.
    const { signal: own, ...rest } = init;
    const call = callOf(input, rest);
    const { method, url } = call;
    const source: HasSignal = own === undefined && input instanceof Request ? input : init;
    const signal = source.signal ?? undefined;
    if (signal?.aborted) throw signal.reason;
    if (!open()) throw refused(url, url.hostname === UNBOUND_HOST ? CLOSED : undefined);
    const answer = async () => {
      const reply = await handler(requestOf(call, signal));
      return responseOf(reply, method, url, source);
    };
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
