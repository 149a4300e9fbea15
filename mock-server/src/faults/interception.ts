import type { Environment } from "intent-tx/contract";
import type { HttpReply, HttpRequest } from "../http/message.js";

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
