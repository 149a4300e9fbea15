import type { Exchange } from "../api/exchange.js";
import type { TrafficKind } from "../control/traffic.js";

/** One answered request of any kind, as meters and logs see it: no secret is in it. */
export interface AnsweredRequest {
  readonly kind: TrafficKind;
  /** Id of the session that answered; absent: the server's own World. */
  readonly session?: string | undefined;
  /** HTTP method; empty for a request that could not be read. */
  readonly method: string;
  /** Path below the session's prefix, without the query. */
  readonly path: string;
  readonly status: number;
  /** Identifier that the answer carries, if it does. */
  readonly requestId?: string | undefined;
  /** Milliseconds of wall time. */
  readonly ms: number;
  /** The same as the API's log has it; only the API's requests have one. */
  readonly exchange?: Exchange | undefined;
}
