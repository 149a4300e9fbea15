/** How many requests the log holds, and how many the traffic log. */
export const REQUESTS_KEPT = 1000;

/** One answered request of the API. No secret is in it. */
export interface LoggedRequest {
  /** Number since the start, from 1. */
  readonly number: number;
  /** As in `X-Request-Id`. */
  readonly requestId: string;
  /** ISO 8601, the server's clock. */
  readonly at: string;
  /** HTTP method. */
  readonly method: string;
  /** Path with `/v1`, without the query. */
  readonly path: string;
  /** The query, without `?`. */
  readonly query: string;
  /** Name in the contract, for example `intents.parse`. */
  readonly operation?: string;
  /** Account of the key. */
  readonly account?: string;
  /** Identifier of the key. */
  readonly keyId?: string;
  /** Name of the key. */
  readonly keyName?: string;
  /** HTTP status of the answer. */
  readonly status: number;
  /** Code of the error that was answered. */
  readonly code?: string;
  /** Why it was refused. */
  readonly why?: string;
  /** The body, when it was JSON and not over 16 KiB. */
  readonly body?: unknown;
  /** The answer's body, when it was JSON and not over 16 KiB. */
  readonly answer?: unknown;
}

/** Which requests are meant; every part that is given must fit. */
export interface RequestQuery {
  /** HTTP method. */
  readonly method?: string;
  /** Path with `/v1`, exactly. */
  readonly path?: string;
  /** Name in the contract, for example `intents.parse`. */
  readonly operation?: string;
  /** HTTP status of the answer. */
  readonly status?: number;
  /** Name of the key. */
  readonly keyName?: string;
}
