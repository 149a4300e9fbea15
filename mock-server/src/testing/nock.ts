/**
 * Lets a mock server respond to requests that nock intercepts, for code that does not accept its own `fetch`.
 *
 * @module @intent-tx/mock-server/nock
 */
import imported from "nock";
import type { MockServer } from "../server/server.js";

/** URLs to intercept. */
export interface InterceptOptions {
  /** The base URL that the code under test calls, including its version. Default: the server's `baseUrl`. */
  readonly baseUrl?: string;
  /** The cluster's JSON-RPC URL that the code under test calls. The server's `rpc.live` responds instead. */
  readonly rpcUrl?: string;
}

/** With `require`, nock 15 is its namespace. */
const nock = (imported as typeof imported & { readonly default?: typeof imported }).default ?? imported;

/** A reply function's context in nock 14. */
interface Intercepted {
  readonly req: { readonly headers: Readonly<Record<string, string | string[]>> };
}

/** A reply function's arguments: a request in nock 15, its path and body in nock 14. */
type Asked = readonly [request: Request] | readonly [path: string, body: unknown];

function headersOf({ req }: Intercepted): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers)) {
    for (const one of Array.isArray(value) ? value : [value]) headers.append(name, one);
  }
  return headers;
}

/** The intercepted request, in either version of nock. */
async function requestOf(
  context: unknown,
  [asked, body]: Asked,
  origin: string,
): Promise<{ url: URL; headers: Headers; body: string }> {
  if (typeof asked !== "string")
    return { url: new URL(asked.url), headers: asked.headers, body: await asked.text() };
  const headers = headersOf(context as Intercepted);
  return {
    url: new URL(asked, origin),
    headers,
    body: typeof body === "string" ? body : JSON.stringify(body),
  };
}

/**
 * Forwards every request for a base URL to a mock server until the returned function is called, which also ends
 * requests in progress. Afterwards nock refuses requests to the URL, as for any host it has seen, until
 * `nock.cleanAll()`.
 *
 * @param server The server that responds.
 * @param options The URLs of the API and of Solana JSON-RPC to intercept.
 * @returns A function that stops the interception.
 * @example
 * ```ts
 * import { createMockServer } from "@intent-tx/mock-server";
 * import { interceptWithNock } from "@intent-tx/mock-server/nock";
 *
 * const server = await createMockServer({ seed: 1 });
 * const stop = interceptWithNock(server, { baseUrl: "https://api.example.com/v1" });
 * const answer = await fetch("https://api.example.com/v1/prices/SOL", {
 *   headers: { Authorization: `Bearer ${server.keys.enterprise}` },
 * });
 * console.log(answer.status);
 * stop();
 * ```
 */
export function interceptWithNock(server: MockServer, options: InterceptOptions = {}): () => void {
  const stops = [intercept(server, options.baseUrl ?? server.baseUrl, server.baseUrl)];
  if (options.rpcUrl !== undefined) stops.push(intercept(server, options.rpcUrl, server.rpc.live));
  return () => {
    for (const stop of stops) stop();
  };
}

/** Forwards requests for `from` and the paths below it to `to`. */
function intercept(server: MockServer, from: string, to: string): () => void {
  const { origin, pathname } = new URL(from);
  const prefix = pathname.replace(/\/+$/, "");
  const own = new URL(to);
  const below = (path: string) =>
    path === prefix || path.startsWith(`${prefix}/`) || path.startsWith(`${prefix}?`);
  // Requests in progress, which stopping must abort: nock does not report that their clients have disconnected.
  const underWay = new Set<AbortController>();
  const scope = nock(origin).persist();
  const interceptors = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"].map((method) => {
    // Optional: otherwise a method that the app never uses stays pending, and `nock.isDone()` is false.
    const interceptor = scope.intercept(below, method).optionally();
    // nock 14 awaits a function with three parameters as a callback, and nock 15 one with two: this one declares none.
    interceptor.reply(async function answer(this: unknown, ...asked: unknown[]) {
      const { url, headers, body } = await requestOf(this, asked as unknown as Asked, origin);
      const bodiless = method === "GET" || method === "HEAD" || body === "";
      const address = `${own.origin}${own.pathname}${url.pathname.slice(prefix.length).replace(/^\/$/, "")}${url.search}`;
      const ending = new AbortController();
      underWay.add(ending);
      try {
        const response = await server.fetch(address, {
          method,
          headers,
          signal: ending.signal,
          ...(!bodiless && { body }),
        });
        return [response.status, await response.text(), Object.fromEntries(response.headers)];
      } finally {
        underWay.delete(ending);
      }
    });
    return interceptor;
  });
  return () => {
    for (const interceptor of interceptors) nock.removeInterceptor(interceptor);
    for (const ending of underWay) ending.abort();
  };
}
