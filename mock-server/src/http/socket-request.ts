import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { isIP } from "node:net";
import { invalidField, type ServiceError } from "../kernel/service-error.js";
import { gather } from "./gather.js";
import type { HttpRequest } from "./message.js";
import { HttpRefusal } from "./refusal.js";

/** Most of an unwanted body that is read past, so that who still sends it gets the answer and not a reset. */
const MOST_DISCARDED = 16 << 20;

/** Reads past the rest of a body, so that the connection can be used again; a sender without end is cut off. */
export function discard(incoming: IncomingMessage): void {
  let length = 0;
  incoming.on("data", (chunk: Buffer) => {
    length += chunk.length;
    if (length > MOST_DISCARDED) incoming.socket.destroy();
  });
}

/** Reads a body up to `limit` bytes; answers undefined for a longer one, the rest of which is not kept. */
async function readBody(incoming: IncomingMessage, limit: number): Promise<Uint8Array | undefined> {
  if (Number(incoming.headers["content-length"] ?? 0) > limit) return undefined;
  // A short body mostly comes with its head: after this turn it is there, and is taken without the events of a stream.
  await Promise.resolve();
  if (!incoming.complete || incoming.destroyed || incoming.readableLength > limit)
    return readChunks(incoming, limit);
  return (incoming.read() as Buffer | null) ?? NOTHING;
}

const NOTHING = new Uint8Array(0);

function readChunks(incoming: IncomingMessage, limit: number): Promise<Uint8Array | undefined> {
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

const NO_HOST = "names no host; HTTP/1.1 needs a Host header";

const GONE = new Error("the client went away");

/**
 * A request from a socket. What few requests ask for (who sent it, whether the peer has gone) is found out when it is
 * asked for: it would cost a plain answer a tenth of its time.
 */
export class SocketRequest implements HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly #incoming: IncomingMessage;
  readonly #outgoing: ServerResponse;
  readonly #refusal: ServiceError | undefined;
  readonly #peer: boolean;
  #signal: AbortSignal | undefined;
  #headers: IncomingHttpHeaders | undefined;

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
    this.#headers ??= this.#incoming.headers;
    const value = this.#headers[name];
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
