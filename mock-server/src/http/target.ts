import type { IncomingMessage } from "node:http";

/**
 * Makes a request's address path and query alone, before anybody asks whose it is. A client that takes the server for a proxy
 * sends the whole address, which every server must take.
 */
export function takeTarget(incoming: IncomingMessage): void {
  const { url = "/" } = incoming;
  if (url.startsWith("/")) return;
  const rest = url.replace(/^https?:\/\/[^/?]*/i, "");
  incoming.url = rest === url || rest.startsWith("/") ? rest : `/${rest}`;
}
