import type { Environment, OperationName } from "intent-tx/contract";
import type { Caller } from "../accounts/caller.js";
import type { HttpReply, HttpRequest } from "../http/message.js";
import type { ServiceError } from "../kernel/errors.js";
import type { ErrorContent, ReplyContext } from "./reply.js";

/** A finished request for logs and listeners. It contains no secret. */
export interface Exchange {
  readonly requestId: string;
  readonly method: string;
  /** Path including `/v1`, without the query. */
  readonly path: string;
  readonly query: string;
  readonly operation?: OperationName | undefined;
  readonly account?: string | undefined;
  readonly keyId?: string | undefined;
  readonly keyName?: string | undefined;
  readonly status: number;
  /** Error code of the response. */
  readonly code?: string | undefined;
  /** Why the request was refused, for people. */
  readonly why?: string | undefined;
  /** Server clock, milliseconds since 1970. */
  readonly at: number;
  /** Real time until the response in milliseconds. It is only for people, never part of reproducible output. */
  readonly ms: number;
  readonly reply: HttpReply;
  readonly body?: Uint8Array | undefined;
}

/** Faults that replace the API's response or change it. */
export interface Interceptor {
  /** Called first. Undefined if no fault can apply, so that the request is admitted synchronously. */
  before(
    request: HttpRequest,
    path: string,
    asked: { keyId(): string | undefined; walletAddress(): Promise<unknown> },
  ): Promise<Interception | undefined> | undefined;
}

export interface Interception {
  /** Drops the request: it is not counted, handled or recorded. */
  readonly unheard?: HttpReply;
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
  /** Runs once the caller and the body are known, before the service handles the request. */
  readonly prepare?: (environment: Environment, body: Uint8Array | undefined) => Promise<void>;
  /** Changes the finished response: breaks the connection, the body or its type. */
  readonly change?: (reply: HttpReply) => HttpReply;
}

/** A request in progress. */
export interface Work {
  readonly request: HttpRequest;
  /** Path including `/v1`. */
  readonly path: string;
  /** Arrival time, by the wall clock. */
  readonly began: number;
  context: ReplyContext;
  readonly caller: Caller | undefined;
  /** The refusal of a request without a valid key. */
  readonly refusal: ServiceError | undefined;
  body?: Uint8Array | undefined;
  operation?: OperationName;
  error?: ErrorContent;
}
