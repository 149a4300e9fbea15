/**
 * Lets a mock server respond to requests that Mock Service Worker intercepts, together with an app's other handlers.
 *
 * @module @intent-tx/mock-server/msw
 */
import { type HttpHandler, HttpResponse, http } from "msw";
import type { MockServer } from "../server/server.js";

/** URLs to intercept. */
export interface MswOptions {
  /** The base URL that the code under test calls, including its version. Default: the server's `baseUrl`. */
  readonly baseUrl?: string;
  /**
   * The cluster's JSON-RPC URL that the code under test calls. The server's `rpc.live` responds instead. web3.js keeps
   * the `fetch` that exists when it is loaded: pass `{ fetch: (...request) => fetch(...request) }` to its `Connection`.
   */
  readonly rpcUrl?: string;
}

/**
 * The server that responds: a mock server or, in a browser, an object with a remote server's addresses and a `fetch`.
 */
export type MswTarget = Pick<MockServer, "baseUrl" | "rpc"> & {
  /** Sends a request to the server. */
  fetch(input: string, init?: RequestInit): Promise<Response>;
};

function bodyOf(request: Request): Promise<ArrayBuffer> | undefined {
  return request.method === "GET" || request.method === "HEAD" ? undefined : request.arrayBuffer();
}

/**
 * Handlers for `setupServer` or `setupWorker` that forward every request for a base URL to a mock server. A connection
 * broken by a fault is a network error, like `HttpResponse.error()`.
 *
 * @param server The server that responds.
 * @param options The intercepted URLs of the API and of Solana JSON-RPC.
 * @returns The handlers.
 * @example
 * ```ts
 * import { createMockServer } from "@intent-tx/mock-server";
 * import { mswHandlers } from "@intent-tx/mock-server/msw";
 * import { setupServer } from "msw/node";
 *
 * const server = await createMockServer({ seed: 1 });
 * const worker = setupServer(...mswHandlers(server, { baseUrl: "https://api.example.com/v1" }));
 * worker.listen();
 * const answer = await fetch("https://api.example.com/v1/prices/SOL", {
 *   headers: { Authorization: `Bearer ${server.keys.enterprise}` },
 * });
 * console.log(answer.status);
 * worker.close();
 * ```
 */
export function mswHandlers(server: MswTarget, options: MswOptions = {}): HttpHandler[] {
  const handlers = [handler(server, options.baseUrl ?? server.baseUrl, server.baseUrl)];
  if (options.rpcUrl !== undefined) handlers.push(handler(server, options.rpcUrl, server.rpc.live));
  return handlers;
}

/** Forwards requests for `from` and the paths below it to `to`. */
function handler(server: MswTarget, from: string, to: string): HttpHandler {
  const { origin, pathname } = new URL(from);
  const base = origin + pathname.replace(/\/+$/, "");
  const literal = base.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return http.all(new RegExp(`^${literal}(?:/|\\?|$)`), async ({ request }) => {
    const { method, headers, signal } = request;
    const body = await bodyOf(request);
    try {
      return await server.fetch(to + request.url.slice(base.length).replace(/^\/$/, ""), {
        method,
        headers,
        signal,
        ...(body !== undefined && body.byteLength > 0 && { body }),
      });
    } catch {
      return HttpResponse.error();
    }
  });
}
