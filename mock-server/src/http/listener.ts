import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import { isIP, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type ServiceError, unavailable } from "../kernel/errors.js";
import { openFiles } from "../kernel/open-files.js";
import { wallClear, wallInterval, wallTimeout } from "../kernel/timers.js";
import { RequestBody } from "./body.js";
import { BodyLimits } from "./body-limits.js";
import { BrokenOff, type HttpHandler, HttpRefusal, type HttpReply, type HttpRequest } from "./message.js";
import { type ListenOptions, openPair } from "./ports.js";

/** Limits on the sockets of a server. */
export const LISTENER_LIMITS = {
  /** Longer than clients keep idle connections: otherwise the server could close one while a request arrives. */
  keepAliveMs: 75_000,
  /** WebSockets from an address. */
  webSockets: 1_000,
  /** Header lines of a request. */
  headers: 2_000,
  /** Bytes of written responses that clients have not read. */
  unreadBytes: 64 << 20,
  /** Requests in progress. */
  requests: 10_000,
} as const;
/** Interval of the check for connections that have finished. */
const SWEEP_MS = 20;
/** How long requests in progress may take after the server begins to close. */
const DRAIN_MS = 4_000;

/** Number of connections from which the limit of open files is read, which takes 20 ms. */
const FEW_CONNECTIONS = 16;

export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** A response of node:http, with its request. */
type Outgoing = ServerResponse<IncomingMessage>;

/** Waits for work in progress, up to the limit for a closing server. */
export function drained(work: Promise<unknown>): Promise<void> {
  return new Promise((resolve, reject) => {
    const cut = wallTimeout(resolve, DRAIN_MS);
    work.then(() => resolve(), reject).finally(() => wallClear(cut));
  });
}

/** The sockets of a server: its port and the next one, where web3.js expects WebSockets. */
export class Listener {
  #opening: ReturnType<typeof openPair<Server>> | undefined;
  #closed = false;
  /** Host of the port, known before its first connection. */
  #host: string | undefined;
  readonly #load: Load;
  readonly #trustProxy: boolean;
  readonly #onFailure: (error: unknown) => void;
  readonly #connections = new Set<Socket>();
  #maxConnections: number | undefined;
  /** Connections upgraded to WebSockets, which node:http no longer counts, with the address of each. */
  readonly #upgraded = new Map<Duplex, string>();
  readonly #refused = new WeakSet<Duplex>();

  constructor(
    private readonly handler: HttpHandler,
    private readonly upgrade: UpgradeHandler,
    {
      load = new Load(),
      onFailure = (error) => console.error(error),
      trustProxy = false,
    }: {
      /** The shared load of several listeners. Default: a separate one. */
      readonly load?: Load;
      /** Called with unexpected errors. Default: writes them to stderr. */
      readonly onFailure?: (error: unknown) => void;
      /** Takes a client's address from the last `X-Forwarded-For`. Default false. */
      readonly trustProxy?: boolean | undefined;
    } = {},
  ) {
    this.#trustProxy = trustProxy;
    this.#load = load;
    this.#onFailure = onFailure;
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
  async listen(options: ListenOptions): Promise<{ port: number; neighbour: boolean }> {
    if (this.#opening)
      throw new Error("this server is already listening; create another server for a different port");
    this.#host = options.host ?? LOOPBACK;
    this.#opening = openPair(() => this.#make(), { ...options, host: this.#host });
    try {
      const { port, servers } = await this.#opening;
      return { port, neighbour: servers.length > 1 };
    } catch (error) {
      // After a taken port, another one may be tried.
      this.#opening = undefined;
      throw error;
    }
  }

  /** Stops accepting requests, waits for those in progress, and closes every connection. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.shut();
  }

  /** Like `close`, but a port may be opened again. */
  async shut(): Promise<void> {
    // A port that is still being opened is closed as soon as it is open.
    const { servers } = (await this.#opening?.catch(() => undefined)) ?? { servers: [] };
    this.#opening = undefined;
    const closed = Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    // A kept-alive connection is idle only after its response was sent. node:http does not treat a connection without
    // any request as idle, because its first request may follow: browsers and undici open such spare connections.
    const sweep = wallInterval(() => {
      for (const server of servers) server.closeIdleConnections();
      for (const socket of this.#connections) if (socket.bytesRead === 0) socket.destroy();
    }, SWEEP_MS);
    await drained(closed);
    for (const socket of this.#connections) socket.destroy();
    await closed;
    wallClear(sweep);
  }

  #make(): Server {
    // The handler rejects a missing Host, because node:http's response would be empty.
    const server = createServer({ requireHostHeader: false, keepAliveTimeout: LISTENER_LIMITS.keepAliveMs });
    // Above a limit node:http would silently drop headers; the handler counts them instead.
    server.maxHeadersCount = 0;
    server.on("request", (_, outgoing) => void this.#answer(outgoing));
    // A client that waits for 100 Continue is rejected before it sends the body. Reading the body sends 100 Continue.
    server.on("checkContinue", (_, outgoing) => void this.#answer(outgoing));
    server.on("checkExpectation", (_, outgoing) => {
      const reason = "has an unsupported Expect header; send Expect: 100-continue, or no Expect header";
      void this.#answer(outgoing, new HttpRefusal(417, reason));
    });
    server.on("clientError", (error, socket) => void this.#refuseUnreadable(error, socket));
    server.on("upgrade", (request, socket, head) => this.#take(server, request, socket, head));
    server.on("connection", (socket: Socket) => {
      // A connection whose upgrade was declined is emitted again.
      if (this.#connections.has(socket)) return;
      if (this.#isFull) return void socket.destroy();
      this.#connections.add(socket);
      // node:http does not listen for errors after an upgrade, so a reset would end the process.
      socket.on("error", () => socket.destroy());
      socket.once("close", () => this.#connections.delete(socket));
    });
    return server;
  }

  /** Half of the file descriptors stay free: without any, the server could neither load its parts nor open a file. */
  get #isFull(): boolean {
    const { size } = this.#connections;
    if (size < FEW_CONNECTIONS) return false;
    this.#maxConnections ??= openFiles() / 2;
    return size >= this.#maxConnections;
  }

  async #answer(outgoing: Outgoing, refusal?: ServiceError): Promise<void> {
    const load = this.#load;
    const incoming = outgoing.req;
    try {
      takeTarget(incoming);
      const address = this.#addressOf(incoming);
      const received = bodyOf(outgoing, load.bodies, address);
      const request = {
        ...requestOf(outgoing, received, refusal),
        remoteAddress: address,
        listenHost: this.#host,
      };
      load.requests++;
      const reply = await this.handler(request).finally(() => load.requests--);
      const sent = sendReply(outgoing, reply, received, request.signal);
      load.answered(outgoing);
      await sent;
    } catch (error) {
      if (isUnexpected(error)) this.#onFailure(error);
      // Handlers respond to their own errors. Here the response itself failed, possibly halfway.
      if (outgoing.headersSent || !isUnexpected(error)) incoming.socket.destroy();
      else outgoing.writeHead(500, { Connection: "close" }).end();
    }
  }

  /** A client's address. Behind a proxy it is the last one in the header: clients can send all others themselves. */
  #addressOf({ headers, socket }: IncomingMessage): string {
    const forwarded = this.#trustProxy ? headers["x-forwarded-for"] : undefined;
    const last = [forwarded].flat().join().split(",").at(-1)?.trim() ?? "";
    return isIP(last) === 0 ? addressOf(socket) : last;
  }

  /** Sends the contract's error for input that node:http cannot parse, and closes the connection. */
  async #refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): Promise<void> {
    // Nothing after the unreadable part can be parsed.
    if (this.#refused.has(socket)) return;
    this.#refused.add(socket);
    // Without a request there is nothing to answer, and answering thousands of silent connections would take long.
    const isSilent = socket instanceof Socket && socket.bytesRead === 0;
    if (error.code === "ECONNRESET" || isSilent || !socket.writable) return void socket.destroy();
    const [status, reason] = UNREADABLE[error.code ?? ""] ?? [400, "is not valid HTTP/1.1"];
    try {
      const reply = await this.handler({
        method: "",
        path: "",
        query: "",
        header: () => undefined,
        body: () => Promise.resolve(undefined),
        remoteAddress: addressOf(socket),
        refusal: new HttpRefusal(status, reason),
      });
      if (socket.writable) endWith(socket, reply);
      else socket.destroy();
    } catch (error) {
      this.#onFailure(error);
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
      const address = this.#addressOf(request);
      let count = 0;
      for (const other of this.#upgraded.values()) if (other === address) count++;
      if (count >= LISTENER_LIMITS.webSockets) return void refuseUpgrade(socket, 503, { "Retry-After": "1" });
      takeTarget(request);
      this.#upgraded.set(socket, address);
      socket.once("close", () => this.#upgraded.delete(socket));
      this.upgrade(request, socket, head);
    }
  }
}

const LOOPBACK = "127.0.0.1";

/** Codes of the errors when a client disconnects before the end of a response. */
const DISCONNECTS = new Set(["ABORT_ERR", "ECONNRESET", "EPIPE", "ERR_STREAM_PREMATURE_CLOSE"]);

/** False for an error that a client or a fault caused. */
function isUnexpected(error: unknown): boolean {
  const { code = "" } = error as { readonly code?: string };
  return !(error instanceof BrokenOff) && !DISCONNECTS.has(code);
}

/** Requests that node:http rejects although they are HTTP, by error code. */
const UNREADABLE: Readonly<Record<string, readonly [status: number, reason: string]>> = {
  HPE_HEADER_OVERFLOW: [431, "has headers larger than 16 KiB"],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "took too long to arrive"],
};

/** Sends a response and closes the connection, where node:http has no response object. */
function endWith(socket: Duplex, { status, headers, body = "" }: HttpReply): void {
  const length = String(Buffer.byteLength(body));
  const lines = Object.entries({ ...headers, Connection: "close", "Content-Length": length });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${head}\r\n`);
  socket.end(body);
}

export function refuseUpgrade(socket: Duplex, status: number, headers: HttpReply["headers"] = {}): void {
  endWith(socket, { status, headers });
}

/** Rebuilds a request's head without its `Upgrade` header. Without it, `Connection: Upgrade` has no effect. */
function headWithoutUpgrade({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (!/^upgrade$/i.test(rawHeaders[at] ?? "")) lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
  // Header values are bytes, which latin1 preserves.
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
}

const addressOf = (socket: Duplex) => (socket instanceof Socket && socket.remoteAddress) || "unknown";

/** Reduces a request's target to path and query. A client that uses the server as a proxy sends the full URL. */
function takeTarget(incoming: IncomingMessage): void {
  const { url = "/" } = incoming;
  if (url.startsWith("/")) return;
  const rest = url.replace(/^https?:\/\/[^/?]*/i, "");
  incoming.url = rest === url || rest.startsWith("/") ? rest : `/${rest}`;
}

/** Headers that must not be repeated: with two values, either could be meant. */
const ONCE = ["host", "authorization", "content-type"];
/** A host with or without a port, per RFC 9112, 3.2. */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.~%!$&'()*+,;=-]*)(?::\d*)?$/i;

/** The error for an invalid head; undefined for a valid one. */
function headRefusal({ httpVersion, headers, rawHeaders }: IncomingMessage): HttpRefusal | undefined {
  if (rawHeaders.length > 2 * LISTENER_LIMITS.headers)
    return new HttpRefusal(431, `has more than ${LISTENER_LIMITS.headers} headers`);
  if (httpVersion === "1.1" && headers.host === undefined)
    return new HttpRefusal(400, "has no Host header, which HTTP/1.1 requires");
  const names = rawHeaders.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase());
  const repeated = ONCE.find((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (repeated !== undefined) return new HttpRefusal(400, `has two ${repeated} headers; send one`);
  return HOST.test(headers.host ?? "") ? undefined : new HttpRefusal(400, "has an invalid Host header");
}

const EMPTY = new Uint8Array(0);

/** The paths of the control plane, whose bodies may be long. */
const CONTROL_PATH = /^(?:\/s\/[^/]*)?\/_mock\//;

/** A request's body, whose length may be 0; undefined if the request has none. */
function bodyOf(outgoing: Outgoing, limits: BodyLimits, address: string): RequestBody | undefined {
  const { headers } = outgoing.req;
  if (headers["content-length"] === undefined && headers["transfer-encoding"] === undefined) return undefined;
  const long = CONTROL_PATH.test(outgoing.req.url ?? "");
  return new RequestBody(outgoing, limits, { address, long });
}

/** Converts a socket's request. An error in its head is reported as `refusal`, unless `refusal` is given. */
function requestOf(
  outgoing: Outgoing,
  received: RequestBody | undefined,
  refusal: ServiceError | undefined,
): Omit<HttpRequest, "remoteAddress"> {
  const { method = "GET", url: target = "/", headers } = outgoing.req;
  const mark = target.indexOf("?");
  const closed = new AbortController();
  // After the complete response, the signal is no longer needed.
  outgoing.once("close", () => {
    if (!outgoing.writableFinished) closed.abort(DISCONNECTED);
  });
  return {
    method,
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? "" : target.slice(mark + 1),
    header: (name) => {
      const value = headers[name];
      return Array.isArray(value) ? value.join(", ") : value;
    },
    body: (limit, trusted = false) => received?.read(limit, trusted) ?? Promise.resolve(EMPTY),
    signal: () => closed.signal,
    refusal: refusal ?? headRefusal(outgoing.req),
  };
}

const DISCONNECTED = new Error("the client disconnected");

/** Sends a response. Rejects if the connection breaks. */
async function sendReply(
  outgoing: Outgoing,
  { status, headers, body, stream, drop }: HttpReply,
  received: RequestBody | undefined,
  signal: HttpRequest["signal"],
): Promise<void> {
  // A listening socket cannot refuse a connection; a reset is closest.
  if (drop) return void outgoing.req.socket.resetAndDestroy();
  if (received?.finish()) outgoing.setHeader("Connection", "close");
  const length = body !== undefined && { "Content-Length": Buffer.byteLength(body) };
  outgoing.writeHead(status, { ...headers, ...length });
  if (outgoing.req.method === "HEAD") outgoing.end();
  else if (!stream) outgoing.end(body);
  else {
    outgoing.flushHeaders();
    await pipeline(stream(signal?.()), outgoing);
  }
}

/** The load on a server's sockets. Above the limits, new work is rejected to protect memory. */
export class Load {
  requests = 0;
  /** Bytes of responses that clients have not read yet. */
  bytes = 0;

  /** @param bodies the limits of unfinished request bodies */
  constructor(readonly bodies = new BodyLimits()) {}

  /** The error if a request exceeds a limit, otherwise undefined. */
  refusal(): ServiceError | undefined {
    const isUnread = this.bytes > LISTENER_LIMITS.unreadBytes;
    if (!isUnread && this.requests <= LISTENER_LIMITS.requests) return undefined;
    const reason = isUnread
      ? `More than ${LISTENER_LIMITS.unreadBytes >> 20} MiB of responses are waiting for slow readers.`
      : `More than ${LISTENER_LIMITS.requests} requests are in progress. If they are waiting for the server's clock, POST /_mock/clock/advance ends the wait.`;
    return unavailable(`${reason} Try again in a second.`, 1);
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
