/** Target of a request: the service's API, Solana JSON-RPC, the control plane, or a page (docs, studio). */
export type TrafficKind = "api" | "rpc" | "control" | "page";

/** One answered request of any kind, for people who watch. No secret is in it. */
export interface TrafficEntry {
  /** Number since the server's start, from 1. */
  readonly number: number;
  /** ISO 8601, the server's clock. */
  readonly at: string;
  /** Face of the server that answered. */
  readonly kind: TrafficKind;
  /** HTTP method. */
  readonly method: string;
  /** Path below the world's prefix, without the query. */
  readonly path: string;
  /** The query, without `?`. */
  readonly query: string;
  /** HTTP status of the answer. */
  readonly status: number;
  /** Milliseconds of wall time that the answer took: the one figure that a seed does not repeat. */
  readonly ms: number;
  /** True for a call of the studio's own. */
  readonly studio: boolean;
  /** Headers of the request by lower-case name, as far as they tell what was asked for; never `Authorization`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Headers of the answer by lower-case name. */
  readonly answerHeaders: Readonly<Record<string, string>>;
  /** Numbers of the contract decisions behind a refusal; empty for a success. */
  readonly decisions: readonly number[];
  /** JSON-RPC method, or "3 calls: …" for a batch. */
  readonly rpcMethod?: string;
  /** As in `X-Request-Id`. */
  readonly requestId?: string;
  /** Name in the contract, for example `intents.parse`. */
  readonly operation?: string;
  /** Account of the key. */
  readonly account?: string;
  /** Identifier of the key. */
  readonly keyId?: string;
  /** Name of the key. */
  readonly keyName?: string;
  /** Code of the error that was answered. */
  readonly code?: string;
  /** Why it was refused. */
  readonly why?: string;
  /** The body, when it was JSON and not over 16 KiB. */
  readonly body?: unknown;
  /** The answer's body, when it was JSON and not over 16 KiB. */
  readonly answer?: unknown;
}
