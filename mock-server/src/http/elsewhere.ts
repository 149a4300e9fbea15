import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

/** Takes requests that another process of the server answers. Each answers whether it did. */
export interface Elsewhere {
  answer(incoming: IncomingMessage, outgoing: ServerResponse): boolean;
  upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): boolean;
}
