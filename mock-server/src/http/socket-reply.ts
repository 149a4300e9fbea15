import type { IncomingMessage, ServerResponse } from "node:http";
import type { HttpReply } from "./message.js";
import { paced } from "./pacing.js";
import { discard, type SocketRequest } from "./socket-request.js";

// Captured at load: answers leave also under an app's fake timers.
const nextTurn = globalThis.setImmediate;

const BODILESS = new Set([101, 204, 205, 304]);

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
  const names = Object.keys(headers);
  // As long as it will be: one that grows is made three times.
  const lines = new Array<string>(2 * names.length + 2);
  let at = 0;
  for (const name of names) {
    lines[at++] = name;
    lines[at++] = headers[name] ?? "";
  }
  lines[at++] = "Content-Length";
  lines[at] = String(length);
  return lines;
}

/**
 * Ends an answer with its text. Head and text go to the socket in one write: `end` with a text makes two, of which the second is
 * empty, and the system is given both as a list. A text that is all ASCII needs no encoder.
 */
function endWith(outgoing: ServerResponse, text: string, length: number): void {
  const { socket } = outgoing;
  // An answer has no socket while those before it on its connection are still written.
  if (!socket || length === 0) {
    outgoing.end(text);
    return;
  }
  socket.cork();
  outgoing.write(text, length === text.length ? "latin1" : "utf8");
  socket.uncork();
  outgoing.end();
}

/** Sends an answer; the promise of one that takes time rejects when it breaks off. */
export function sendReply(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  reply: HttpReply,
  request: SocketRequest,
): Promise<void> | undefined {
  const { fault, status, body } = reply;
  if (fault?.drop === "before" || fault?.drop === "connect") {
    // A reset, not a polite end: what a crashed service looks like. The connection that should be refused was taken
    // long before its request could be read: a reset is the nearest that a listening socket can do.
    incoming.socket.resetAndDestroy();
    return undefined;
  }
  if (!incoming.complete && incoming.listenerCount("data") === 0) discard(incoming);
  if (body === undefined || BODILESS.has(status)) {
    outgoing.writeHead(status, reply.headers).end();
    return undefined;
  }
  if (typeof body !== "string" && !(body instanceof Uint8Array)) {
    outgoing.writeHead(status, reply.headers);
    if (incoming.method !== "HEAD") return sendStream(outgoing, body, request.signal);
    outgoing.end();
    return undefined;
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
    return sendStream(outgoing, paced(bytes, fault.bytesPerSecond, request.signal), request.signal);
  } else if (typeof body === "string") endWith(outgoing, body, length);
  else outgoing.end(body);
  return undefined;
}
