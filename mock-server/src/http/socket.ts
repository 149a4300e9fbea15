import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { isPromise } from "../kernel/is-promise.js";
import type { ServiceError } from "../kernel/service-error.js";
import type { Elsewhere } from "./elsewhere.js";
import { Load } from "./load.js";
import type { Answering, HttpHandler, HttpReply } from "./message.js";
import { HttpRefusal } from "./refusal.js";
import { sendReply } from "./socket-reply.js";
import { SocketRequest } from "./socket-request.js";
import { takeTarget } from "./target.js";
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

/**
 * Collects what is to leave in one turn of the event loop and sends it at its end. Answers that leave back to back wake
 * a waiting client once; one by one between the work on others, each wakes it anew, which costs more than a plain answer.
 */
function atEndOfTurn<T>(send: (one: T) => void): (one: T) => void {
  let waiting: T[] = [];
  const flush = () => {
    const all = waiting;
    waiting = [];
    for (const one of all) send(one);
  };
  return (one) => {
    if (waiting.length === 0) nextTurn(flush);
    waiting.push(one);
  };
}

/** An answer that is to leave. */
interface Leaving {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly request: SocketRequest;
  readonly reply: HttpReply;
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
  const failed = (incoming: IncomingMessage) => {
    load.request(-1);
    incoming.socket.destroy();
  };
  const leave = atEndOfTurn(({ incoming, outgoing, request, reply }: Leaving) => {
    load.request(-1);
    try {
      sendReply(incoming, outgoing, reply, request)?.catch(() => incoming.socket.destroy());
      countWaiting(outgoing, load);
    } catch {
      incoming.socket.destroy();
    }
  });
  const answer = (incoming: IncomingMessage, outgoing: ServerResponse, given?: ServiceError) => {
    takeTarget(incoming);
    const refusal = given ?? (load.full ? load.refusal() : undefined);
    const peer = ofPeer(incoming.socket);
    if (!peer && refusal === undefined && elsewhere?.answer(incoming, outgoing)) return;
    const request = new SocketRequest(incoming, outgoing, refusal, peer);
    load.request(1);
    let answering: Answering;
    try {
      answering = handler(request);
    } catch {
      failed(incoming);
      return;
    }
    if (isPromise(answering)) slowly(incoming, outgoing, request, answering);
    else leave({ incoming, outgoing, request, reply: answering });
  };
  // Of its own: an answer that is there at once is not to pay for these.
  const slowly = (
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    request: SocketRequest,
    answering: Promise<HttpReply>,
  ) => {
    answering.then(
      (reply) => leave({ incoming, outgoing, request, reply }),
      () => failed(incoming),
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
