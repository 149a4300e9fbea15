import { type Server, STATUS_CODES } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { HttpHandler, HttpReply, HttpRequest } from "./message.js";
import { HttpRefusal } from "./refusal.js";

/** Answers to requests that node:http refuses although they are HTTP, by error code. */
const REASONS: Readonly<Record<string, readonly [status: number, reason: string]>> = {
  HPE_HEADER_OVERFLOW: [431, "has headers of more than 16 KiB"],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "took too long to arrive"],
};

/** Stands for a request of which nothing is known but where it came from. */
function unreadable(socket: Duplex, code: string | undefined): HttpRequest {
  const [status, reason] = REASONS[code ?? ""] ?? [400, "is not valid HTTP/1.1"];
  return {
    method: "",
    path: "",
    query: "",
    header: () => undefined,
    body: () => Promise.resolve(undefined),
    remoteAddress: (socket instanceof Socket ? socket.remoteAddress : undefined) ?? "unknown",
    refusal: new HttpRefusal(status, reason),
  };
}

/** An answer as bytes: there is no response to write it with. */
function written({ status, headers, body }: HttpReply): string {
  const text = typeof body === "string" ? body : "";
  const lines = Object.entries({
    ...headers,
    Connection: "close",
    "Content-Length": String(Buffer.byteLength(text)),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines.join("")}\r\n${text}`;
}

/** Gives what a server cannot read the contract's answer, with its headers, and ends the connection. */
export function refuseUnreadable(server: Server, handler: HttpHandler): void {
  const refused = new WeakSet<Duplex>();
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    // Anything after the unreadable part cannot be read either.
    if (refused.has(socket)) return;
    refused.add(socket);
    if (error.code === "ECONNRESET" || !socket.writable) {
      socket.destroy();
      return;
    }
    new Promise<HttpReply>((resolve) => resolve(handler(unreadable(socket, error.code)))).then(
      (reply) => {
        if (socket.writable) socket.end(written(reply));
        else socket.destroy();
      },
      () => socket.destroy(),
    );
  });
}
