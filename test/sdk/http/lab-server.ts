import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type ClientOptions, IntentTx } from "intent-tx";
import { afterEach } from "vitest";
import { KEY } from "../harness.js";

type Handler = (request: IncomingMessage, response: ServerResponse, count: number) => void;

let close: (() => void) | undefined;

/** Closes the current test's server. Also called after each test. */
export const closeLab = () => close?.();
afterEach(closeLab);

/** A client of a real loopback server; `count()` is the number of received requests. */
export async function lab(handler: Handler, options: ClientOptions = {}) {
  let count = 0;
  const server = createServer((request, response) => {
    count++;
    request.resume();
    handler(request, response, count);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  close = () => {
    server.closeAllConnections();
    server.close();
  };
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return { client: new IntentTx({ apiKey: KEY, baseUrl, ...options }), count: () => count };
}

export const json = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
) => {
  response.writeHead(status, { "Content-Type": "application/json", ...headers });
  response.end(JSON.stringify(body));
};
