import { ServiceError } from "../kernel/errors.js";
import type { Random } from "../kernel/random.js";

/** A request, over a socket or in-process. */
export interface HttpRequest {
  readonly method: string;
  /** Path as it was sent, still percent-encoded, without the query. */
  readonly path: string;
  /** Query as it was sent, without `?`. */
  readonly query: string;
  /** Value of a header by its lower-case name. */
  header(name: string): string | undefined;
  /** Reads the body; undefined when it is longer than `limit` bytes. */
  body(limit: number): Promise<Uint8Array | undefined>;
  /** Address of the peer; `in-process` without a socket. */
  readonly remoteAddress: string;
  /** Aborted when the peer has gone. */
  readonly signal?: AbortSignal | undefined;
  /** Refuses the request whatever it asks for; it is still counted. */
  readonly refusal?: ServiceError | undefined;
}

/** Faults of `control/` that a transport applies to an answer. */
export interface TransportFault {
  /** When the connection breaks: while it is made, before any byte, after the head, or in the middle of the body. */
  readonly drop?: "connect" | "before" | "headers" | "body";
  /** Sends the body at this pace. */
  readonly bytesPerSecond?: number;
}

/** An answer, over a socket or in-process. */
export interface HttpReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Text, bytes, or a stream of text for server-sent events. */
  readonly body?: string | Uint8Array | AsyncIterable<string> | undefined;
  readonly fault?: TransportFault | undefined;
}

/** Answers requests. A failure breaks the connection. */
export type HttpHandler = (request: HttpRequest) => Promise<HttpReply>;

/** An error in a request as HTTP or in its target. The API does not look further at such a request. */
export class HttpRefusal extends ServiceError<"validation_error"> {
  override readonly status: number;

  /** @param reason what the request does wrong, for example `names no host` */
  constructor(status: number, reason: string) {
    const details = { field: "request", reason };
    super("validation_error", `The request ${reason}.`, { field: "request", details });
    this.status = status;
  }
}

/** The identifier of a request, drawn from the seed. `purpose` keeps two counts apart. */
export function requestId(random: Random, number: number, purpose = "request"): string {
  return `req_${random.characters(purpose, number)}`;
}
