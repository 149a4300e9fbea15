import type { OperationName } from "intent-tx/contract";
import { ServiceError } from "../kernel/errors.js";

/** A request over a socket or in process. `rpc/rpc.ts` makes one of each WebSocket message, to apply faults. */
export interface HttpRequest {
  readonly method: string;
  /** Path as sent, still percent-encoded, without the query. */
  readonly path: string;
  /** Query as sent, without `?`. */
  readonly query: string;
  header(name: string): string | undefined;
  /**
   * Reads the body; undefined if it is longer than `limit` bytes. A second call returns the same body.
   *
   * @param trusted exempts an authorized client from the limits of unfinished bodies
   * @throws {ServiceError} 503 above those limits, 408 if the body takes too long
   */
  body(limit: number, trusted?: boolean): Promise<Uint8Array | undefined>;
  /** Host on which the request's socket listens; undefined in process. */
  readonly listenHost?: string | undefined;
  /** The peer's address; `in-process` without a socket. */
  readonly remoteAddress: string;
  /** Aborted when the peer disconnects. A function, because node takes as long to create a signal as to route a request. */
  readonly signal?: () => AbortSignal | undefined;
  /** If set, the request is rejected with this error, regardless of its target. The request is still counted. */
  readonly refusal?: ServiceError | undefined;
}

/** A response over a socket or in process. */
export interface HttpReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
  /**
   * Sends the response in chunks until the client disconnects, instead of `body` at once. An error breaks the
   * connection. If there is a `body` too, the head announces its length.
   */
  readonly stream?: ((signal: AbortSignal | undefined) => AsyncIterable<string | Uint8Array>) | undefined;
  /** Sends nothing, and breaks the connection: while connecting, or before the first byte. */
  readonly drop?: "connect" | "before" | undefined;
}

/** Breaks a response's connection on purpose. In process, reading the body throws this error, as `fetch` does. */
export class BrokenOff extends TypeError {
  constructor() {
    super("terminated", { cause: Object.assign(new Error("other side closed"), { code: "UND_ERR_SOCKET" }) });
  }
}

export type HttpHandler = (request: HttpRequest) => Promise<HttpReply>;

/**
 * Target of a request: the service's API, Solana JSON-RPC, the control plane, or a page (docs, studio).
 * @inline
 */
export type TrafficKind = "api" | "rpc" | "control" | "page";

/** A request for logs and listeners, without secrets. The API sets the optional fields while it handles the request. */
export interface Exchange {
  readonly kind: TrafficKind;
  /** The session's id; absent for the server's own World. */
  readonly session?: string | undefined;
  /** HTTP method; empty for an unreadable request. */
  readonly method: string;
  /** Path below the session's prefix, without the query. */
  readonly path: string;
  readonly query: string;
  status: number;
  /** Server clock, milliseconds since 1970. */
  at: number;
  /** Real time until the response in milliseconds. It is only for people, never part of reproducible output. */
  ms: number;
  isApi: boolean;
  requestId?: string | undefined;
  operation?: OperationName | undefined;
  account?: string | undefined;
  keyId?: string | undefined;
  keyName?: string | undefined;
  /** Error code of the response. */
  code?: string | undefined;
  /** Why the request was refused, for people. */
  why?: string | undefined;
  body?: Uint8Array | undefined;
}

/** An HTTP error in a request or its target, which the API does not process further. */
export class HttpRefusal extends ServiceError<"validation_error"> {
  override readonly status: number;

  /** @param reason the mistake, such as `has no Host header` */
  constructor(status: number, reason: string) {
    const details = { field: "request", reason };
    super("validation_error", `The request ${reason}.`, { field: "request", details });
    this.status = status;
  }
}
