import type { HttpRequest } from "./message.js";

/** A request as `fetch` was given it. */
export interface AskedRequest {
  readonly request: HttpRequest;
  readonly url: string;
  /** Held on to while an answer is streamed: a `Request` that nobody holds no longer hears of its signal. */
  readonly holder?: Request;
}

const METHODS: ReadonlySet<unknown> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const NO_BODY: ReadonlySet<string> = new Set(["GET", "HEAD"]);
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
/** Also without white space at its ends, which a `Request` takes away. */
const VALUE = /^(?:[\x21-\x7e\x80-\xff](?:[\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?)?$/;
const REDIRECTS: ReadonlySet<unknown> = new Set(["manual", "follow", "error"]);
const encoder = new TextEncoder();

function headersOf(given: RequestInit["headers"]): Map<string, string> | undefined {
  const headers = new Map<string, string>();
  if (given === undefined) return headers;
  if (typeof given !== "object" || Symbol.iterator in given) return undefined;
  for (const [name, value] of Object.entries(given)) {
    const lower = name.toLowerCase();
    if (typeof value !== "string" || !TOKEN.test(name) || !VALUE.test(value) || headers.has(lower))
      return undefined;
    headers.set(lower, value);
  }
  return headers;
}

function urlOf(input: string | URL | Request): URL | undefined {
  if (typeof input !== "string" && !(input instanceof URL)) return undefined;
  try {
    const url = new URL(input);
    return url.username === "" && url.password === "" ? url : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the members are ones that are read here, or have no meaning for a server that is asked without a socket. */
function isUsual(init: RequestInit): boolean {
  for (const name in init) {
    const value = init[name as keyof RequestInit];
    if (value === undefined) continue;
    if (name === "method" ? !METHODS.has(value) : name === "redirect" && !REDIRECTS.has(value)) return false;
    if (!["method", "headers", "body", "signal", "redirect"].includes(name)) return false;
  }
  return true;
}

/**
 * Reads a request without making a `Request`, which costs as much as the answer. Undefined for whatever is not usual (a stream as
 * body, a header that occurs twice, an address that is none): there the platform decides how it is read, and throws.
 */
export function plainRequest(
  input: string | URL | Request,
  init: RequestInit = {},
): AskedRequest | undefined {
  const url = urlOf(input);
  if (!url || !isUsual(init)) return undefined;
  const { method = "GET", body, signal } = init;
  const headers = headersOf(init.headers);
  if (!headers || (signal && !(signal instanceof AbortSignal))) return undefined;
  if (body != null && (typeof body !== "string" || NO_BODY.has(method))) return undefined;
  if (body != null && !headers.has("content-type")) headers.set("content-type", "text/plain;charset=UTF-8");
  const request: HttpRequest = {
    method,
    path: url.pathname,
    query: url.search.slice(1),
    header: (name) => headers.get(name),
    body: async (limit) => {
      const bytes = encoder.encode((body as string | null | undefined) ?? "");
      return bytes.length > limit ? undefined : bytes;
    },
    remoteAddress: "in-process",
    signal: signal ?? undefined,
  };
  return { request, url: url.href };
}
