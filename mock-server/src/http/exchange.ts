import type { OperationName } from "intent-tx/contract";

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
