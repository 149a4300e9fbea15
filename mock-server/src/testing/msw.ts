/**
 * Answers requests that Mock Service Worker intercepts from a mock server, together with an app's other handlers.
 *
 * @module @intent-tx/mock-server/msw
 */
import { type HttpHandler, HttpResponse, http } from "msw";
import type { MockServer } from "../server/server.js";

/** Addresses to handle. */
export interface MswOptions {
  /** The address that the code under test calls, with its version prefix. Default: the server's `baseUrl`. */
  readonly baseUrl?: string;
  /**
   * The address of the cluster's JSON-RPC that the code under test calls; the server's `rpc.live` answers instead.
   * web3.js keeps the `fetch` that exists when it is loaded: give its `Connection` `{ fetch: (...request) =>
   * fetch(...request) }`.
   */
  readonly rpcUrl?: string;
}

/** The server that answers: a mock server, or, in a browser, the ready line of a remote one with a `fetch`. */
export type MswTarget = Pick<MockServer, "baseUrl" | "rpc"> & {
  /** Sends a request to it. */
  fetch(input: string, init?: RequestInit): Promise<Response>;
};

function bodyOf(request: Request): Promise<ArrayBuffer> | undefined {
  return request.method === "GET" || request.method === "HEAD" ? undefined : request.arrayBuffer();
}

/**
 * Handlers for `setupServer` or `setupWorker` that answer every request to an address from a mock server. A connection
 * broken by a fault is a network error, like `HttpResponse.error()`.
 *
 * @param server The server that answers.
 * @param options Addresses to answer for: of the API, and of Solana JSON-RPC.
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

/** Answers requests to `from`, or below it, from the server's `to`. */
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
