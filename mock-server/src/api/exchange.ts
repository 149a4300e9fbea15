import type { Environment, OperationName } from "intent-tx/contract";
import type { Caller } from "../accounts/caller.js";
import type { HttpReply, HttpRequest } from "../http/message.js";
import type { ServiceError } from "../kernel/errors.js";
import type { ErrorContent, ReplyContext } from "./reply.js";

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
  /** The request's body, when it was read. */
  readonly body?: Uint8Array | undefined;
}

/** Faults that answer a request in place of the API or change its answer. */
export interface Interceptor {
  /** Called before the API works on a request; undefined where no fault can strike, so that the request is admitted at once. */
  before(
    request: HttpRequest,
    path: string,
    asked: { keyId(): string | undefined; walletAddress(): Promise<unknown> },
  ): Promise<Interception | undefined> | undefined;
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

/** A request while the API works on it. */
export interface Work {
  readonly request: HttpRequest;
  /** Path with `/v1`. */
  readonly path: string;
  /** When it came in, by the wall's clock. */
  readonly began: number;
  context: ReplyContext;
  readonly caller: Caller | undefined;
  /** Refuses a request without a good key. */
  readonly refusal: ServiceError | undefined;
  body?: Uint8Array | undefined;
  operation?: OperationName;
  error?: ErrorContent;
}
