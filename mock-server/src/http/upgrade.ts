import { type IncomingMessage, type Server, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { takeTarget } from "./target.js";

/** Takes over a connection that asks to become a WebSocket. */
export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** Answers a connection that asks to become a WebSocket, and becomes none. */
export function refuseUpgrade(socket: Duplex, status: number): void {
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
}

/** The head of a request as it came, but for what asks to change the protocol. */
function plainHead({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = "", value = ""] = rawHeaders.slice(at, at + 2);
    const lower = name.toLowerCase();
    if (lower === "upgrade") continue;
    const kept =
      lower === "connection"
        ? value
            .split(",")
            .map((word) => word.trim())
            .filter((word) => !/^(upgrade|http2-settings)$/i.test(word))
            .join(", ")
        : value;
    if (kept !== "" || lower !== "connection") lines.push(`${name}: ${kept}`);
  }
  // Header values are bytes; latin1 keeps each as it was.
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
}

/**
 * Hands WebSockets over. A client may offer another protocol beside (`curl --http2`, Java's client): a server is free not to
 * take it (RFC 9110, 7.8), but node:http asks only whether anybody hears of upgrades. So such a request is read again
 * without the offer.
 */
export function takeWebSockets(server: Server, take: UpgradeHandler): void {
  const heard = new WeakSet<Duplex>();
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // node:http listens no longer, and whoever takes over may begin later: a reset in between would end the process.
    if (!heard.has(socket)) socket.on("error", () => socket.destroy());
    heard.add(socket);
    if (request.headers.upgrade?.toLowerCase() === "websocket") {
      takeTarget(request);
      take(request, socket, head);
      return;
    }
    // The one listener of node:http that stays would be there twice.
    socket.removeAllListeners("timeout");
    socket.unshift(Buffer.concat([plainHead(request), head]));
    server.emit("connection", socket);
  });
}
