import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { ServiceError } from "../kernel/errors.js";
import { wallClear, wallInterval, wallTimeout } from "../kernel/timers.js";
import { type HttpHandler, HttpRefusal, type HttpReply } from "./message.js";
import { type ListenOptions, openPair } from "./ports.js";
import { requestOf, sendReply, takeTarget } from "./socket.js";

/** Longer than clients keep idle connections: otherwise the server could close one while a request arrives. */
const KEEP_ALIVE_MS = 75_000;
/** Interval of the check for connections that have finished. */
const SWEEP_MS = 20;
/** How long requests in progress may take after the server begins to close. */
const DRAIN_MS = 4_000;

/** Requests that node:http rejects although they are HTTP, by error code. */
const UNREADABLE: Readonly<Record<string, readonly [status: number, reason: string]>> = {
  HPE_HEADER_OVERFLOW: [431, "has headers larger than 16 KiB"],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "took too long to arrive"],
};

/** Handles a connection that requests a WebSocket. */
export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** Waits for work in progress, up to the limit for a closing server. */
export async function drained(work: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof wallTimeout> | undefined;
  const cut = new Promise((resolve) => {
    timer = wallTimeout(resolve, DRAIN_MS);
  });
  await Promise.race([work, cut]);
  wallClear(timer);
}

/** Sends a response and closes the connection, where node:http has no response object. */
function endWith(socket: Duplex, { status, headers, body }: HttpReply): void {
  const text = typeof body === "string" ? body : "";
  const length = String(Buffer.byteLength(text));
  const lines = Object.entries({ ...headers, Connection: "close", "Content-Length": length });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${head}\r\n${text}`);
}

export function refuseUpgrade(socket: Duplex, status: number): void {
  endWith(socket, { status, headers: {} });
}

/** Rebuilds a request's head without its `Upgrade` header. */
function headWithoutUpgrade({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = "", value = ""] = rawHeaders.slice(at, at + 2);
    const words = value.split(",").map((word) => word.trim());
    const remaining = words.filter((word) => !/^(upgrade|http2-settings)$/i.test(word)).join(", ");
    if (/^upgrade$/i.test(name) || (/^connection$/i.test(name) && remaining === "")) continue;
    lines.push(`${name}: ${/^connection$/i.test(name) ? remaining : value}`);
  }
  // Header values are bytes, which latin1 preserves.
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
}

/** The sockets of a server: its port and the next one, where web3.js expects WebSockets. */
export class Listener {
  #servers: Server[] = [];
  #opening: Promise<{ port: number; neighbour: boolean }> | undefined;
  #closed = false;
  /** Connections upgraded to WebSockets, which node:http no longer counts. */
  readonly #upgraded = new Set<Duplex>();
  readonly #accepted = new Set<Socket>();
  readonly #refused = new WeakSet<Duplex>();
  readonly #handler: HttpHandler;
  readonly #upgrade: UpgradeHandler;
  readonly #load: Load;

  /** @param load the shared load of several listeners. Default: a separate one */
  constructor(handler: HttpHandler, upgrade: UpgradeHandler, load = new Load()) {
    this.#handler = handler;
    this.#upgrade = upgrade;
    this.#load = load;
  }

  get webSockets(): number {
    return this.#upgraded.size;
  }

  /**
   * Opens the port.
   *
   * @returns the port, and whether the next one is open too
   * @throws {ListenError} when the port is taken or not allowed
   */
  listen(options: ListenOptions): Promise<{ port: number; neighbour: boolean }> {
    if (this.#opening)
      return Promise.reject(
        new Error("this server is already listening; create another server for a different port"),
      );
    this.#opening = openPair(() => this.#make(), options).then(({ first, next, port }) => {
      this.#servers = next ? [first, next] : [first];
      return { port, neighbour: next !== undefined };
    });
    // After a taken port, another one may be tried.
    this.#opening.catch(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  /** Stops accepting requests, waits for those in progress, and closes every connection. */
  async close(): Promise<void> {
    this.#closed = true;
    // A port that is still being opened is closed as soon as it is open.
    await this.#opening?.catch(() => undefined);
    await Promise.all(this.#servers.splice(0).map((server) => this.#end(server)));
  }

  #end(server: Server): Promise<void> {
    return new Promise((resolve) => {
      const cut = wallTimeout(() => {
        server.closeAllConnections();
        for (const socket of this.#upgraded) socket.destroy();
      }, DRAIN_MS);
      // A kept-alive connection is idle only after its response was sent. node:http does not treat a connection without
      // any request as idle, because its first request may follow: browsers and undici open such spare connections.
      const sweep = wallInterval(() => {
        server.closeIdleConnections();
        for (const socket of this.#accepted) if (socket.bytesRead === 0) socket.destroy();
      }, SWEEP_MS);
      server.close(() => {
        wallClear(cut);
        wallClear(sweep);
        resolve();
      });
    });
  }

  #make(): Server {
    // The handler rejects a missing Host, because node:http's response would be empty.
    const server = createServer({ requireHostHeader: false, keepAliveTimeout: KEEP_ALIVE_MS });
    // Above a limit node:http would silently drop headers; the handler counts them instead.
    server.maxHeadersCount = 0;
    server.on("request", (incoming, outgoing) => void this.#answer(incoming, outgoing));
    // A client that waits for 100 Continue is rejected before it sends the body. Reading the body sends 100 Continue.
    server.on("checkContinue", (incoming: IncomingMessage, outgoing: ServerResponse) => {
      void this.#answer(incoming, outgoing);
    });
    server.on("checkExpectation", (incoming: IncomingMessage, outgoing: ServerResponse) => {
      const refusal = new HttpRefusal(
        417,
        "has an unsupported Expect header; send 100-continue, or no Expect header",
      );
      void this.#answer(incoming, outgoing, refusal);
    });
    server.on("clientError", (error, socket) => void this.#refuseUnreadable(error, socket));
    server.on("upgrade", (request, socket, head) => this.#take(server, request, socket, head));
    server.on("connection", (socket: Socket) => {
      // A connection whose upgrade was declined is emitted again.
      if (this.#accepted.has(socket)) return;
      this.#accepted.add(socket);
      // node:http does not listen for errors after an upgrade, so a reset would end the process.
      socket.on("error", () => socket.destroy());
      socket.once("close", () => this.#accepted.delete(socket));
    });
    return server;
  }

  async #answer(incoming: IncomingMessage, outgoing: ServerResponse, refusal?: ServiceError): Promise<void> {
    const load = this.#load;
    const request = requestOf(incoming, outgoing, refusal);
    load.requests++;
    try {
      const reply = await this.#handler(request).finally(() => load.requests--);
      const sent = sendReply(incoming, outgoing, reply, request);
      load.answered(outgoing);
      await sent;
    } catch {
      incoming.socket.destroy();
    }
  }

  /** Sends the contract's error for input that node:http cannot parse, and closes the connection. */
  async #refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): Promise<void> {
    // Nothing after the unreadable part can be parsed.
    if (this.#refused.has(socket)) return;
    this.#refused.add(socket);
    if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
    const [status, reason] = UNREADABLE[error.code ?? ""] ?? [400, "is not valid HTTP/1.1"];
    try {
      const reply = await this.#handler({
        method: "",
        path: "",
        query: "",
        header: () => undefined,
        body: () => Promise.resolve(undefined),
        remoteAddress: (socket instanceof Socket ? socket.remoteAddress : undefined) ?? "unknown",
        refusal: new HttpRefusal(status, reason),
      });
      if (socket.writable) endWith(socket, reply);
      else socket.destroy();
    } catch {
      socket.destroy();
    }
  }

  /**
   * Forwards a WebSocket request. A client may offer another protocol (`curl --http2`, Java's client), which a server
   * may ignore (RFC 9110, 7.8). node:http cannot decline an offer, so such a request is parsed again without it.
   */
  #take(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (request.headers.upgrade?.toLowerCase() !== "websocket") {
      // node:http's own listener stays attached and would otherwise be added twice.
      socket.removeAllListeners("timeout");
      socket.unshift(Buffer.concat([headWithoutUpgrade(request), head]));
      server.emit("connection", socket);
    } else if (this.#closed) socket.destroy();
    else {
      takeTarget(request);
      this.#upgraded.add(socket);
      socket.once("close", () => this.#upgraded.delete(socket));
      this.#upgrade(request, socket, head);
    }
  }
}

/** Maximum bytes of written responses that clients have not read. */
const MAX_BYTES = 64 << 20;
/** Maximum requests in progress. */
const MAX_REQUESTS = 10_000;

/** The load on a server's sockets. Above the limits, new work is rejected to protect memory. */
export class Load {
  /** Requests in progress. */
  requests = 0;
  /** Bytes of responses that clients have not read yet. */
  bytes = 0;

  get full(): boolean {
    return this.bytes > MAX_BYTES || this.requests > MAX_REQUESTS;
  }

  /** The error for a request above the limits; undefined below them. */
  refusal(): ServiceError | undefined {
    if (!this.full) return undefined;
    const reason =
      this.bytes > MAX_BYTES
        ? `More than ${MAX_BYTES >> 20} MiB of responses are waiting for slow readers.`
        : `More than ${MAX_REQUESTS} requests are in progress; if they wait for the clock, POST /_mock/clock/advance ends the wait.`;
    return new ServiceError("service_unavailable", `${reason} Try again in a second.`, {
      headers: { "Retry-After": "1" },
    });
  }

  /** Counts a response's unsent bytes until they are read or the client disconnects. */
  answered(outgoing: ServerResponse): void {
    const bytes = outgoing.writableLength;
    if (bytes === 0) return;
    this.bytes += bytes;
    outgoing.once("close", () => {
      this.bytes -= bytes;
    });
  }
}
