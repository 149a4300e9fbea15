import type { ServiceError } from "../kernel/service-error.js";

/** Faults of `control/` that a transport applies to an answer. */
export interface TransportFault {
  /** When the connection breaks: while it is made, before any byte, after the head, or in the middle of the body. */
  readonly drop?: "connect" | "before" | "headers" | "body";
  /** Sends the body at this pace. */
  readonly bytesPerSecond?: number;
}

/** A request, whatever carried it. */
export interface HttpRequest {
  readonly method: string;
  /** Path as it was sent, still percent-encoded, without the query. */
  readonly path: string;
  /** Query as it was sent, without `?`. */
  readonly query: string;
  /** Value of a header by its lower-case name. */
  header(name: string): string | undefined;
  /** Reads the body; answers undefined when it is longer than `limit` bytes. */
  body(limit: number): Promise<Uint8Array | undefined>;
  /** Address of the peer. */
  readonly remoteAddress: string;
  /** Aborted when the peer has gone. */
  readonly signal?: AbortSignal | undefined;
  /** Why it is refused whatever it asks for; it is counted, and answered with the usual headers. */
  readonly refusal?: ServiceError | undefined;
}

/** An answer, whatever will carry it. */
export interface HttpReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Text, bytes, or a stream of text for server-sent events. */
  readonly body?: string | Uint8Array | AsyncIterable<string> | undefined;
  readonly fault?: TransportFault | undefined;
}

/** An answer, at once where nothing has to be waited for: each wait of a plain answer would cost a part of it. */
export type Answering = HttpReply | Promise<HttpReply>;

/** Answers requests. A failure that it throws or rejects with breaks the connection. */
export type HttpHandler = (request: HttpRequest) => Answering;

/** A request as it is, but refused. */
export function refusedRequest(request: HttpRequest, refusal: ServiceError): HttpRequest {
  const { method, path, query, remoteAddress } = request;
  return {
    method,
    path,
    query,
    remoteAddress,
    refusal,
    header: (name) => request.header(name),
    body: (limit) => request.body(limit),
  };
}
