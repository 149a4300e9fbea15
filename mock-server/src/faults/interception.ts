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

/** The headers and body of a `respond` fault. */
export interface SpecifiedResponse {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | object;
}

export interface Interception {
  /** Drops the request: it is not counted, handled or recorded. */
  readonly dropped?: HttpReply;
  /**
   * A response sent instead of the service's: the contract's error for the status, or `response`. The request is
   * counted, except for a 429 (decision 9), and the response has the usual headers.
   */
  readonly status?: {
    readonly status: number;
    readonly code?: string;
    readonly message: string;
    readonly retryAfter?: string;
    readonly empty?: boolean;
    readonly response?: SpecifiedResponse;
  };
  /** Runs when the caller and the body are known, before the service handles the request. */
  readonly prepare?: (environment: Environment, body: Uint8Array | undefined) => Promise<void>;
  /** Changes the finished response: breaks the connection, the body or its type. */
  readonly change?: (reply: HttpReply) => HttpReply;
}
