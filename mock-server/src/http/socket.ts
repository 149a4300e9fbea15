import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { isIP } from "node:net";
import type { Duplex } from "node:stream";
import { invalidField, type ServiceError } from "../kernel/service-error.js";
import { gather } from "./gather.js";
import { Load } from "./load.js";
import type { HttpHandler, HttpReply, HttpRequest } from "./message.js";
import { paced } from "./pacing.js";
import { HttpRefusal } from "./refusal.js";
import { refuseUnreadable } from "./unreadable.js";

// Captured at load: answers leave also under an app's fake timers.
const nextTurn = globalThis.setImmediate;

/**
 * How long a connection may be idle. Pools of clients keep theirs for a minute or more (Java, Go, .NET, proxies): who closes
 * first must be the client, or a request that is just on its way meets "other side closed".
 */
const KEEP_ALIVE_MS = 75_000;

/** Answers from this size on are counted while they wait for their reader. */
const COUNTED_BYTES = 65_536;

const BODILESS = new Set([101, 204, 205, 304]);

/** Most of an unwanted body that is read past, so that who still sends it gets the answer and not a reset. */
const MOST_DISCARDED = 16 << 20;

/** Reads past the rest of a body, so that the connection can be used again; a sender without end is cut off. */
function discard(incoming: IncomingMessage): void {
  let length = 0;
  incoming.on("data", (chunk: Buffer) => {
    length += chunk.length;
    if (length > MOST_DISCARDED) incoming.socket.destroy();
  });
}

/** Reads a body up to `limit` bytes; answers undefined for a longer one, the rest of which is not kept. */
function readBody(incoming: IncomingMessage, limit: number): Promise<Uint8Array | undefined> {
  if (Number(incoming.headers["content-length"] ?? 0) > limit) return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    incoming.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > limit) {
        incoming.removeAllListeners("data");
        discard(incoming);
        resolve(undefined);
      } else chunks.push(chunk);
    });
    let whole = false;
    incoming.on("end", () => {
      whole = true;
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : gather(chunks, length));
    });
    // A client that goes away half-way sent half a body; the server has not failed. Every request closes at last, and to
    // make an error costs a tenth of an answer.
    const cutOff = () => {
      if (!whole) reject(invalidField("body", "ended before all of it was sent"));
    };
    incoming.on("error", cutOff);
    incoming.on("close", cutOff);
    // It may have gone before anybody read.
    if (incoming.destroyed) cutOff();
  });
}

/** Tells a process of the server whose request another one passes on. It counts between them alone. */
export const CLIENT_ADDRESS = "x-intent-tx-mock-client";
/** Stands there for a question of that other process's own. */
export const PEER = "peer";

/** Takes requests that another process of the server answers. Each answers whether it did. */
export interface Elsewhere {
  answer(incoming: IncomingMessage, outgoing: ServerResponse): boolean;
  upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): boolean;
}

const NO_HOST = "names no host; HTTP/1.1 needs a Host header";

const GONE = new Error("the client went away");

/**
 * A request from a socket. What few requests ask for (who sent it, whether the peer has gone) is found out when it is
 * asked for: it would cost a plain answer a tenth of its time.
 */
class SocketRequest implements HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly #incoming: IncomingMessage;
  readonly #outgoing: ServerResponse;
  readonly #refusal: ServiceError | undefined;
  readonly #peer: boolean;
  #signal: AbortSignal | undefined;

  constructor(incoming: IncomingMessage, outgoing: ServerResponse, refusal?: ServiceError, peer = false) {
    this.#peer = peer;
    const target = incoming.url ?? "/";
    const mark = target.indexOf("?");
    this.method = incoming.method ?? "GET";
    this.path = mark < 0 ? target : target.slice(0, mark);
    this.query = mark < 0 ? "" : target.slice(mark + 1);
    this.#incoming = incoming;
    this.#outgoing = outgoing;
    this.#refusal = refusal;
  }

  header(name: string): string | undefined {
    const value = this.#incoming.headers[name];
    return Array.isArray(value) ? value.join(", ") : value;
  }

  body(limit: number): Promise<Uint8Array | undefined> {
    return readBody(this.#incoming, limit);
  }

  get refusal(): ServiceError | undefined {
    if (this.#refusal) return this.#refusal;
    const { headers, httpVersion } = this.#incoming;
    return headers.host === undefined && httpVersion === "1.1" ? new HttpRefusal(400, NO_HOST) : undefined;
  }

  get remoteAddress(): string {
    if (!this.#peer) return this.#incoming.socket.remoteAddress ?? "unknown";
    const { [CLIENT_ADDRESS]: given } = this.#incoming.headers;
    // No other word counts, nor does a header that is missing: some words open what an address does not.
    return typeof given === "string" && (given === PEER || isIP(given) !== 0) ? given : "unknown";
  }

  get signal(): AbortSignal {
    if (this.#signal) return this.#signal;
    const controller = new AbortController();
    this.#signal = controller.signal;
    if (this.#outgoing.closed) controller.abort(GONE);
    else this.#outgoing.once("close", () => controller.abort(GONE));
    return this.#signal;
  }
}

/** Waits until a slow reader has taken what was written, or has gone. */
function takenOrGone(outgoing: ServerResponse, gone: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      outgoing.off("drain", over);
      gone.removeEventListener("abort", over);
      resolve();
    };
    outgoing.on("drain", over);
    gone.addEventListener("abort", over);
    if (gone.aborted) over();
  });
}

async function sendStream(
  outgoing: ServerResponse,
  chunks: AsyncIterable<string>,
  gone: AbortSignal,
): Promise<void> {
  const iterator = chunks[Symbol.asyncIterator]();
  gone.addEventListener("abort", () => void iterator.return?.(), { once: true });
  for (let step = await iterator.next(); !step.done && !gone.aborted; step = await iterator.next()) {
    // Chunks that a slow reader has not taken yet must not pile up here.
    if (!outgoing.write(step.value)) await takenOrGone(outgoing, gone);
  }
  outgoing.end();
}

/** Header lines, each name before its value: node:http takes them so without looking each name up, and no object is copied. */
function headLines(headers: HttpReply["headers"], length: number): string[] {
  const lines: string[] = [];
  for (const name of Object.keys(headers)) lines.push(name, headers[name] ?? "");
  lines.push("Content-Length", String(length));
  return lines;
}

async function send(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  reply: HttpReply,
  request: SocketRequest,
): Promise<void> {
  const { fault, status, body } = reply;
  if (fault?.drop === "before" || fault?.drop === "connect") {
    // A reset, not a polite end: what a crashed service looks like. The connection that should be refused was taken
    // long before its request could be read: a reset is the nearest that a listening socket can do.
    incoming.socket.resetAndDestroy();
    return;
  }
  if (!incoming.complete && incoming.listenerCount("data") === 0) discard(incoming);
  if (body === undefined || BODILESS.has(status)) {
    outgoing.writeHead(status, reply.headers).end();
    return;
  }
  if (typeof body !== "string" && !(body instanceof Uint8Array)) {
    outgoing.writeHead(status, reply.headers);
    if (incoming.method === "HEAD") outgoing.end();
    else await sendStream(outgoing, body, request.signal);
    return;
  }
  const length = typeof body === "string" ? Buffer.byteLength(body) : body.length;
  outgoing.writeHead(status, headLines(reply.headers, length));
  if (incoming.method === "HEAD") outgoing.end();
  else if (fault?.drop) {
    const bytes = typeof body === "string" ? Buffer.from(body) : body;
    outgoing.flushHeaders();
    if (fault.drop === "body") outgoing.write(bytes.subarray(0, bytes.length >> 1));
    // The part already written has to leave before the socket is closed under the client.
    nextTurn(() => incoming.socket.destroy());
  } else if (fault?.bytesPerSecond) {
    const bytes = typeof body === "string" ? Buffer.from(body) : body;
    await sendStream(outgoing, paced(bytes, fault.bytesPerSecond, request.signal), request.signal);
  } else outgoing.end(body);
}

/**
 * Collects what is to be done in one turn of the event loop and does it at its end. Answers that leave back to back wake
 * a waiting client once; one by one between the work on others, each wakes it anew, which costs more than a plain answer.
 */
function atEndOfTurn(): (act: () => void) => void {
  let waiting: (() => void)[] = [];
  const flush = () => {
    const acts = waiting;
    waiting = [];
    for (const act of acts) act();
  };
  return (act) => {
    if (waiting.length === 0) nextTurn(flush);
    waiting.push(act);
  };
}

/** Counts what waits of an answer until it is taken, or its reader gone. A short one leaves at once and is not worth it. */
function countWaiting(outgoing: ServerResponse, load: Load): void {
  const bytes = outgoing.writableLength;
  if (bytes < COUNTED_BYTES) return;
  load.waiting(bytes);
  outgoing.once("close", () => load.waiting(-bytes));
}

/** A node:http server over a handler. It is not listening yet. */
export function serveOver(
  handler: HttpHandler,
  {
    load = new Load(),
    elsewhere,
    ofPeer = () => false,
  }: {
    /** Counts the work. Default: it is counted by itself. */
    readonly load?: Load;
    /** Takes what other processes answer. Default: none does. */
    readonly elsewhere?: Elsewhere;
    /** Whether a connection is that of another process of this server. Default: none is. */
    readonly ofPeer?: (socket: Duplex) => boolean;
  } = {},
): Server {
  const later = atEndOfTurn();
  const answer = (incoming: IncomingMessage, outgoing: ServerResponse, given?: ServiceError) => {
    const refusal = given ?? (load.full ? load.refusal() : undefined);
    const peer = ofPeer(incoming.socket);
    if (!peer && refusal === undefined && elsewhere?.answer(incoming, outgoing)) return;
    const request = new SocketRequest(incoming, outgoing, refusal, peer);
    const broken = () => incoming.socket.destroy();
    load.request(1);
    handler(request).then(
      (reply) => {
        later(() => {
          load.request(-1);
          send(incoming, outgoing, reply, request).catch(broken);
          countWaiting(outgoing, load);
        });
      },
      () => {
        load.request(-1);
        broken();
      },
    );
  };
  const server = createServer(
    // A missing Host is refused here and not by node:http, whose answer would be empty.
    { requireHostHeader: false, keepAliveTimeout: KEEP_ALIVE_MS },
    answer,
  );
  server.on("checkExpectation", (incoming: IncomingMessage, outgoing: ServerResponse) => {
    answer(incoming, outgoing, new HttpRefusal(417, "expects more than 100-continue; leave out Expect"));
  });
  refuseUnreadable(server, handler);
  return server;
}
