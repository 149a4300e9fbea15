import { ServiceError } from "../kernel/errors.js";

/** A request over a socket or in process. */
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

/** Handles requests. */
export type HttpHandler = (request: HttpRequest) => Promise<HttpReply>;

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
