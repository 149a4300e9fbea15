/**
 * Puts a mock server behind requests that Mock Service Worker intercepts, beside an app's other handlers.
 *
 * @module @intent-tx/mock-server/msw
 */
import { type HttpHandler, HttpResponse, http } from "msw";
import type { MockServer } from "../server/server.js";

/** Which requests are handled. */
export interface MswOptions {
  /** The address that the code under test calls, with its version prefix. Default: the server's `baseUrl`. */
  readonly baseUrl?: string;
}

function bodyOf(request: Request): Promise<ArrayBuffer> | undefined {
  return request.method === "GET" || request.method === "HEAD" ? undefined : request.arrayBuffer();
}

/**
 * Handlers for `setupServer` or `setupWorker` that answer every request to an address from a mock server. A connection that a fault
 * breaks is a network error, as `HttpResponse.error()` is.
 *
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
export function mswHandlers(server: MockServer, options: MswOptions = {}): HttpHandler[] {
  const { origin, pathname } = new URL(options.baseUrl ?? server.baseUrl);
  const base = origin + pathname.replace(/\/+$/, "");
  const literal = base.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return [
    http.all(new RegExp(`^${literal}(?:/|$)`), async ({ request }) => {
      const { method, headers, signal } = request;
      const body = await bodyOf(request);
      try {
        return await server.fetch(server.baseUrl + request.url.slice(base.length), {
          method,
          headers,
          signal,
          ...(body !== undefined && body.byteLength > 0 && { body }),
        });
      } catch {
        return HttpResponse.error();
      }
    }),
  ];
}
