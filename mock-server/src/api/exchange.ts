import type { Environment, OperationName } from "intent-tx/contract";
import type { HttpReply, HttpRequest } from "../http/message.js";

/** One answered request, as logs and listeners see it: no secret is in it. */
export interface Exchange {
  readonly requestId: string;
  readonly method: string;
  /** Path with `/v1`, without the query. */
  readonly path: string;
  readonly query: string;
  readonly operation?: OperationName | undefined;
  readonly account?: string | undefined;
  readonly keyId?: string | undefined;
  readonly keyName?: string | undefined;
  readonly status: number;
  /** Code of the error that was answered. */
  readonly code?: string | undefined;
  /** Why it was refused, for people. */
  readonly why?: string | undefined;
  /** Server's clock, milliseconds since 1970. */
  readonly at: number;
  /** Wall time that the answer took, milliseconds; for people, never part of what a seed repeats. */
  readonly ms: number;
  readonly reply: HttpReply;
  /** The request's body, when it was read; as text where it is ASCII and was understood. */
  readonly body?: Uint8Array | string | undefined;
}

/** Stands in front of the API: faults answer in its place or change what it answers. */
export interface Interceptor {
  /** Asked before the request is worked on. Answers what happens in the place of the service, or undefined: at once, where nothing can. */
  before(request: HttpRequest, path: string): Promise<Interception | undefined> | undefined;
}

/** An interceptor's actions on a request. */
export interface Interception {
  /** The request never arrives: nothing is counted, done or written down. */
  readonly unheard?: HttpReply;
  /** An error answered in the place of the service; the request is counted, but for a 429 (decision 9), and carries the usual headers. */
  readonly status?: {
    readonly status: number;
    readonly code?: string;
    readonly message: string;
    readonly retryAfter?: string;
    readonly empty?: boolean;
  };
  /** Done once the caller and the body are known, before the service works on the request. */
  readonly prepare?: (environment: Environment, body: Uint8Array | undefined) => Promise<void>;
  /** Changes the finished answer: breaks the connection, the body or its type. */
  readonly change?: (reply: HttpReply) => HttpReply;
}
