import type { Environment, OperationName } from "intent-tx/contract";
import type { Caller } from "../accounts/keys.js";
import type { HttpReply, HttpRequest } from "../http/message.js";
import type { ServiceError } from "../kernel/errors.js";
import type { ReplyContext } from "./reply.js";

/** Target of a request: the service's API, Solana JSON-RPC, the control plane, or a page (docs, studio). */
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
  /** True if the request is in the API's log. */
  isApi: boolean;
  /** The request's id, if any. */
  requestId?: string | undefined;
  operation?: OperationName | undefined;
  account?: string | undefined;
  keyId?: string | undefined;
  keyName?: string | undefined;
  /** Error code of the response. */
  code?: string | undefined;
  /** Why the request was refused, for people. */
  why?: string | undefined;
  /** The body, if it was read. */
  body?: Uint8Array | undefined;
}

/** Faults that replace the API's response or change it. */
export interface Interceptor {
  /** Called first. Undefined if no fault can apply, so that the request is admitted synchronously. */
  before(
    request: HttpRequest,
    path: string,
    fields: () => { keyId(): string | undefined; walletAddress(): Promise<unknown> },
  ): Promise<Interception | undefined> | undefined;
}

export interface Interception {
  /** Drops the request: it is not counted, handled or recorded. */
  readonly dropped?: HttpReply;
  /**
   * An error sent instead of the service's response. The request is counted, except for a 429 (decision 9), and the
   * response has the usual headers.
   */
  readonly status?: {
    readonly status: number;
    readonly code?: string;
    readonly message: string;
    readonly retryAfter?: string;
    readonly empty?: boolean;
  };
  /** Runs when the caller and the body are known, before the service handles the request. */
  readonly prepare?: (environment: Environment, body: Uint8Array | undefined) => Promise<void>;
  /** Changes the finished response: breaks the connection, the body or its type. */
  readonly change?: (reply: HttpReply) => HttpReply;
}

/** A request in progress. */
export interface Work {
  readonly request: HttpRequest;
  /** Path including `/v1`. */
  readonly path: string;
  readonly exchange: Exchange;
  context: ReplyContext;
  readonly caller: Caller | undefined;
  /** The refusal of a request without a valid key. */
  readonly refusal: ServiceError | undefined;
}
